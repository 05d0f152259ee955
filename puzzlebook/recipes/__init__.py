"""Recipes: from a TOML file to an `Order`, which nothing changes afterwards.

recipe              the keys of a recipe
values              the values that keys may have
reading             a parsed TOML file checked as a `Recipe`
toml_files          the tables of a TOML file
files               finding a recipe and merging its bases and overrides
merging             a recipe's tables merged over those of its base
overrides           values given by options in place of a recipe's own
translation         the texts of our books in another language
other_names         what people type in place of built-in names
audiences           the age groups that books are for
readers             the grids that follow from an audience
page_grids          the grids that fit a page
stage_grids         the grids that fit the place for a maze in a drawing
rising              grids that grow from section to section
names               names as silhouettes
drawing_names       what a recipe calls the user's drawings
secret              a sentence hidden in the mazes of a book
assets              a silhouette, theme or picture found by its name
question_files      lists of questions in the user's files
user_files          the user's files that a recipe names
level_sizes         sizes that a recipe states for each level
size_limits         the largest of those sizes for which a page has room
missing_pictures    sections whose pictures do not fit the page
printed_texts       the texts of a recipe that are printed
path_rewriting      the paths in a recipe, as seen from another folder
order               a settled recipe and every file that it names
section_faults      what does not go together in a section: ways, questions, bridges and doors
prints              how sheets, tactile ones too, are set for pupils with special needs
loads               one maze with three amounts of work, and what does not go together with that
wall_faults         what does not go together with a wall of worksheets
order_stages        the stages of an order, with their grids
order_paper         the page size, margins and printer of an order
book_codes          the printed code from which a book is made again
sources             what a code, a manifest or a PDF says about a book
suggested_commands  commands that messages suggest
writing             a recipe written as text
json_schema         the JSON Schema of recipes
"""
