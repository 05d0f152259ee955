"""What is asked for: from the lines of a TOML file to an order that is settled once.

files        finding a recipe (`toml_files`), with its bases (`merging`), and what a caller overrides (`overrides`,
             `translation`, `other_names`)
reading      its tables, read as a `Recipe`, or every fault in them
recipe       what each key may hold (`values`, `printed`, `own_files` have their types)
audiences    the readers a book can be for; `readers` and `page_grids`, the grids that follow from them
order        everything that a recipe names, read and looked up: the `Order` from which all is made
assets       one silhouette, theme or picture by its name
printable    the order's paper, and whether its printer takes it
book_codes   the printed name of a book, and `sources`, what a code, a manifest or a PDF says of one
writing      recipes as text; `moving`, the files in them as seen from another folder; `json_schema`, for editors
class_lists  pupils from a school's list: `list_files` and `workbooks` cut a file into rows, `list_words` knows titles
             and levels in many languages, `unnamed_columns` reads lists without titles, `doubtful_names` doubts,
             `other_files` knows what is no list
suggested    commands that messages about such files suggest
"""
