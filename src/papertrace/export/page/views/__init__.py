"""Where the page draws what: marks, discs, the concept map and the timeline."""
