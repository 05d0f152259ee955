"""What every other folder builds on. Nothing here knows of mazes, pages or books.

faults          an error as a value: where it is, what is wrong, what is allowed
lengths         lengths as people write them, converted to points
arguments       arguments of the Python API, checked one by one
regular_files   reading a user's file with an upper bound on its size
images          opening a user's PNG or JPEG, bounded in its pixels
toml_text       parsing TOML with an upper bound on the depth of its keys
templates       where the folder `templates/` is and which release of it is in use
printed_codes   base 32, check characters and fingerprints of printed codes
isbn            ISBNs: their digits, and where their hyphens go
questions       questions with right and wrong answers, from a rule or a list
seeds           from a seed to random bits: keys, streams and draws
portable_math   trigonometric functions that give the same bits on every machine
shell_commands  command lines quoted so that they can be pasted into a shell
lazy_names      names that a package exports and imports when they are used
lazy_imports    modules that load when they are first used
"""

__version__ = "0.1.0"
