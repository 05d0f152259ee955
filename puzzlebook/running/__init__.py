"""How a run uses the machine.

process_pool  tasks spread over worker processes; results come back in the order of the tasks
interruption  Ctrl-C and other requests to stop
"""
