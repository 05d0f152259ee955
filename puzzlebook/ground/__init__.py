"""The basis for all other folders. Nothing here knows about mazes, pages or books.

faults          errors as values: where a fault is, what is wrong, what is allowed
lengths         lengths as people write them, converted to points
arguments       checking the arguments of the Python API
regular_files   reading a user's file with an upper bound on its size
images          opening a user's PNG or JPEG with an upper bound on its pixels
toml_text       parsing TOML with an upper bound on the depth of its keys
templates       access to the folder `templates/`, and to the releases of it
printed_codes   base 32, check characters and fingerprints of printed codes
isbn            ISBNs: digits, hyphens, and prices
questions       questions with right and wrong answers, from a rule or a list
seeds           from a seed to random bits: keys, streams and draws
portable_math   trigonometric functions that give the same bits on every machine
shell_commands  command lines quoted so that they can be pasted into a shell
lazy_names      names that a package exports, imported on first use
lazy_imports    modules that are loaded on first use
"""

__version__ = "0.1.0"
