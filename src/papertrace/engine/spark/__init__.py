"""The engine of Spark: partitions of chunks, mapped by the same functions as on other engines.

    engine    what the caller sees: calls, the persisted results, their order
    context   starting Spark quietly and ending it

There are no data frames, no SQL and no shuffle: Spark decides where a partition is handled and keeps its results.
"""
