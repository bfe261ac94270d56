import json, threading, time


class Recorder:
    """Writes what the clients of a store do as one history, an operation on each line."""

    def __init__(self, out, type):
        self.out, self.lock = out, threading.Lock()
        print(json.dumps({"type": type}), file=out)

    def session(self, name):
        """One client, used by one thread at a time: call("put", ["x", 1], run) runs and records."""
        lives = 0

        def call(method, args, run):
            nonlocal lives
            operation = {"session": f"{name}/{lives}", "method": method, "args": args}
            operation["call"] = str(time.monotonic_ns())  # a clock that never goes back; before anything is sent
            try:
                result = run()
                operation.update({"return": str(time.monotonic_ns()), "result": result})
                return result
            except Exception:
                lives += 1  # It may have happened, or may yet: it has no return, and another session goes on.
                raise
            finally:
                with self.lock:
                    print(json.dumps(operation), file=self.out)

        return call
