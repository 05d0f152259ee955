"""Outlines: what a silhouette, a mark or a letter is, whatever it was read from. In reading order:

arcs          arcs of circles between two points, and SVG's arcs of ellipses
curves        Bézier curves, as fonts and SVG paths draw them, written down by one pen
outline       an outline, whose corners are ints, and which points lie inside it
boundary      where its ink begins and ends, as closed loops
loop          such a loop, measured along itself, and as one of fewer points
arc_fitting   a line of points as few arcs
effort        how much of this may be done for one drawing
from_file     from a file of the user's, of which only the content says what it is
from_pixels   from a PNG or JPEG; and such files opened with care
from_svg      from an SVG drawing; and its areas with what they are painted with
stroked       its lines, turned into the areas that they cover
svg_tree      an SVG file as a tree, safely, and what its style rules say
svg_values    the numbers, lengths and transforms that SVG writes
from_letters  from letters in a font
lettering     from names: letters in a few lines, joined by corridors; `name_lines`: in which lines
"""
