"""Results that persist in a folder, around any other engine.

engine   calls of which only the missing results are computed
folder   the folder: its lock, its files, what is removed from it
"""
