"""Cases of the ops of one operand, and of those that pass their input on.

Expected values are TensorFlow's where it is exact or accurate, else numpy's or Python's in double
precision, rounded once. Named where they differ on purpose:
  Sign of NaN is 0, as in TensorFlow 1.15 (2.x: NaN);
  Cast of a float outside an integer's range saturates, NaN becomes 0 (TensorFlow's GPU kernel; its
  CPU kernel leaves it to the processor).
"""

import math

import ml_dtypes
import numpy as np

from .case import Case

BFLOAT16 = ml_dtypes.bfloat16
FLOATS = [np.float16, BFLOAT16, np.float32, np.float64]
INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]
RTOL = {np.float16: 1e-3, BFLOAT16: 1e-2, np.float32: 2e-6, np.float64: 1e-14}
# Below them a type has no full precision.
ATOL = {np.float16: 1e-7, BFLOAT16: 1e-38, np.float32: 1e-38, np.float64: 1e-307}
INF = math.inf
NAN = math.nan


def name(dtype):
    return np.dtype(dtype).name


def is_integer(dtype):
    return dtype in INTEGERS


def integer_limits(dtype):
    """What graph files can hold of a type: integers in them are at most 2^63 - 1."""
    limits = np.iinfo(dtype)
    return int(limits.min), min(int(limits.max), 2**63 - 1)


def rounded(function, array):
    """function of each element in double precision, rounded to the array's type."""
    with np.errstate(all="ignore"):
        return np.asarray([function(float(v)) for v in array.reshape(-1)],
                          dtype=np.float64).reshape(array.shape).astype(array.dtype)


def total(function):
    """A function of math that gives NaN and infinity in place of exceptions."""
    def call(x):
        if math.isnan(x):
            return NAN
        try:
            return function(x)
        except OverflowError:
            return INF
        except ValueError:
            return NAN
    return call


def sigmoid(x):
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def softplus(x):
    return x if x > 700 else math.log1p(math.exp(x))


def gelu(x):
    return -0.0 if -INF < x < -38 else 0.5 * x * math.erfc(-x / math.sqrt(2))


def gelu_tanh(x):
    return 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


def log_of_zero_is_infinite(function, zero):
    return lambda x: -INF if x == zero else function(x)


def zero_is_infinite(function):
    return lambda x: math.copysign(INF, x) if x == 0 else function(x)


def real(op, values, function, argument="x", integers=(), attributes=None, exact=False, atol=None):
    """An op on floats, and on those integers where TensorFlow is asked."""
    for dtype in FLOATS:
        rtol, least = (0.0, 0.0) if exact else (RTOL[dtype], atol or ATOL[dtype])
        def case(array, what):
            return Case(op, [array], dict(attributes or {}), f"{name(dtype)}, {what}",
                        expected=[rounded(total(function), array)], rtol=rtol, atol=least)
        yield case(np.asarray(values, dtype=dtype), "ordinary values and edges")
        yield case(np.asarray(values[2], dtype=dtype), "a scalar")
        yield case(np.zeros((2, 0, 3), dtype=dtype), "empty")
    matrix = np.linspace(0.1, 3, 21, dtype=np.float32).reshape(3, 7)
    yield Case(op, [matrix], dict(attributes or {}), "float32, a matrix of odd extents",
               expected=[rounded(function, matrix)], rtol=0.0 if exact else 2e-6,
               atol=0.0 if exact else 1e-38)
    for dtype in integers:
        lowest, highest = integer_limits(dtype)
        array = np.asarray([lowest, lowest + 1, 0, 1, 6, 7, 100, highest], dtype=dtype)
        expected = [array] if op == "Round" else None  # TensorFlow 2.21 answers 0
        yield Case(op, [array], dict(attributes or {}), f"{name(dtype)} and its limits",
                   expected=expected, raw={argument: array})
        empty = np.zeros((0,), dtype=dtype)
        yield Case(op, [empty], dict(attributes or {}), f"{name(dtype)}, empty",
                   raw={argument: empty})


EDGES = [-2.5, -1.0, 0.75, -0.0, 0.0, 0.5, 1.0, 1.5, 2.5, 5.25, -7.0, 11.0, NAN, INF, -INF, 1e-4,
         -1e-4, 88.5, -88.5, 3e4, -3e4]
SIGNED = [np.int32, np.int64]


def without_nan(values):
    return [v for v in values if not math.isnan(v)]


def arithmetic():
    yield from real("Neg", EDGES, lambda x: -x, integers=SIGNED, exact=True)
    yield from real("Abs", EDGES, abs, integers=[np.int8, np.int16] + SIGNED, exact=True)
    yield from real("Sign", without_nan(EDGES), lambda x: float((x > 0) - (x < 0)),
                    integers=SIGNED, exact=True)
    yield from real("Square", EDGES, lambda x: x * x, integers=SIGNED, exact=True)
    yield from real("Relu", EDGES, lambda x: 0.0 if x < 0 else x, "features", INTEGERS, exact=True)
    yield from real("Relu6", EDGES + [5.5, 6.0, 6.5], lambda x: 0.0 if x < 0 else min(x, 6.0),
                    "features", INTEGERS, exact=True)
    yield from real("Reciprocal", EDGES, zero_is_infinite(lambda x: 1 / x))
    yield from real("Floor", EDGES, lambda x: np.floor(x), exact=True)
    yield from real("Ceil", EDGES, lambda x: np.ceil(x), exact=True)
    yield from real("Round", EDGES + [-0.5, -1.5, 3.5, 0.4999], lambda x: np.rint(x),
                    integers=SIGNED, exact=True)


def sign_of_nan():
    """Sign's total() would answer NaN."""
    for dtype in FLOATS:
        array = np.asarray([NAN, 1.0, -1.0], dtype=dtype)
        yield Case("Sign", [array], {}, f"{name(dtype)}, NaN",
                   expected=[np.asarray([0, 1, -1], dtype=dtype)])


def functions():
    powers = EDGES + [-100.0, 87.0, 0.001, -17.3]
    yield from real("Exp", powers, math.exp)
    yield from real("Log", EDGES, log_of_zero_is_infinite(math.log, 0.0))
    yield from real("Log1p", EDGES, log_of_zero_is_infinite(math.log1p, -1.0))
    yield from real("Sqrt", EDGES, math.sqrt)
    yield from real("Rsqrt", EDGES, zero_is_infinite(lambda x: 1 / math.sqrt(x)))
    yield from real("Sin", EDGES + [3.0, 100.0, -1000.0], math.sin)
    yield from real("Cos", EDGES + [3.0, 100.0, -1000.0], math.cos)
    yield from real("Tanh", EDGES, math.tanh)
    yield from real("Sigmoid", EDGES, sigmoid, atol=1e-37)
    yield from real("Erf", EDGES, math.erf)
    yield from real("Elu", EDGES, lambda x: math.expm1(x) if x < 0 else x)
    yield from real("Softplus", EDGES, softplus)
    yield from real("Gelu", [v for v in EDGES if v != -INF], gelu, atol=1e-7)
    yield from real("Gelu", [v for v in EDGES if abs(v) < 1e4], gelu_tanh,
                    attributes={"approximate": True}, atol=1e-7)


def agrees_with_tensorflow():
    """The same functions once more with TensorFlow's own values."""
    values = [-6.5, -3.0, -1.25, -0.5, -0.0, 0.0, 0.5, 0.875, 1.0, 2.0, 6.5]
    features = {"Relu6", "Elu", "Softplus"}
    for op in ["Exp", "Log1p", "Sqrt", "Rsqrt", "Sin", "Cos", "Tanh", "Sigmoid", "Erf", "Elu",
               "Softplus", "Round", "Floor", "Ceil", "Neg", "Abs", "Square", "Reciprocal", "Relu6"]:
        for dtype in [np.float16, np.float32, np.float64]:
            array = np.asarray(values, dtype=dtype)
            if op == "Relu6":  # TensorFlow's sign of zero depends on the place in the array
                array = np.asarray([v for v in values if v != 0], dtype=dtype)
            rtol = 4e-3 if dtype == np.float16 and op == "Softplus" else RTOL[dtype]
            yield Case(op, [array], {}, f"{name(dtype)}, by TensorFlow",
                       raw={"features" if op in features else "x": array},
                       rtol=rtol, atol=1e-3 if dtype == np.float16 else 0.0)
    array = np.asarray([0.25, 0.5, 1.0, 2.0, 1e-30, 1e30], dtype=np.float32)
    yield Case("Log", [array], {}, "float32, by TensorFlow", raw={"x": array}, rtol=2e-6)


def tests_of_numbers():
    for op in ["IsNan", "IsFinite"]:
        for dtype in FLOATS:
            array = np.asarray([[0.0, -0.0, NAN], [INF, -INF, 1e4]], dtype=dtype)
            yield Case(op, [array], {}, name(dtype), raw={"x": array})
            scalar = np.asarray(NAN, dtype=dtype)
            yield Case(op, [scalar], {}, f"{name(dtype)}, a scalar", raw={"x": scalar})
            empty = np.zeros((3, 0), dtype=dtype)
            yield Case(op, [empty], {}, f"{name(dtype)}, empty", raw={"x": empty})
    for array in [np.asarray([True, False, True]), np.asarray(False), np.zeros((0, 2), dtype=bool)]:
        yield Case("LogicalNot", [array], {}, f"shape {array.shape}", raw={"x": array})


def limits_of(dtype):
    if dtype == bool:
        return [False, True]
    if is_integer(dtype):
        lowest, highest = integer_limits(dtype)
        more = [257, -129, 65535, 16777217, 2049, 65519] if dtype in SIGNED else []
        return [0, 1, 2, 100, highest, lowest] + more
    return [0.0, -0.0, 1.0, 2.75, 100.5]


def cast(array, to, truncate=None, expected=None, what=""):
    attributes = {"DstT": name(to)}
    raw = {"x": array, "DstT": name(to)}
    if truncate:
        attributes["Truncate"] = raw["Truncate"] = True
    return Case("Cast", [array], attributes, what or f"{name(array.dtype)} to {name(to)}",
                expected=expected, raw=raw)


def saturated(array, to):
    limits = np.iinfo(to)
    return np.asarray([0 if math.isnan(v) else limits.max if v >= float(limits.max)
                       else limits.min if v <= float(limits.min) else int(v)
                       for v in array.astype(np.float64)], dtype=to)


def casts_between_types():
    """Each source type is read in one way and each target written from one of five types."""
    types = [bool] + FLOATS + INTEGERS
    for source in types:
        if source in (np.float32, np.float64):
            targets = [bool] + FLOATS
        elif source in (np.int32, np.int64, np.uint64):
            targets = types
        else:
            targets = [np.float64, np.int8]
        for to in targets:
            if source == to:
                continue
            values = limits_of(source)
            if to == np.uint64:
                values = [v for v in values if v >= 0]
            yield cast(np.asarray(values, dtype=source), to)


def casts_at_edges():
    numbers = [NAN, INF, -INF, 300.7, -1.5, -0.9, 127.9, 128.0, 255.9, 256.0, -129.0, 70000.0, 1e20,
               -1e20, 2147483648.0, 4294967296.0, 9.3e18, 1.9e19]
    for source in [np.float32, np.float64]:
        for to in INTEGERS:
            values = [v for v in numbers if to != np.uint64 or not v > 1e18]
            array = np.asarray(values, dtype=source)
            yield cast(array, to, expected=[saturated(array, to)],
                       what=f"{name(source)} to {name(to)}, out of range")
    for source in [np.float16, BFLOAT16]:
        array = np.asarray([NAN, INF, -INF, 300.0, -1.5, 127.9], dtype=source)
        for to in [np.int8, np.uint8]:
            yield cast(array, to, expected=[saturated(array, to)],
                       what=f"{name(source)} to {name(to)}, out of range")
    array = np.asarray([NAN, INF, -0.0, 1e-45, 0.0], dtype=np.float32)
    yield cast(array, bool, expected=[array != 0],  # TensorFlow takes 1e-45 for 0
               what="float32 to bool: NaN is true")


def casts_that_round():
    single = np.asarray([1.0009765, 1.0049, 65519.0, 65520.0, 1.99999, -1e-8, 3e38, NAN, INF,
                         -2.001], dtype=np.float32)
    double = np.asarray([1.9999999999, 1e-8, 1e300, 1 + 2**-11 + 2**-30, 1 + 2**-8 + 2**-30, -INF,
                         NAN, 6.1e-5, -3.0009e-5], dtype=np.float64)
    for truncate in [False, True]:
        for array, targets in [(single, [np.float16, BFLOAT16]),
                               (double, [np.float16, BFLOAT16, np.float32])]:
            for to in targets:
                how = "cut" if truncate else "rounded"
                yield cast(array, to, truncate, what=f"{name(array.dtype)} to {name(to)}, {how}")
    array = np.asarray([1.0049, 65504.0, 6e-8, NAN], dtype=np.float16)
    yield cast(array, BFLOAT16, True, what="float16 to bfloat16 is rounded all the same")
    yield cast(np.asarray(2.5, dtype=np.float32), np.int32, what="a scalar")
    yield cast(np.zeros((2, 0), dtype=np.int32), np.float32, what="empty")
    yield cast(np.arange(3, dtype=np.int32), np.int32, what="to its own type")


def passed_on():
    for dtype in FLOATS:
        array = np.asarray([[-0.0, 1.5, -2.5]], dtype=dtype)
        yield Case("CheckNumerics", [array], {"message": "x"}, name(dtype), expected=[array])
    yield Case("CheckNumerics", [np.zeros((0, 3), dtype=np.float32)], {"message": "x"}, "empty",
               expected=[np.zeros((0, 3), dtype=np.float32)])
    tensors = [np.asarray([1.5, NAN], dtype=np.float32), np.asarray([[1], [2]], dtype=np.int32),
               np.asarray([True, False]), np.asarray([b"a", b"bc"], dtype=object),
               np.asarray(-7, dtype=np.int64), np.zeros((0, 2), dtype=np.float16)]
    texts = tensors[3]
    for array in tensors:
        yield Case("StopGradient", [array], {}, f"{array.dtype.name}", expected=[array])
    yield Case("IdentityN", tensors, {}, "six types together", expected=tensors)
    yield Case("IdentityN", tensors[:1], {}, "one tensor", expected=tensors[:1])
    for dtype in [bool] + FLOATS + INTEGERS:
        array = np.asarray([[0, 1, 1], [1, 0, 1]]).astype(dtype)
        yield Case("ZerosLike", [array], {}, name(dtype), raw={"x": array})
        if dtype not in (np.uint32, np.uint64):
            yield Case("OnesLike", [array], {}, name(dtype), raw={"x": array})
    yield Case("ZerosLike", [texts], {}, "texts", expected=[np.asarray([b"", b""], dtype=object)])
    for op in ["ZerosLike", "OnesLike"]:
        for array in [np.asarray(3.0, dtype=np.float32), np.zeros((2, 0, 1), dtype=np.int32)]:
            yield Case(op, [array], {}, f"shape {array.shape}", raw={"x": array})


def cases():
    yield from arithmetic()
    yield from sign_of_nan()
    yield from functions()
    yield from agrees_with_tensorflow()
    yield from tests_of_numbers()
    yield from casts_between_types()
    yield from casts_at_edges()
    yield from casts_that_round()
    yield from passed_on()
