"""From a maze to a picture: lines and areas in cell units, and one writer for SVG."""
