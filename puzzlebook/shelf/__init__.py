"""Finished books on disk: a folder is put in place whole or not at all.

manifest     manifest.json, written and read
contents     the digest of a file's content, whichever library compressed it
renames      renaming in one step, and never over another file
partials     the hidden folder in which a run works
placing      putting files in place, all or none
folder       putting a finished folder in place
replacing    replacing some files of a finished folder
listings     a book's listing: stale, or edited
list_folder  the folder of a list's books
"""
