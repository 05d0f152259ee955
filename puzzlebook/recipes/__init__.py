"""Recipes: from a TOML file to an immutable `Order`.

recipe              the keys of a recipe
values              the values that keys may have
reading             checking the tables of a TOML file as a `Recipe`
toml_files          reading the tables of a TOML file
files               finding a recipe and merging its bases and overrides
merging             merging a recipe's tables over those of its base
overrides           values from options that replace a recipe's own
translation         the texts of our books in another language
other_names         synonyms that people type for built-in names
audiences           the age groups that books are for
readers             the grids of sections that name an audience instead of a size
page_grids          the grids that fit a page
stage_grids         the grids that fit the maze area of a drawing
rising              grids that grow from section to section
names               names as silhouettes
drawing_names       titles for the user's drawings
secret              a sentence hidden in the mazes of a book
assets              reading a silhouette, stage, theme or picture by its name
question_files      lists of questions in the user's files
user_files          the user's files that a recipe names
level_sizes         sizes that a recipe states for each level
size_limits         limiting those sizes to what fits the page
child_outlines      outlines that mazes have only where they suit
outlined_pictures   the grids of hidden pictures in mazes that outlines cut
missing_pictures    dropping sections whose pictures do not fit the page
printed_texts       the texts of a recipe that are printed
path_rewriting      making the paths in a recipe relative to another folder
order               a settled recipe and every file that it names
section_faults      features that cannot be combined in a section: ways, questions, bridges, doors
prints              how sheets are set for pupils with special needs, tactile sheets included
loads               versions of one maze with less or more to do, and what rules them out
wall_faults         features that cannot be combined with a wall of worksheets
order_stages        the stages of an order, with their grids
shared_places       the places of a theme that each section of a book shows
order_paper         the page size, margins and printer of an order
book_codes          printed codes from which whole books are rebuilt
sources             reading what a code, a manifest or a PDF says about a book
suggested_commands  commands that messages suggest
writing             writing a recipe as text
json_schema         the JSON Schema of recipes
"""
