"""Lists of names: from the file of a school office or a shop to pupils or gifts.

class_list       a list read as pupils
fill_in          a list whose lines fill a recipe's texts
list_files       a CSV file or a workbook, read as rows of cells
code_pages       the encoding of a text file
workbooks        an Excel workbook, read as rows of cells
size_limits      how large a list may be
other_files      files that are no lists
columns          the header row and what each column holds
header_words     column titles and levels in many languages
name_columns     which of the titled columns hold names
unnamed_columns  which columns hold names where there are no titles
name_checks      entries that do not look like names
row_faults       the same fault of several rows, told once
"""
