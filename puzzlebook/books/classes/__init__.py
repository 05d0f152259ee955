"""Class sets: a worksheet for each pupil of a list, and the teacher's key.

requested_sheets  the sheets that a recipe and its list request
kinds             the grid, scale and type that sheets of one kind share
sheets            drawing a pupil's sheet
wall_sheets       sheets that hang together as a wall: their texts, and the whole wall
class_plan        the plan of a class set
class_pages       the pages of a class set
one_sheet         replacing one sheet of a finished set
file_names        file names made from pupils' names
"""
