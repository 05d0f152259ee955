"""Lists of names: from the file of a school office or a shop to pupils or gifts.

class_list       a list read as pupils
fill_in          a list whose lines fill a recipe's texts
list_files       a CSV file or a workbook, read as rows of cells
code_pages       the encoding of a text file
workbooks        an Excel workbook, read as rows of cells
size_limits      upper bounds on the size of a list
other_files      files that are not lists
columns          the header row and the meaning of each column
header_words     column titles and level names in many languages
name_columns     the columns that hold names, found by their titles
unnamed_columns  the columns that hold names, where there are no titles
name_checks      entries that do not look like names
word_lists       a list of words to spell
row_faults       one fault for all rows that have it
"""
