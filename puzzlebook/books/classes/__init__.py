"""Class sets: a worksheet for each pupil of a list, and the teacher's key.

requested_sheets  the sheets that a recipe and its list ask for
kinds             size, grid and scale that sheets of one kind share
sheets            drawing a pupil's sheet
wall_sheets       what is printed on a sheet that hangs on a wall
class_plan        the plan of a class set
class_pages       the pages of a class set
one_sheet         replacing one sheet of a finished set
file_names        the file name of a pupil's sheet
"""
