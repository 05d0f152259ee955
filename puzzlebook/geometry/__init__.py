"""Points, arcs and curves in the plane. Nothing here knows about drawings or mazes.

arcs         circular arcs between two points; SVG's elliptical arcs
curves       Bézier curves, as in fonts and SVG paths
arc_fitting  approximating a polyline by a few arcs
loop         closed polylines: measuring and simplifying them
"""
