"""Three clients of a dictionary that one lock guards; what the third puts at last times out."""

import sys, threading
from recorder import Recorder

lock, held = threading.Lock(), {}
recorder = Recorder(sys.stdout, "map")


def put(key, value):
    with lock:
        old, held[key] = held.get(key), value
        return old


def get(key):
    with lock:
        return held.get(key)


def time_out():
    raise TimeoutError


def client(number):
    call = recorder.session("abc"[number])
    for i in range(20):
        call("put", ["x", 100 * number + i], lambda: put("x", 100 * number + i))
        call("get", ["x"], lambda: get("x"))
    if number == 2:
        try:
            call("put", ["x", -1], time_out)
        except TimeoutError:
            call("put", ["y", 1], lambda: put("y", 1))


threads = [threading.Thread(target=client, args=[number]) for number in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
