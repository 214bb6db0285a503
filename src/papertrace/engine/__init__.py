"""Where a function over chunks runs: in this process, in worker processes, or on Spark.

protocol   the contract that all engines fulfil, and the engine of this process
opening    the choice of an engine
processes  worker processes on this machine
spark      partitions on a cluster
stored     results that persist in a folder, around any other engine

An engine knows nothing of papers and stages; it gets bytes and functions of bytes.
"""

from papertrace.engine.opening import ENGINES, MIN_FOR_PROCESSES, EngineSettings, open_engine
from papertrace.engine.protocol import ChunkFunction, Engine

__all__ = ["ENGINES", "MIN_FOR_PROCESSES", "ChunkFunction", "Engine", "EngineSettings", "open_engine"]
