"""Run the command line as `python -m papertrace`."""

from papertrace.cli import entry_point

if __name__ == "__main__":
    entry_point()
