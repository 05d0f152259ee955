"""Class sets: a worksheet for each pupil of a list, and the teacher's key. In reading order:

asked        the sheets that the recipe and its list ask for
kinds        what sheets have in common: their boards, their setting, in each pupil's language
sheets       a sheet, drawn until it is as hard as the others
class_plan   the plan of a class set, `class_pages` what makes its pages
file_names   what the file of a pupil's own sheet is called
"""
