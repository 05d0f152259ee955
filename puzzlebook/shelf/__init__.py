"""Finished books on disk: a folder is put in place as a whole or not at all.

manifest     writing and reading manifest.json
contents     content digests, which do not depend on the compression library
renames      atomic renames that never overwrite another file
partials     the hidden folder in which a run works
placing      putting files in place, all or none
folder       putting a finished folder in place
replacing    replacing some files of a finished folder
listings     whether a book's listing is stale or was edited
list_folder  the folder of a list's books
"""
