"""Reading lists in other notations than Markdown, each converted line by line and read as a Markdown document."""
