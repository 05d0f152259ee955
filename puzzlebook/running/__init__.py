"""Processes and signals: how a run uses the machine.

process_pool  distributing tasks among worker processes; results keep the order of the tasks
interruption  Ctrl-C and other requests to stop
"""
