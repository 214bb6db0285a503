"""What an `EngineError` says: the function, the chunk, the fact and the way out."""

from papertrace.engine.protocol import ChunkFunction
from papertrace.errors import EngineError


def describe_failure(function: str, number: int, error: BaseException | str) -> EngineError:
    """Return the error of a function that raised; `number` counts chunks from 0, `error` may be its last line."""
    fact = error if isinstance(error, str) else describe_error(error)
    message = (
        f"chunk {number + 1} of {function}: {fact}; this is an error in papertrace, please report it "
        "(divide the input to find the paper)"
    )
    return EngineError(message, chunk=number)


def describe_death(function: str, number: int, cause: str) -> EngineError:
    """Return the error of a chunk whose worker died twice; `cause` is what is known of the second death."""
    message = (
        f"chunk {number + 1} of {function}: two workers died of it, the second {cause}; if memory was short, "
        "use fewer --workers, else try --engine inline, which shows the error itself"
    )
    return EngineError(message, chunk=number)


def no_room(folder: object, error: OSError | str) -> EngineError:
    """Return the error of temporary files that cannot be written."""
    fact = error if isinstance(error, str) else error.strerror or error
    return EngineError(f"{folder}: {fact}; set TMPDIR to keep temporary files in another folder")


def closed() -> EngineError:
    """Return the error of an engine that is used after `close`."""
    return EngineError("the engine is closed; open another one")


def foreign() -> EngineError:
    """Return the error of results that another engine keeps."""
    return EngineError("these results are kept by another engine; give each engine its own")


def name_of(function: ChunkFunction) -> str:
    """Return the name by which messages call a function."""
    return getattr(function, "__name__", repr(function))


def check_importable(function: ChunkFunction) -> None:
    """Raise an error unless other processes can import a function by its name.

    Raises
    ------
    EngineError
        If the function is defined in `__main__` or inside another function.
    """
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", "<")
    if module in {None, "__main__"} or "<" in name:
        fact = "is defined in the script that runs" if module == "__main__" else "is not defined at the top level"
        message = f"{name_of(function)} {fact}, so that workers cannot import it; define it in a module of its own"
        raise EngineError(message)


def unpicklable(function: ChunkFunction, error: Exception) -> EngineError:
    """Return the error of a shared value that cannot be sent to workers."""
    return EngineError(f"what {name_of(function)} shares cannot be pickled for workers: {describe_error(error)}")


def describe_error(error: BaseException) -> str:
    """Return the last line of a traceback: the kind of the exception and its message."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
