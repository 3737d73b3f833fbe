"""One case of an op, and what an oracle says of it."""

import dataclasses
import os

import numpy as np

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")


@dataclasses.dataclass
class Case:
    op: str
    inputs: list  # numpy arrays, in the op's order
    attributes: dict = dataclasses.field(default_factory=dict)  # as the graph file writes them
    what: str = ""
    expected: list = None  # numpy arrays, one an output; None: TensorFlow's raw op is asked
    raw: dict = None  # arguments of the raw op where they differ: {"x": ..., "axis": ...}
    raw_op: str = None  # its name where it differs
    rtol: float = 0.0
    atol: float = 0.0


def _tensorflow():
    import tensorflow as tf
    return tf


def oracle_name():
    return "TensorFlow " + _tensorflow().__version__


def expected_of(op, case):
    if case.expected is not None:
        return case.expected
    tf = _tensorflow()
    raw_op = getattr(tf.raw_ops, case.raw_op or op)
    result = raw_op(**case.raw)
    results = result if isinstance(result, (list, tuple)) else [result]
    return [np.asarray(r.numpy()) for r in results]
