"""A maze as a picture: lines and areas in units of a cell.

plate           walls, end marks and path of a maze, ready to draw at any scale
inked           a plate drawn with line widths and colours
extent          the size of a maze's picture, and the scale that fits it into a box
strokes         walls joined into few long strokes
square_strokes  the same strokes on a large grid of squares, found row by row
bridges         the rails and planks of bridges
room_signs      letters and signs at the doors of a room, and its paths from door to door
character       walls drawn as hedge, stone or coral
floor           grass, cobbles or honeycomb between the walls, and shadows
kerb            the wall, hedge or bank around a maze in a theme's world
rims            the heavier outline of a maze cut by a drawing
doors           openings in the rim, and the arrows or pictures outside them
arrow_words     the words START and FINISH beside those arrows
gates           the openings of a sheet of a class wall, and their letters
marks           the small pictures at the start and the finish
letters         letters in the cells of a word maze
closed_turns    wrong turns that are closed off by ponds and hedges
questions       questions and answers at the forks of a maze, and their legend
way             the solution path as drawn
tints           colours for mazes in colour books
theme           a theme's marks and stories
scenes          a theme's large drawings
things          parts of a drawing that belong together, and parts that a board would hide
panorama        a theme's landscape, split into its parts
stage           a drawing with space for a maze
stage_doors     doorsteps, jambs and arrows at the doors of a stage
choosing        the best of many places, without rating them all
stage_figures   hero and goal before the doors of a stage
stage_signs     the signs at the doors of a stage
stage_source    a stage from a built-in drawing or a user's file
stage_things    the parts of a stage that a frame shows whole, cuts or leaves out
stage_view      a stage on a page, with a maze in it
visitors        hero and goal of a theme in a stage that has none
skylines        the far land of a theme's world, behind a stage with its maze
painted_cells   what a stage with its maze shows where: land, sky, or a thing
recalled        what an answer shows of the stage around its maze
door_signs      the signs at the doors of a maze on a plain page
figures         hero and goal outside the doors of a maze, and finds in its dead ends
labels          title and description in a maze's SVG file
"""
