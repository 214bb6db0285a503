"""Where a function over chunks runs: in this process, in worker processes, or on Spark.

`protocol` states the contract that all engines fulfil. An engine knows nothing of papers and stages; it gets bytes and
functions of bytes.
"""

from papertrace.engine.opening import ENGINES, MIN_FOR_PROCESSES, open_engine
from papertrace.engine.protocol import ChunkFunction, Chunks, Engine, Kept

__all__ = ["ENGINES", "MIN_FOR_PROCESSES", "ChunkFunction", "Chunks", "Engine", "Kept", "open_engine"]
