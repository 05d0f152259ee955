"""Drawings of a theme: around a maze and on full pages.

surroundings   the room that a page leaves around its maze
scenery        drawings placed around a maze
at_doors       hero and goal outside the doors of a maze, with START and FINISH
worlds         sky and land around a maze, and its kerb
holders        the thing that a hidden picture's maze is on, such as a tapestry
courts         landmarks in the holes of a maze
wayside        what lies and stands on the land beside a maze
word_boards    the board of the words in a world
foot_row       small drawings in a row at the foot of a page
placing        the placement engine: pieces in a box, by rows of `templates/scenes.toml`
frames         frames, boards, coloured areas and the seal of a certificate
empty_places   what stands and flies where a drawing leaves its page empty
skies          what flies, floats or hangs in the sky of an opener
hidden_things  things to look for in the landscape of an opener
tiny_mazes     the tiny maze that lies on the ground of an opener
landscapes     openers: places of the theme's world
tableaux       openers, title page and certificate filled by a scene
"""
