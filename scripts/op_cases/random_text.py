"""Ops of random numbers, and ops on texts and counters."""

import os

import numpy as np

from .case import Case

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")


def _run(op, **arguments):
    """By a new kernel: outside a session one kernel serves all calls, and its numbers go on."""
    import tensorflow as tf
    with tf.Graph().as_default():
        result = getattr(tf.raw_ops, op)(**arguments)
        with tf.compat.v1.Session() as session:
            return np.asarray(session.run(result))


FLOATS = ("float16", "float32", "float64")


def truncated_normal():
    for dtype, rtol in (("float16", 1e-3), ("float32", 1e-6), ("float64", 1e-14)):
        for shape in ([7], [2, 3], [], [0], [3, 0]):
            for index in (np.int32, np.int64):
                if index is np.int64 and shape != [7]:
                    continue
                expected = _run("TruncatedNormal", shape=np.array(shape, index), dtype=dtype,
                                seed=3, seed2=5)
                yield Case("TruncatedNormal", [np.array(shape, index)],
                           {"dtype": dtype, "seed": 3, "seed2": 5}, f"{dtype} {shape}",
                           [expected], rtol=rtol)
    yield Case("TruncatedNormal", [np.array([25], np.int32)], {"seed": -1, "seed2": 2**40},
               "large seeds", [_run("TruncatedNormal", shape=np.array([25], np.int32),
                                    dtype="float32", seed=-1, seed2=2**40)], rtol=1e-6)


def random_uniform_int():
    ranges = ((-3, 7), (0, 1), (-2**31, 2**31 - 1), (5, 6))
    for dtype in (np.int32, np.int64):
        for low, high in ranges + (((-2**63, 2**63 - 1),) if dtype is np.int64 else ()):
            for shape in ([9], [2, 2], [], [0]):
                inputs = [np.array(shape, np.int32), dtype(low), dtype(high)]
                if (low, high) != (-3, 7) and shape != [9]:
                    continue
                yield Case("RandomUniformInt", inputs, {"seed": 7, "seed2": 8},
                           f"{dtype.__name__} [{low}, {high}) {shape}",
                           [_run("RandomUniformInt", shape=inputs[0], minval=inputs[1],
                                 maxval=inputs[2], seed=7, seed2=8)])
    empty = [np.array([0], np.int64), np.int32(3), np.int32(3)]
    yield Case("RandomUniformInt", empty, {"seed": 7, "seed2": 8},
               "no number of an empty range is wanted", [np.zeros([0], np.int32)])


def random_shuffle():
    values = [np.arange(10, dtype=t) for t in
              (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.float16, np.float32,
               np.float64)]
    values += [np.array([True, False, False, True, True]),
               np.array([b"a", b"bc", b"", b"a longer text, beyond the small ones", b"e"]),
               np.array([[b"a", b"b"], [b"c", b"d"], [b"e", b"f"]]),
               np.arange(12, dtype=np.float32).reshape(4, 3),
               np.arange(24, dtype=np.int64).reshape(6, 2, 2),
               np.arange(5, dtype=np.int32)[:, None],
               np.zeros([3, 0], np.float32), np.zeros([0], np.float32), np.float32(3),
               np.array([[1, 2, 3]], np.int32), np.array([1, 2], np.int32)]
    for value in values:
        value = np.asarray(value)
        if value.dtype.kind == "S":
            value = value.astype(object)
        expected = _run("RandomShuffle", value=value, seed=1, seed2=9) if value.size else value
        yield Case("RandomShuffle", [value], {"seed": 1, "seed2": 9},
                   f"{value.dtype} {list(value.shape)}", [expected])
    for dtype in (np.uint32, np.uint64):
        order = _run("RandomShuffle", value=np.arange(6), seed=1, seed2=9)
        yield Case("RandomShuffle", [np.arange(6, dtype=dtype)], {"seed": 1, "seed2": 9},
                   dtype.__name__, [order.astype(dtype)])


def multinomial():
    inf = np.inf
    cases = [("weights", [[0.1, 0.2, 0.7], [0.5, 0.4, 0.1]], 10), ("one class", [[0.0]], 4),
             ("a class that is impossible", [[-inf, 0.0, -inf]], 5), ("none", [[0.0, 1.0]], 0),
             ("an odd number of samples", [[0.0, 1.0, 2.0, 3.0]] * 3, 3),
             ("large logits", [[1000.0, 1001.0], [-1000.0, -1001.0]], 8),
             ("not a number, infinity", [[np.nan, 1.0, inf, 1.0]], 6), ("no rows", [], 3)]
    for dtype in FLOATS:
        for what, logits, samples in cases:
            logits = np.array(logits, dtype).reshape(len(logits), -1 if logits else 2)
            for output in ("int64", "int32"):
                if output == "int32" and what != "weights":
                    continue
                attributes = {"seed": 4, "seed2": 11, "output_dtype": output}
                yield Case("Multinomial", [logits, np.int32(samples)], attributes,
                           f"{dtype}: {what}",
                           [_run("Multinomial", logits=logits, num_samples=samples, seed=4,
                                 seed2=11, output_dtype=output)])


def _text(*words):
    return np.array([w.encode() for w in words], object)


def string_join():
    a, b = _text("a", "b", ""), _text("x", "", "é")
    grid = _text("1", "2", "3", "4").reshape(2, 2)
    scalar = np.array(b"s", object)
    for what, inputs, attributes in (
            ("two", [a, b], {}), ("three", [a, b, a], {"separator": '", "'}), ("one", [a], {}),
            ("a scalar", [a, scalar], {"separator": '"-"'}), ("scalars", [scalar, scalar], {}),
            ("a scalar first", [scalar, grid, scalar], {"separator": '":"'}),
            ("empty", [np.zeros([0], object), scalar], {}),
            ("grid", [grid, grid], {"separator": '""'})):
        raw = {"inputs": inputs, "separator": attributes.get("separator", '""')[1:-1]}
        yield Case("StringJoin", inputs, attributes, what, raw=raw) if inputs[0].size else Case(
            "StringJoin", inputs, attributes, what, [np.zeros([0], object)])


def as_string():
    nan, inf = np.nan, np.inf
    integers = {"int8": [0, -128, 127], "int16": [-32768, 32767], "int32": [-2**31, 2**31 - 1, 7],
                "int64": [-2**63, 2**63 - 1]}
    for dtype, values in integers.items():
        for attributes in ({}, {"width": 6}, {"width": 6, "fill": '"0"'}):
            yield dtype, values, attributes
    for attributes in ({"width": 5, "fill": '"-"'}, {"width": 5, "fill": '"+"'},
                       {"width": 5, "fill": '" "'}, {"fill": '"0"'}):
        yield "int32", [3, -3], attributes
    yield "bool", [True, False], {}
    yield "bool", [True, False], {"width": 9}
    reals = [1.5, -0.0, 1e10, 1e-7, 0.1, nan, inf, -inf]
    for dtype in ("float32", "float64"):
        for attributes in ({}, {"precision": 2}, {"precision": 0}, {"scientific": True},
                           {"shortest": True}, {"shortest": True, "precision": 3},
                           {"width": 12}, {"width": 12, "precision": 3, "fill": '"0"'},
                           {"scientific": True, "precision": 1, "width": 10, "fill": '"-"'}):
            yield dtype, reals, attributes
    yield "float64", [1e300], {"precision": 1}
    yield "float32", [], {}


def as_string_cases():
    for dtype, values, attributes in as_string():
        value = np.array(values, dtype)
        raw = {"input": value, **attributes}
        if "fill" in raw:
            raw["fill"] = raw["fill"][1:-1]
        yield Case("AsString", [value], attributes, f"{dtype} {attributes}", raw=raw)
    value = np.array(2.5, np.float32)
    yield Case("AsString", [value], {}, "scalar", raw={"input": value})


def reduce_join():
    grid = _text("a", "b", "c", "d", "e", "f").reshape(2, 3)
    cube = _text(*"abcdefgh").reshape(2, 2, 2)
    for what, value, axes, attributes in (
            ("rows", grid, [0], {}), ("columns", grid, [1], {}), ("negative", grid, [-1], {}),
            ("both", grid, [0, 1], {}), ("both, the other way", grid, [1, 0], {}),
            ("no axis", grid, [], {}), ("separator", grid, [1], {"separator": '", "'}),
            ("kept", grid, [0], {"keep_dims": True}), ("both kept", grid, [1, 0],
                                                       {"keep_dims": True, "separator": '"|"'}),
            ("cube", cube, [0, 2], {}), ("cube 2", cube, [2, -3], {"separator": '"."'}),
            ("cube 3", cube, [1], {"keep_dims": True}),
            ("nothing to join", np.zeros([2, 0], object), [1], {"separator": '"."'}),
            ("empty", np.zeros([0, 2], object), [1], {})):
        axes = np.array(axes, np.int32)
        raw = {"inputs": value, "reduction_indices": axes,
               "keep_dims": attributes.get("keep_dims", False),
               "separator": attributes.get("separator", '""')[1:-1]}
        expected = None
        if value.size == 0:
            expected = [np.array([b""] * value.shape[0], object)]
        yield Case("ReduceJoin", [value, axes], attributes, what, expected, raw=raw)
    yield Case("ReduceJoin", [grid, np.int32(1)], {}, "a scalar axis",
               raw={"inputs": grid, "reduction_indices": np.int32(1)})


def print_cases():
    for value in (np.array([1.5, np.nan], np.float32), np.array([], np.int32),
                  np.array([b"a"], object), np.array(True)):
        yield Case("Print", [value, value], {"message": '"x "', "first_n": 0}, "passed on", [value])


def cases():
    for group in (truncated_normal, random_uniform_int, random_shuffle, multinomial, string_join,
                  as_string_cases, reduce_join, print_cases):
        yield from group()
