"""Lists of names: turning the file of a school office or a shop into pupils or gifts.

class_list       reading the pupils in a list
fill_in          filling the blanks in a recipe's texts from the lines of a list
list_files       reading a CSV file or a workbook as rows of cells
code_pages       finding the encoding of a text file
workbooks        reading an Excel workbook as rows of cells
size_limits      upper bounds on the size of a list
other_files      files that are not lists
columns          finding the header row and the meaning of each column
header_words     column titles and level names in many languages
name_columns     the columns that hold names, found by their titles
unnamed_columns  the columns that hold names, guessed in lists without titles
name_checks      entries that do not look like names
word_lists       reading a list of words that mazes spell
row_faults       joining equal faults of several rows into one
"""
