"""What the workers of test_process_pool do: in a module that a new process reads at once."""

import errno
import os
import time
from multiprocessing import parent_process

from puzzlebook.ground.faults import Fault, Refused, Unfinished


def squared(number):
    return number * number


def process_id(number):
    return os.getpid()


def ended(number):
    os._exit(3)


def refused(number):
    raise Refused([])


def unfinished(number):
    raise Unfinished(Fault("a folder", "was removed"))


news = []


def hear(what):
    news.append((os.getpid(), what))


def heard(number):
    return os.getpid(), news[-1:]


def starved(number):
    if parent_process():
        raise OSError(errno.EMFILE, "Too many open files")
    return number


def noted(place):
    place.touch()
    time.sleep(0.1)
