"""Points, arcs and curves in the plane. Nothing here knows of drawings or mazes.

arcs         circular arcs between two points; SVG's elliptical arcs
curves       Bézier curves, as fonts and SVG paths use them
arc_fitting  a polyline approximated by a few arcs
loop         a closed polyline measured by arc length, and simplified
"""
