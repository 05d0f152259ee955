"""Outlines: the areas that cut a silhouette, draw a mark or form a letter.

arcs          circular arcs between two points; SVG's elliptical arcs
curves        Bézier curves, as fonts and SVG paths use them
outline       an outline with integer corners, and the test whether a point is inside
boundary      an outline's boundary as closed loops
loop          a closed loop measured by arc length, and simplified
arc_fitting   a polyline approximated by a few arcs
effort        an upper bound on the work for one drawing
encircled     an outline scaled into its smallest enclosing circle
from_file     an outline from a file, whose type its content decides
from_pixels   an outline from a PNG or JPEG
from_svg      an outline from an SVG drawing
stroked       stroked lines converted to the areas that they cover
svg_tree      an SVG file as a tree, with its styles resolved
svg_values    numbers, lengths and transforms in SVG attributes
from_letters  an outline from the glyphs of a line of text
lettering     a name as an outline: letters joined by corridors
name_lines    the lines into which a name is broken
"""
