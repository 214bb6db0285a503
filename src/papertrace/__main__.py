"""The entry point of `python -m papertrace`."""

from papertrace.cli import entry_point

if __name__ == "__main__":
    entry_point()
