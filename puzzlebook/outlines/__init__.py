"""Outlines: what a silhouette, a mark or a letter is, whatever it was read from: SVG, pixels or a font."""
