"""Reductions, softmax and what is made of them: sums, extremes, cross entropies, the largest k."""

import numpy as np

from .case import Case

FLOATS = ["float16", "bfloat16", "float32", "float64"]
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
RTOL = {"float16": 1e-3, "bfloat16": 1e-2, "float32": 2e-6, "float64": 1e-14}

# Of what is of the order of 1 before it is subtracted from something as large.
ATOL = {"float16": 1e-3, "bfloat16": 1e-2, "float32": 2e-7, "float64": 1e-15}


def array(values, dtype):
    if dtype == "bfloat16":
        import ml_dtypes
        dtype = ml_dtypes.bfloat16
    return np.asarray(values).astype(dtype)


def axes(*values, dtype=np.int32):
    return np.array(values, dtype)


def numbers(shape, dtype, low=-4, high=5):
    """Small whole numbers, so that sums and products of 16-bit floats are exact."""
    count = int(np.prod(shape))
    values = np.random.RandomState(count + len(shape)).randint(low, high, size=count)
    return array(np.abs(values) if dtype.startswith("uint") else values, dtype).reshape(shape)


def reduction(op, x, axis, what, keep_dims=False, **more):
    attributes = {"keep_dims": True} if keep_dims else {}
    return Case(op, [x, axis], attributes, what,
                raw={"input": x, "axis": axis, "keep_dims": keep_dims}, **more)


def reductions_of(op, dtypes, rtol):
    for dtype in dtypes:
        yield reduction(op, numbers((3, 4), dtype), axes(1), f"{dtype}, rows",
                        rtol=rtol.get(dtype, 0))
    x = numbers((2, 3, 4), "float32")
    for axis in ([0], [1], [-1], [0, 2], [0, 1, 2], [-3, 1]):
        yield reduction(op, x, axes(*axis), f"axes {axis}", rtol=rtol["float32"])
    yield reduction(op, x, axes(0, 2), "kept axes", True, rtol=rtol["float32"])
    yield reduction(op, x, np.array(1, np.int64), "a scalar axis of int64", rtol=rtol["float32"])
    yield reduction(op, x[:, :, :1], axes(), "no axis: as it is")
    yield reduction(op, x[:, :1], axes(1), "an axis of extent 1")
    yield reduction(op, numbers((2, 3, 2, 1, 2), "float32"), axes(1, 4),
                    "runs of axes that alternate", rtol=rtol["float32"])
    yield reduction(op, numbers((3, 2, 3), "int32"), axes(0, 2), "outer and inner integers")
    yield reduction(op, array(2.5, "float32"), axes(), "a scalar")
    yield reduction(op, numbers((2, 0), "float32"), axes(0), "to nothing")
    yield reduction(op, numbers((2, 0), "float32"), axes(1), "of nothing")
    yield reduction(op, numbers((0, 2), "int32"), axes(0), "of no integers")
    yield reduction(op, array([[1, np.nan], [np.nan, 2], [3, 4]], "float32"), axes(1), "NaN")
    yield reduction(op, array([[np.inf, 2], [1, -np.inf]], "float32"), axes(1), "infinities")


def extremes(op):
    limits = {d: [np.iinfo(d).min, np.iinfo(d).max, 1, 2] for d in INTEGERS}
    for dtype, values in limits.items():
        x = array(values, dtype).reshape(2, 2)
        yield reduction(op, x, axes(0), f"{dtype}, limits")
    x = array([[-np.inf, -np.inf], [np.inf, np.inf], [-1, np.inf]], "float32")
    yield reduction(op, x, axes(1), "infinities alone")
    x = np.arange(70, dtype=np.float32)
    x[40] = np.nan
    yield Case(op, [x[33:61], axes(0)], {}, "NaN within a long row",
               expected=[np.float32(np.nan)])


def mean_cases():
    yield from reductions_of("Mean", FLOATS + INTEGERS, RTOL)
    for dtype in ("int8", "int16", "int32", "uint8", "uint16", "uint32"):
        x = array([np.iinfo(dtype).max] * 3 + [np.iinfo(dtype).max - 1], dtype)
        yield reduction("Mean", x, axes(0), f"{dtype}, a sum that does not fit")
    yield reduction("Mean", array([-7, 2], "int32"), axes(0), "rounded towards zero")


def truth_cases(op):
    x = np.array([[True, True, True], [True, False, True], [False, False, False]])
    for axis in ([0], [1], [-1], [0, 1], []):
        yield reduction(op, x, axes(*axis), f"axes {axis}")
    yield reduction(op, x, axes(1), "kept axis", True)
    yield reduction(op, x, np.array(-2, np.int64), "a scalar axis of int64")
    yield reduction(op, x[:0], axes(0), "of nothing")
    yield reduction(op, x[:, :0], axes(0), "to nothing")
    yield reduction(op, np.array(True), axes(), "a scalar")


def arg_case(op, x, axis, what, output_type=None, expected=None):
    attributes = {} if output_type is None else {"output_type": output_type}
    raw = {"input": x, "dimension": axis}
    if output_type is not None:
        raw["output_type"] = output_type
    return Case(op, [x, np.asarray(axis)], attributes, what, expected, raw)


def arg_cases(op):
    for dtype in FLOATS + INTEGERS:
        yield arg_case(op, numbers((3, 5), dtype), np.int32(1), f"{dtype}, equals: the first")
        yield arg_case(op, numbers((5, 2), dtype), np.int32(0), f"{dtype}, columns")
    x = numbers((2, 3, 4), "float32")
    for axis in (0, 1, -1, -3):
        yield arg_case(op, x, np.int32(axis), f"axis {axis}")
    yield arg_case(op, x, np.int32(2), "to int32", "int32")
    # TensorFlow's kernel reads an int64 axis as if it were an int32.
    function = np.argmax if op == "ArgMax" else np.argmin
    yield arg_case(op, x, np.int64(-2), "an axis of int64", expected=[function(x, 1)])
    yield arg_case(op, numbers((0, 3), "float32"), np.int32(1), "of no rows")
    yield arg_case(op, array([[np.nan, 1, 3], [1, np.nan, 3], [np.nan] * 3], "float32"), np.int32(1),
                   "NaN is passed over", expected=[np.array([2, 2, 0]) if op == "ArgMax" else
                                                   np.array([1, 0, 0])])
    yield arg_case(op, array([[-np.inf] * 3, [np.inf] * 3], "float32"), np.int32(1), "infinities")


def softmax_of(x, log):
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
        shifted = wide - wide.max(axis=-1, keepdims=True)
        sums = np.exp(shifted).sum(axis=-1, keepdims=True)
        result = shifted - np.log(sums) if log else np.exp(shifted) / sums
    return result.astype(x.dtype)


def softmax_cases(op):
    log = op == "LogSoftmax"

    def case(x, what, by_numpy=False):
        name = x.dtype.name
        return Case(op, [x], {}, what, [softmax_of(x, log)] if by_numpy else None, {"logits": x},
                    rtol=RTOL[name], atol=ATOL[name] if log else 1e-30)

    for dtype in FLOATS:
        yield case(numbers((3, 4), dtype), f"{dtype}, rows", by_numpy=dtype == "bfloat16")
        yield case(array([1000, 1001, 998], dtype), f"{dtype}, large logits")
    yield case(numbers((2, 2, 3), "float32"), "three axes")
    yield case(array(np.linspace(-3, 3, 29), "float32"), "a longer row")
    yield case(array([[5]], "float32"), "one class")
    yield case(numbers((0, 3), "float32"), "no rows")
    yield case(numbers((2, 0), "float32"), "no classes")
    # TensorFlow's answer to these depends on the library that it uses.
    yield case(array([[1, np.nan, 3]], "float32"), "NaN", by_numpy=True)
    yield case(array([[1, np.inf, 3]], "float32"), "infinity", by_numpy=True)
    yield case(array([[1, -np.inf, 3]], "float32"), "minus infinity", by_numpy=True)
    yield case(array([[0, -50, -80, -87]], "float32"), "small probabilities", by_numpy=True)


def l2_cases():
    for dtype in FLOATS:
        x = numbers((3, 4), dtype)
        yield Case("L2Loss", [x], {}, dtype, raw={"t": x}, rtol=RTOL[dtype])
    for what, x in (("a scalar", array(3, "float32")), ("nothing", numbers((0, 2), "float32")),
                    ("NaN", array([1, np.nan], "float32")),
                    ("overflow", array([3e20, 1], "float32")),
                    ("a longer row", array(np.linspace(-1, 1, 30), "float32"))):
        yield Case("L2Loss", [x], {}, what, raw={"t": x}, rtol=2e-6)


def cross_entropy_cases():
    op = "SoftmaxCrossEntropyWithLogits"

    def case(logits, labels, what, atol=2e-7):
        return Case(op, [logits, labels], {}, what, raw={"features": logits, "labels": labels},
                    rtol=RTOL[logits.dtype.name], atol=atol)

    labels = [[0, 0, 1, 0], [.25, .25, .5, 0], [1, 0, 0, 0]]
    for dtype in FLOATS:
        yield case(numbers((3, 4), dtype), array(labels, dtype), dtype, ATOL[dtype])
    logits = numbers((3, 4), "float32")
    labels = array(labels, "float32")
    yield case(logits[:1], labels, "logits of one row")
    yield case(logits, labels[:1], "labels of one row")
    yield case(logits, labels[1], "labels of a vector")
    yield case(logits[1], labels, "logits of a vector")
    yield case(logits, labels[:, :1], "labels of one column")
    yield case(logits[:0], labels[:0], "no rows")
    yield case(logits[:, :0], labels[:, :0], "no classes")
    yield case(array([[1000, 1001, 998]], "float32"), array([[.5, .5, 0]], "float32"),
               "large logits", 1e-4)


def sparse_cross_entropy_cases():
    op = "SparseSoftmaxCrossEntropyWithLogits"

    def case(logits, labels, what, atol=2e-7):
        return Case(op, [logits, labels], {}, what, raw={"features": logits, "labels": labels},
                    rtol=RTOL[logits.dtype.name], atol=atol)

    for dtype in FLOATS:
        for index in (np.int32, np.int64):
            yield case(numbers((3, 4), dtype), np.array([2, 0, 3], index),
                       f"{dtype}, {index.__name__}", ATOL[dtype])
    yield case(numbers((0, 4), "float32"), np.array([], np.int32), "no rows")
    yield case(array([[7]], "float32"), np.array([0], np.int32), "one class")
    yield case(array([[1000, 1001, 998]], "float32"), np.array([1], np.int64), "large logits", 1e-4)
    yield case(array(np.linspace(-3, 3, 30), "float32").reshape(1, 30), np.array([29], np.int64),
               "a longer row")


def top_k_cases():
    def case(x, k, what, expected=None):
        return Case("TopKV2", [x, np.int32(k)], {}, what, expected, {"input": x, "k": np.int32(k)})

    for dtype in FLOATS + INTEGERS:
        yield case(numbers((2, 6), dtype), 3, f"{dtype}, equals in order")
    x = numbers((2, 2, 5), "float32")
    for k in (0, 1, 4, 5):
        yield case(x, k, f"k {k}")
    yield case(numbers((0, 3), "float32"), 2, "no rows")
    yield case(numbers((2, 0), "float32"), 0, "no columns")
    yield case(array([np.inf, -np.inf, 3, np.inf], "float32"), 3, "infinities")
    yield case(array([1, np.nan, 3, np.inf], "float32"), 3, "NaN before all numbers",
               [array([np.nan, np.inf, 3], "float32"), np.array([1, 3, 2], np.int32)])


def cases():
    exact = dict.fromkeys(FLOATS, 0)
    yield from reductions_of("Sum", FLOATS + INTEGERS, exact)
    for dtype in INTEGERS:
        x = array([np.iinfo(dtype).max] * 3 + [5], dtype)
        yield reduction("Sum", x, axes(0), f"{dtype}, wraps around")
    yield reduction("Sum", array([[-0.0], [-0.0]], "float32"), axes(1), "-0 of one element")
    yield reduction("Sum", array([[-0.0, -0.0]], "float32"), axes(1), "-0 and -0")
    yield from mean_cases()
    yield from reductions_of("Prod", FLOATS + INTEGERS, exact)
    for dtype in INTEGERS:
        x = array([np.iinfo(dtype).max, np.iinfo(dtype).max, 3], dtype)
        yield reduction("Prod", x, axes(0), f"{dtype}, wraps around")
    for op in ("Max", "Min"):
        yield from reductions_of(op, FLOATS + INTEGERS, exact)
        yield from extremes(op)
    for op in ("All", "Any"):
        yield from truth_cases(op)
    for op in ("ArgMax", "ArgMin"):
        yield from arg_cases(op)
    for op in ("Softmax", "LogSoftmax"):
        yield from softmax_cases(op)
    yield from l2_cases()
    yield from cross_entropy_cases()
    yield from sparse_cross_entropy_cases()
    yield from top_k_cases()
