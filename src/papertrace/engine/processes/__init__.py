"""The engine of worker processes on this machine.

    engine    what the caller sees: calls, their order, what is handed out when
    pool      the workers as this process sees them: start, send, receive, death, end
    server    the process that forks the workers, after it has imported what they need
    worker    the loop of a worker
    shared    a function and its shared value in a file, whose arrays workers map instead of copying them
    messages  values over a socket

Workers are not forked from this process, whose threads and locks a fork would copy in an unknown state, and not
started one by one, since each would then import some hundred modules itself. `multiprocessing` has such a server too,
but runs the caller's `__main__` again in each worker, and neither replaces a worker that dies nor says how it died.
"""
