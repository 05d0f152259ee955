"""`python -m puzzlebook`."""

from puzzlebook.cli import main

if __name__ == "__main__":
    main()
