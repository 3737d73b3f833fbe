"""Ops of two operands and their like: arithmetic, comparisons, Select, ClipByValue, BiasAdd.

Expected values are TensorFlow's, but where the CPU kernels of TensorFlow 2 differ from 1.15's, trap
(the least integer by -1) or depend on an element's place in the array (zeros in Maximum): there
numpy's.
"""

import numpy as np

from op_cases.case import Case

INF = float("inf")
NAN = float("nan")


def bfloat16():
    import ml_dtypes
    return ml_dtypes.bfloat16


def dtype_of(name):
    if name == "string":
        return object
    return bfloat16() if name == "bfloat16" else np.dtype(name).type


# The error allowed where TensorFlow and we round a result each in its own way.
ROUNDING = {"float16": 1e-3, "bfloat16": 1e-2, "float32": 2e-6, "float64": 1e-14}

FLOATS = ["float16", "bfloat16", "float32", "float64"]
KERNELS = {
    "AddV2": FLOATS + ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"],
    "Div": FLOATS + ["int16", "int32", "int64", "uint8", "uint16"],
    "RealDiv": FLOATS,
    "FloorDiv": ["float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8",
                 "uint16"],
    "Mod": ["float32", "float64", "int32", "int64"],
    "FloorMod": ["float32", "float64", "int32", "int64"],
    "Pow": ["float16", "float32", "float64", "int32", "int64"],
    "Maximum": FLOATS + ["int32", "int64"],
    "Minimum": FLOATS + ["int32", "int64"],
    "SquaredDifference": ["float16", "float32", "float64", "int32", "int64"],
}
ORDERED = FLOATS + ["int8", "int16", "int32", "int64", "uint8"]
for name in ("Less", "LessEqual", "Greater", "GreaterEqual"):
    KERNELS[name] = ORDERED
for name in ("Equal", "NotEqual"):
    KERNELS[name] = ORDERED + ["bool", "string"]

DIVISIONS = ("Div", "FloorDiv", "Mod", "FloorMod")


def truncated_remainder(x, y):
    with np.errstate(all="ignore"):
        return np.fmod(x, y)


def floored_remainder_of_reals(x, y):
    """FloorMod of floats in the steps of TensorFlow 1.15."""
    with np.errstate(all="ignore"):
        remainder = np.fmod(x, y)
        return np.where((x < 0) == (y < 0), remainder, np.fmod(remainder + y, y)).astype(x.dtype)


def operands(op, dtype, random):
    """Pairs of operands of a dtype, and what they show."""
    t = dtype_of(dtype)

    def array(values, shape=None):
        made = np.array(values, dtype=t)
        return made if shape is None else made.reshape(shape)

    def some(*shape):
        n = int(np.prod(shape))
        if dtype == "string":
            return np.array([random.choice([b"a", b"b", b"ab", b""]) for _ in range(n)],
                            dtype=object).reshape(shape)
        if dtype == "bool":
            return random.integers(0, 2, n).astype(bool).reshape(shape)
        if dtype in FLOATS:
            values = np.round(random.uniform(-8, 8, n), 2)
            if op == "Pow":
                values = np.abs(values) + 0.25
            return array(values, shape)
        low = 0 if dtype.startswith("u") or op == "Pow" else -7
        values = random.integers(low, 8, n)
        if op in DIVISIONS:
            values = np.where(values == 0, 3, values)
        return array(values, shape)

    yield some(2, 3), some(2, 3), "of one shape"
    yield some(2, 3), some(3), "a vector along the rows"
    if dtype in ("string", "bool"):
        yield some(2, 1), some(1, 3), "both repeated"
        yield some(), some(), "scalars"
        yield some(0), some(), "empty"
        return
    if dtype in FLOATS:
        x = array([INF, -INF, NAN, 1, NAN, INF, INF, -INF, 0.0, -0.0, -0.0, 0.0, 1, -1, 1, -1, 0, 3])
        y = array([1, 2, 1, NAN, NAN, INF, -INF, INF, 0.0, -0.0, 0.0, -0.0, 0, 0, INF, INF, 5, -0.0])
        yield x, y, "infinities, NaN and zeros"
        if dtype == "float16":
            yield array([60000, 60000, 6e-8, -60000]), array([60000, 0.5, 0.5, 60000]), "overflow"
        return
    info = np.iinfo(t)
    if dtype == "uint64":  # graph files have no numbers beyond int64's
        return
    most, least = int(info.max), int(info.min)
    if op == "Pow":
        yield array([2, -3, 0, 0, 1, -1, 10, 7]), array([40, 41, 0, 5, 99, 7, 25, 1]), "overflow"
    elif op in DIVISIONS:
        if least < 0:
            yield (array([7, -7, 7, -7, 6, -6, 6, -6, 0, 0]),
                   array([2, 2, -2, -2, 3, 3, -3, -3, 5, -5]), "every pair of signs")
        yield (array([most, most, least, least, 1, most]),
               array([1, most, 1, most, most, 2]), "limits")
    else:
        yield (array([most, least, most, least, most, least, 0]),
               array([1, 1, most, least, least, most, least]), "overflow")


def expected_by_numpy(op, dtype, x, y):
    """The result where TensorFlow 2.21 is no oracle; None: it is one."""
    with np.errstate(all="ignore"):
        if op == "FloorMod" and dtype in FLOATS:
            return floored_remainder_of_reals(*np.broadcast_arrays(x, y))
        if op in ("Maximum", "Minimum") and dtype in FLOATS:
            a, b = np.broadcast_arrays(x, y)
            first = (a >= b if op == "Maximum" else a <= b) | np.isnan(a)
            return np.where(first, a, b).astype(x.dtype)
    return None


def binary_cases():
    random = np.random.default_rng(20)
    for op, dtypes in KERNELS.items():
        arithmetic = op in ("AddV2", "Div", "RealDiv", "SquaredDifference", "Pow")
        for dtype in dtypes:
            for x, y, what in operands(op, dtype, random):
                result = expected_by_numpy(op, dtype, x, y)
                rtol = ROUNDING[dtype] if arithmetic and dtype in ROUNDING else 0.0
                if dtype in ("float32", "float64") and op != "Pow":
                    rtol = 0.0
                yield Case(op, [x, y], what=f"{dtype}: {what}", raw={"x": x, "y": y}, rtol=rtol,
                           expected=None if result is None else [result])
        # Broadcasting, with one dtype.
        for x_shape, y_shape in (((), ()), ((), (2, 2)), ((2, 1, 3), (4, 1)), ((1, 3), (2, 3)),
                                 ((2, 1), (1, 0)), ((0,), ()), ((0, 3), (1, 3)), ((2, 3, 1, 2), (3, 2, 1)),
                                 ((1, 1), (1,)))[:9 if len(dtypes) < 9 else 5]:
            x = random.integers(1, 9, x_shape).astype(np.int32)
            y = random.integers(1, 9, y_shape).astype(np.int32)
            if op == "RealDiv":
                x, y = x.astype(np.float64), y.astype(np.float64)
            yield Case(op, [x, y], what=f"{list(x_shape)} with {list(y_shape)}", raw={"x": x, "y": y})
    for dtype in ("int16", "int32", "int64"):
        t = np.dtype(dtype).type
        least = np.iinfo(t).min
        x, y = np.array([least, least + 1], t), np.array([-1, -1], t)
        for op, result in (("Div", [least, -(least + 1)]), ("FloorDiv", [least, -(least + 1)]),
                           ("Mod", [0, 0]), ("FloorMod", [0, 0])):
            if dtype in KERNELS[op]:
                yield Case(op, [x, y], what=f"{dtype}: the least number by -1 wraps around",
                           expected=[np.array(result, t)])


def pow_cases():
    for dtype in ("float16", "float32", "float64"):
        t = np.dtype(dtype).type
        x = np.array([2, 4, -8, -8, 0, -0.0, -0.0, NAN, 1, -1, -INF, -INF, 0.5, 2, 10, -2, -2], t)
        y = np.array([-1, 0.5, 3, 1 / 3, -1, -3, -2, 0, NAN, INF, 3, 2, INF, -INF, 4, -3, 5], t)
        yield Case("Pow", [x, y], what=f"{dtype}: special powers", raw={"x": x, "y": y},
                   rtol=ROUNDING[dtype])
    x = np.linspace(0.01, 3, 24, dtype=np.float32)
    for power in (2.0, 0.5, -1.5, 7.25):
        y = np.array(power, np.float32)
        yield Case("Pow", [x, y], what=f"float32: to the {power}", raw={"x": x, "y": y},
                   rtol=ROUNDING["float32"])
    yield Case("Pow", [np.array([], np.int32), np.array(-1, np.int32)],
               what="a negative exponent of nothing", expected=[np.array([], np.int32)])


def logical_cases():
    for op in ("LogicalAnd", "LogicalOr"):
        for x, y, what in (
            ([False, False, True, True], [False, True, False, True], "every pair"),
            ([[True], [False]], [True, False, True], "broadcast"),
            (True, False, "scalars"),
            (True, [], "empty"),
        ):
            x, y = np.array(x, dtype=bool), np.array(y, dtype=bool)
            yield Case(op, [x, y], what=what, raw={"x": x, "y": y})


def select_cases():
    """Select of TensorFlow 1.15; numpy's where() with the condition's axes put first."""
    random = np.random.default_rng(21)

    def case(condition, t, e, what):
        condition, t, e = np.array(condition, dtype=bool), np.asarray(t), np.asarray(e)
        aligned = condition.reshape(condition.shape + (1,) * (t.ndim - condition.ndim))
        return Case("Select", [condition, t, e], what=what,
                    expected=[np.where(aligned, t, e).astype(t.dtype)])

    for dtype in FLOATS + ["int8", "int16", "int32", "int64", "uint8", "uint16", "bool"]:
        t = random.integers(0, 2 if dtype == "bool" else 9, (2, 3)).astype(dtype_of(dtype))
        e = random.integers(0, 2 if dtype == "bool" else 9, (2, 3)).astype(dtype_of(dtype))
        yield case([[True, False, True], [False, False, True]], t, e, f"{dtype}: of one shape")
        yield case([True, False], t, e, f"{dtype}: a vector chooses rows")
    words = np.array([[b"a", b"b"], [b"c", b"d"]], dtype=object)
    others = np.array([[b"e", b"f"], [b"g", "ä".encode()]], dtype=object)
    yield case([[True, False], [False, False]], words, others, "string: of one shape")
    yield case([False, True], words, others, "string: a vector chooses rows")
    yield case(True, words, others, "string: a scalar")
    special = np.array([NAN, INF, -0.0, -INF], np.float32)
    yield case([True, True, True, False], special, -special, "NaN, infinities and -0.0 as they are")
    for choice in (True, False):
        yield case(choice, special, -special, "a scalar chooses all")
        yield case(choice, np.int32(1), np.int32(2), "scalars")
    yield case([], np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32), "empty")
    yield case([True, False], np.zeros((2, 0), np.float32), np.zeros((2, 0), np.float32),
               "rows of nothing")
    yield case([True], np.ones((1, 4), np.int64), np.zeros((1, 4), np.int64), "one row")
    cube = np.arange(12, dtype=np.float64).reshape(3, 2, 2)
    yield case([False, True, False], cube, -cube, "a vector chooses matrices")
    yield case(cube % 2 == 0, cube, -cube, "three axes")


def clip_cases():
    def case(t, least, most, what, dtype):
        of = dtype_of(dtype)
        t, least, most = np.array(t, of), np.array(least, of), np.array(most, of)
        raw = {"t": t, "clip_value_min": least, "clip_value_max": most}
        return Case("ClipByValue", [t, least, most], what=f"{dtype}: {what}", raw=raw)

    for dtype in ("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8",
                  "uint16"):
        t = [[0, 1, 2], [3, 4, 5]]
        yield case(t, 1, 4, "between scalars", dtype)
        yield case(t, [[1, 1, 3], [0, 9, 9]], [[5, 1, 4], [2, 3, 9]], "between tensors", dtype)
    for dtype in ("float32", "int64"):
        yield case([0, 5, 9], 1, [9, 3, 4], "below a tensor", dtype)
        yield case([0, 5, 9], [1, 6, 2], 7, "above a tensor", dtype)
        yield case(5, 1, 3, "a scalar", dtype)
        yield case([], 1, 3, "empty", dtype)
        yield case([1, 5, 9], 6, 4, "bounds in the wrong order", dtype)
    for dtype in ("float32", "float64"):
        special = [NAN, INF, -INF, -0.0, 0.0, 1.5]
        yield case(special, -1, 1, "NaN, infinities and zeros", dtype)
        yield case(special, NAN, 1, "no lower bound where it is NaN", dtype)
        yield case(special, -1, NAN, "no upper bound where it is NaN", dtype)
        yield case(special, -INF, INF, "infinite bounds", dtype)


def bias_cases():
    random = np.random.default_rng(22)

    def case(value, bias, what, data_format="NHWC"):
        raw = {"value": value, "bias": bias, "data_format": data_format}
        expected = None
        if data_format == "NCHW":
            with np.errstate(over="ignore"):
                expected = [value + bias.reshape((-1,) + (1,) * (value.ndim - 2))]
        attributes = {} if data_format == "NHWC" else {"data_format": data_format}
        return Case("BiasAdd", [value, bias], attributes, what=what, raw=raw, expected=expected)

    for dtype in FLOATS + ["int8", "int16", "int32", "int64", "uint8", "uint16"]:
        value = random.integers(0, 9, (2, 3)).astype(dtype_of(dtype))
        bias = random.integers(0, 9, 3).astype(dtype_of(dtype))
        yield case(value, bias, f"{dtype}: a matrix")
        yield case(value.reshape(1, 3, 2), bias, f"{dtype}: NCHW", "NCHW")
    for shape, data_format in (((2, 2, 2, 3), "NHWC"), ((2, 3, 2, 2), "NCHW"), ((1, 2, 1, 2, 3), "NHWC"),
                               ((2, 3, 1, 2, 1), "NCHW"), ((0, 3), "NHWC"), ((2, 3, 0), "NCHW"),
                               ((1, 3, 1, 1), "NCHW")):
        value = random.uniform(-5, 5, shape).astype(np.float32)
        bias = np.array([1.5, -2.25, 0.1], np.float32)
        yield case(value, bias, f"{list(shape)} in {data_format}", data_format)
    yield case(np.zeros((2, 0), np.float32), np.zeros(0, np.float32), "no channels")
    yield case(np.array([[NAN, INF], [-INF, -0.0]], np.float32), np.array([1, -0.0], np.float32),
               "NaN, infinities and -0.0")
    yield case(np.array([[127, -128]], np.int8), np.array([1, -1], np.int8), "int8 wraps around")


def cases():
    yield from binary_cases()
    yield from pow_cases()
    yield from logical_cases()
    yield from select_cases()
    yield from clip_cases()
    yield from bias_cases()
