"""Ops that move elements: reshapes, transposes, slices, joins; and those that make tensors of a shape."""

import itertools

import numpy as np

from .case import Case

F = ["float32", "float16", "bfloat16", "float64"]
I = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
ALL = F + I + ["bool", "string"]


def numpy_dtype(name):
    if name == "bfloat16":
        import ml_dtypes
        return ml_dtypes.bfloat16
    return np.dtype(name)


def tensor(dtype, *shape):
    """Distinct elements, as far as the type has them."""
    n = int(np.prod(shape, dtype=np.int64))
    if dtype == "string":
        return np.array([f"s{i}".encode() if i % 4 else b"" for i in range(n)], dtype=object).reshape(shape)
    if dtype == "bool":
        return (np.arange(n) % 3 == 1).reshape(shape)
    values = np.arange(n) - (0 if dtype.startswith("u") else n // 2)
    return values.astype(numpy_dtype(dtype)).reshape(shape)


def ints(values, dtype="int32"):
    return np.array(values, dtype=dtype)


SPECIAL = np.array([np.nan, -0.0, 0.0, np.inf, -np.inf, 1.5], np.float32)


def reshape_cases():
    def case(x, shape, what="", index="int32"):
        return Case("Reshape", [x, ints(shape, index)], raw={"tensor": x, "shape": ints(shape, index)},
                    what=what)
    for dtype in ALL:
        yield case(tensor(dtype, 2, 3), [3, 2], dtype)
    yield case(tensor("float32", 2, 3, 4), [4, -1], "an open extent", "int64")
    yield case(tensor("float32", 6), [-1], "the same shape")
    yield case(tensor("float32", 1, 1), [], "to a scalar")
    yield case(tensor("float32"), [1, 1, 1], "a scalar")
    yield case(tensor("float32", 0, 3), [3, 0, 5], "no elements")
    yield case(tensor("float32", 0, 3), [-1, 3], "no elements, an open extent")
    yield case(SPECIAL, [2, -1], "special values")


def transpose_cases():
    def case(x, perm, what="", index="int32"):
        p = ints(perm, index)
        return Case("Transpose", [x, p], raw={"x": x, "perm": p}, what=what)
    for dtype in ALL:
        yield case(tensor(dtype, 2, 3), [1, 0], dtype)
    for perm in itertools.permutations(range(3)):
        yield case(tensor("float32", 2, 3, 4), perm, "three axes", "int64")
    yield case(tensor("int8", 2, 1, 3, 2), [3, 1, 0, 2], "four axes")
    yield case(tensor("float64", 2, 1, 2, 3, 2), [4, 2, 0, 3, 1], "five axes")
    yield case(tensor("float32", 1, 5, 1), [2, 0, 1], "only axes of one element move")
    yield case(tensor("float32"), [], "a scalar")
    yield case(tensor("float32", 0, 3), [1, 0], "no elements")
    yield case(SPECIAL.reshape(2, 3), [1, 0], "special values")
    big = tensor("float32", 5, 6)
    yield case(big, [1, 0], "larger than a block of four")


def expand_dims_cases():
    def case(x, axis, what="", index="int32"):
        a = ints(axis, index)
        return Case("ExpandDims", [x, a], raw={"input": x, "axis": a}, what=what)
    for dtype in ALL:
        yield case(tensor(dtype, 3), 0, dtype)
    for axis in (-3, -2, -1, 0, 1, 2):
        yield case(tensor("float32", 2, 2), axis, "each axis", "int64")
    yield case(tensor("float32"), 0, "a scalar")
    yield case(tensor("float32", 0), 1, "no elements")


def squeeze_cases():
    def case(x, axes, what=""):
        return Case("Squeeze", [x], {"squeeze_dims": axes} if axes else {},
                    raw={"input": x, "axis": axes}, what=what)
    for dtype in ALL:
        yield case(tensor(dtype, 1, 3, 1), [], dtype)
    for axes in ([0], [2], [-1], [0, 2], [-3, 2]):
        yield case(tensor("float32", 1, 3, 1), axes, "named axes")
    yield case(tensor("float32"), [], "a scalar")
    yield case(tensor("float32", 1, 0), [], "no elements")
    yield case(tensor("float32", 1, 1), [], "to a scalar")


def concat_cases():
    def case(xs, axis, what="", index="int32"):
        a = ints(axis, index)
        yield Case("ConcatV2", [*xs, a], raw={"values": xs, "axis": a}, what=what)
        a = ints(axis)
        yield Case("Concat", [a, *xs], raw={"concat_dim": a, "values": xs}, what=what)
    for dtype in ALL:
        yield from case([tensor(dtype, 2, 2), tensor(dtype, 1, 2)], 0, dtype)
    for axis in (-3, -2, -1, 0, 1, 2):
        yield from case([tensor("float32", 2, 1, 3), tensor("float32", 2, 1, 3)], axis, "each axis",
                        "int64")
    yield from case([tensor("int16", 2, 1), tensor("int16", 2, 0), tensor("int16", 2, 3)], 1,
                    "one of them empty")
    yield from case([tensor("float32", 0, 2), tensor("float32", 0, 2)], 1, "no elements")
    yield from case([SPECIAL, SPECIAL], 0, "special values")


def split_cases():
    def case(x, axis, num, what=""):
        a = ints(axis)
        return Case("Split", [a, x], {"num_split": num},
                    raw={"axis": a, "value": x, "num_split": num}, what=what)
    for dtype in ALL:
        yield case(tensor(dtype, 2, 4), 1, 2, dtype)
    for axis in (-3, -1, 0, 2):
        yield case(tensor("float32", 2, 1, 4), axis, 2, "each axis")
    yield case(tensor("float32", 2, 3), 1, 1, "one piece")
    yield case(tensor("float32", 0, 4), 1, 4, "no elements")
    yield case(tensor("float32", 0, 4), 0, 2, "nothing to cut")

    def case_v(x, sizes, axis, what="", index="int32"):
        a = ints(axis)
        s = ints(sizes, index)
        # A TensorFlow kernel of SplitV wants the sizes themselves.
        return Case("SplitV", [x, s, a], {"num_split": len(sizes)},
                    raw={"value": x, "size_splits": s, "axis": a, "num_split": len(sizes)}, what=what)
    for dtype in ALL:
        yield case_v(tensor(dtype, 2, 4), [1, 3], 1, dtype)
    for axis in (-3, -1, 0, 2):
        yield case_v(tensor("float32", 3, 1, 3), [2, 1] if axis != 1 else [1], axis, "each axis",
                     "int64")
    yield case_v(tensor("float32", 5), [1, -1, 2], 0, "an open size")
    yield case_v(tensor("float32", 4), [0, 4, 0], 0, "empty pieces")
    yield case_v(tensor("float32", 4), [-1, 4], 0, "an open size of nothing")
    yield case_v(tensor("float32", 2, 3), [3], 1, "one piece")


def slice_cases():
    def case(x, begin, size, what="", index="int32"):
        b, s = ints(begin, index), ints(size, index)
        return Case("Slice", [x, b, s], raw={"input": x, "begin": b, "size": s}, what=what)
    for dtype in ALL:
        yield case(tensor(dtype, 3, 4), [1, 1], [2, -1], dtype)
    yield case(tensor("float32", 2, 3, 4), [0, 1, 2], [2, 1, 2], "three axes", "int64")
    yield case(tensor("float32", 2, 3), [0, 0], [-1, -1], "all of it")
    yield case(tensor("float32", 2, 3), [2, 0], [0, 3], "nothing, at the end")
    yield case(tensor("float32"), [], [], "a scalar")
    yield case(tensor("float32", 0, 2), [0, 1], [0, 1], "no elements")


def strided_slice_cases():
    def case(x, begin, end, strides, what="", index="int32", **masks):
        b, e, s = ints(begin, index), ints(end, index), ints(strides, index)
        raw = dict(input=x, begin=b, end=e, strides=s, **masks)
        return Case("StridedSlice", [x, b, e, s], masks, raw=raw, what=what)
    for dtype in ALL:
        yield case(tensor(dtype, 3, 4), [0, 3], [3, 0], [2, -1], dtype)
    x = tensor("int32", 2, 3, 4)
    v = tensor("float32", 7)
    yield case(v, [0], [0], [-1], "[::-1]", begin_mask=1, end_mask=1)
    yield case(v, [-2], [0], [-2], "[-2::-2]", "int64", end_mask=1)
    yield case(v, [-100], [100], [3], "bounds beyond both ends")
    yield case(v, [100], [-100], [-3], "the same, backwards")
    yield case(v, [5], [2], [1], "nothing")
    yield case(v, [2], [5], [-1], "nothing, backwards")
    yield case(v, [-1], [0], [1], "the last", shrink_axis_mask=1)
    yield case(v, [6], [7], [100], "one index and a large stride")
    yield case(v, [0], [7], [2**31 - 1], "the largest stride")
    yield case(v, [6], [-8], [-2**31], "the smallest stride")
    yield case(v, [0], [7], [2**63 - 1], "the largest stride of 64 bits", "int64")
    yield case(x, [1], [2], [1], "[1]: the axes that are left", shrink_axis_mask=1)
    yield case(x, [0, 1], [0, 2], [1, 1], "[..., 1]", ellipsis_mask=1, shrink_axis_mask=2)
    yield case(x, [1, 0, -1], [2, 0, 0], [1, 1, 1], "[1, ..., -1]", ellipsis_mask=2,
               shrink_axis_mask=5)
    yield case(x, [0, 0, 1], [0, 0, 2], [1, 1, 1], "[None, ..., 1:2]", new_axis_mask=1,
               ellipsis_mask=2)
    yield case(x, [0, 0, 0, 0], [0, 2, 0, 3], [1, 1, 1, 2], "[None, 0:2, None, 0:3:2]",
               new_axis_mask=5)
    yield case(x, [0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1], "[..., None, 0, 0]", ellipsis_mask=1,
               new_axis_mask=2, shrink_axis_mask=12)
    yield case(x, [0, 0, 0, 0], [2, 3, 4, 0], [1, 1, 1, 1], "an ellipsis that stands for nothing",
               ellipsis_mask=8)
    yield case(x, [1, 1, 1], [2, 2, 2], [1, 1, 1], "to a scalar", shrink_axis_mask=7)
    yield case(x, [1], [0], [1], "a new axis wins over one index", new_axis_mask=1,
               shrink_axis_mask=1)
    yield case(tensor("float32"), [0], [0], [1], "a scalar with a new axis", new_axis_mask=1)
    yield case(tensor("float32", 0, 3), [0, 2], [0, 0], [1, -1], "no elements")


def pad_cases():
    def case(x, paddings, what="", index="int32"):
        p = ints(paddings, index).reshape(-1, 2)
        expected = None
        if x.dtype == object:
            expected = [np.pad(x, p, constant_values=b"")]
        elif x.dtype.kind == "b" or x.dtype.name == "bfloat16":
            expected = [np.pad(x, p)] if x.dtype.kind == "b" else None
        return Case("Pad", [x, p], raw={"input": x, "paddings": p}, what=what, expected=expected)
    for dtype in ALL:
        yield case(tensor(dtype, 2, 2), [[1, 0], [0, 2]], dtype)
    yield case(tensor("float32", 1, 2, 2), [[0, 0], [1, 1], [2, 0]], "three axes", "int64")
    yield case(tensor("float32", 2, 2), [[0, 0], [0, 0]], "nothing around it")
    yield case(tensor("float32"), np.zeros((0, 2)), "a scalar")
    yield case(tensor("float32", 0, 2), [[1, 1], [0, 1]], "no elements")
    yield case(SPECIAL, [[1, 2]], "special values")


def tile_cases():
    def case(x, multiples, what="", index="int32"):
        m = ints(multiples, index)
        return Case("Tile", [x, m], raw={"input": x, "multiples": m}, what=what,
                    expected=[np.tile(x, m) if m.size else x])
    for dtype in ALL:
        yield case(tensor(dtype, 2, 2), [2, 3], dtype)
    yield case(tensor("float32", 2, 1, 2), [1, 3, 2], "three axes", "int64")
    yield case(tensor("float32", 2, 2), [1, 1], "once")
    yield case(tensor("float32", 2, 2), [0, 2], "not at all")
    yield case(tensor("float32"), [], "a scalar")
    yield case(tensor("float32", 0, 2), [3, 1], "no elements")


def pack_cases():
    def case(xs, axis, what=""):
        return Case("Pack", list(xs), {"axis": axis} if axis else {},
                    raw={"values": list(xs), "axis": axis}, what=what)
    for dtype in ALL:
        yield case([tensor(dtype, 2), tensor(dtype, 2)], 0, dtype)
    for axis in (-3, -2, -1, 0, 1, 2):
        yield case([tensor("float32", 2, 3), tensor("float32", 2, 3)], axis, "each axis")
    yield case([tensor("float32")], 0, "one scalar")
    yield case([tensor("int64")] * 3, -1, "scalars")
    yield case([tensor("float32", 0, 2)] * 2, 1, "no elements")

    def case_un(x, axis, what=""):
        num = x.shape[axis]
        return Case("Unpack", [x], {"num": num, **({"axis": axis} if axis else {})},
                    raw={"value": x, "num": num, "axis": axis}, what=what)
    for dtype in ALL:
        yield case_un(tensor(dtype, 2, 2), 0, dtype)
    for axis in (-3, -2, -1, 0, 1, 2):
        yield case_un(tensor("float32", 2, 3, 2), axis, "each axis")
    yield case_un(tensor("float32", 3), 0, "to scalars")
    yield case_un(tensor("float32", 2, 0), 0, "no elements")


def gather_cases():
    def case(x, indices, what="", index="int32"):
        i = ints(indices, index)
        return Case("Gather", [x, i], raw={"params": x, "indices": i}, what=what)
    for dtype in ALL:
        yield case(tensor(dtype, 3, 2), [2, 0, 2], dtype)
    yield case(tensor("float32", 4), [[3, 1], [0, 0]], "indices of two axes", "int64")
    yield case(tensor("float32", 3, 2), 1, "one index")
    yield case(tensor("float32", 3, 2), np.zeros((0,)), "no indices")
    yield case(tensor("float32", 3, 0), [1, 2], "empty rows")

    def case2(x, indices, axis, batch=0, what="", index="int32"):
        i, a = ints(indices, index), ints(axis)
        return Case("GatherV2", [x, i, a], {"batch_dims": batch} if batch else {},
                    raw={"params": x, "indices": i, "axis": a, "batch_dims": batch}, what=what)
    for dtype in ALL:
        yield case2(tensor(dtype, 2, 3), [2, 0], 1, 0, dtype)
    for axis in (-3, -2, -1, 0, 1, 2):
        yield case2(tensor("float32", 2, 2, 3), [[1, 0]], axis, 0, "each axis", "int64")
    yield case2(tensor("float32", 2, 3), [[2, 0], [1, 1]], 1, 1, "an axis in common")
    yield case2(tensor("float32", 2, 3), [[2, 0], [1, 1]], -1, -1, "the same, from the end")
    yield case2(tensor("float32", 2, 2, 3), [1, 0], 2, 1, "an index for each")
    yield case2(tensor("float32", 2, 3), np.zeros((0,)), 1, 0, "no indices")


def one_hot_cases():
    def case(indices, depth, on, off, axis=-1, what="", index="int32"):
        i, d = ints(indices, index), ints(depth)
        return Case("OneHot", [i, d, on, off], {"axis": axis} if axis != -1 else {},
                    raw={"indices": i, "depth": d, "on_value": on, "off_value": off, "axis": axis},
                    what=what)
    for dtype in ALL:
        on, off = tensor(dtype, 2)[1], tensor(dtype, 2)[0]
        if dtype == "string":
            on, off = np.array(b"on", dtype=object), np.array(b"off", dtype=object)
        yield case([0, 2, 1], 3, np.asarray(on), np.asarray(off), -1, dtype)
    one, zero = np.float32(5), np.float32(-0.0)
    for axis in (0, 1, 2):
        yield case([[0, 1], [2, -1]], 3, one, zero, axis, "each axis; -1 marks nothing", "int64")
    yield case([0, 3, 255], 4, one, zero, -1, "indices of 8 bits; one is out of range", "uint8")
    yield case(1, 3, one, zero, -1, "one index")
    yield case([0, 1], 0, one, zero, -1, "no depth")
    yield case(np.zeros((0,)), 3, one, zero, 0, "no indices")


def reverse_cases():
    types = [t for t in ALL if t not in ("bfloat16", "uint32", "uint64")]

    def case(x, dims, what=""):
        d = np.array(dims, bool)
        return Case("Reverse", [x, d], raw={"tensor": x, "dims": d}, what=what)
    for dtype in types:
        yield case(tensor(dtype, 2, 3), [True, True], dtype)
    yield case(tensor("float32", 2, 2, 3), [True, False, True], "two of three axes")
    yield case(tensor("float32", 2, 3), [False, False], "no axis")
    yield Case("Reverse", [tensor("float32"), np.zeros((0,), bool)], expected=[tensor("float32")],
               what="a scalar")
    empty = tensor("float32", 0, 3)
    yield Case("Reverse", [empty, np.array([True, True])], expected=[empty], what="no elements")

    def case2(x, axes, what="", index="int32"):
        a = ints(axes, index)
        return Case("ReverseV2", [x, a], raw={"tensor": x, "axis": a}, what=what)
    for dtype in types + ["bfloat16"]:
        yield case2(tensor(dtype, 2, 3), [1], dtype)
    yield case2(tensor("float32", 2, 2, 3), [-1, 0], "two axes", "int64")
    yield case2(tensor("float32", 2, 3), [], "no axis")
    yield case2(tensor("float32", 0, 3), [0, 1], "no elements")


def broadcast_to_cases():
    def case(x, shape, what="", index="int32"):
        s = ints(shape, index)
        return Case("BroadcastTo", [x, s], raw={"input": x, "shape": s}, what=what,
                    expected=[np.broadcast_to(x, shape)])
    for dtype in ALL:
        yield case(tensor(dtype, 2, 1), [2, 3], dtype)
    yield case(tensor("float32", 3), [2, 2, 3], "new axes", "int64")
    yield case(tensor("float32", 2, 1, 2), [2, 2, 2], "an axis in the middle")
    yield case(tensor("float32"), [2, 2], "a scalar")
    yield case(tensor("float32"), [], "a scalar to a scalar")
    yield case(tensor("float32", 1, 2), [0, 2], "to no elements")
    yield case(tensor("float32", 0, 1), [0, 2], "no elements")


def metadata_cases():
    shapes = [(), (3,), (2, 0, 4), (1, 1, 1, 1, 1, 2)]
    for op in ("Shape", "Size", "Rank"):
        for dtype in ALL:
            x = tensor(dtype, 2, 3)
            yield Case(op, [x], raw={"input": x}, what=dtype)
        for shape in shapes:
            x = tensor("float32", *shape)
            yield Case(op, [x], raw={"input": x}, what=f"{len(shape)} axes")
            if op != "Rank":
                import tensorflow as tf
                yield Case(op, [x], {"out_type": "int64"}, raw={"input": x, "out_type": tf.int64},
                           what=f"{len(shape)} axes, int64")


def range_cases():
    import tensorflow as tf

    def case(dtype, start, limit, delta, what=""):
        args = [np.array(v, numpy_dtype(dtype)) for v in (start, limit, delta)]
        # As tensors: an array would be taken for int32, the default of Tidx.
        raw = dict(zip(("start", "limit", "delta"), [tf.constant(a) for a in args]))
        return Case("Range", args, raw=raw, what=what)
    for dtype in ("int32", "int64", "float32", "float64", "bfloat16"):
        yield case(dtype, 0, 5, 1, dtype)
        yield case(dtype, 7, -3, -4, dtype + ", downwards")
        yield case(dtype, 3, 3, 1, dtype + ", nothing")
    # TensorFlow 1.15 adds the step again and again; TensorFlow 2 multiplies it.
    for dtype, start, limit, delta in (("float32", 0, 1, 0.1), ("float64", 1, 0, -0.3),
                                       ("bfloat16", 0, 2, 0.3)):
        rounded = case(dtype, start, limit, delta, dtype + ", steps that are rounded")
        value, step = rounded.inputs[0][()], rounded.inputs[2][()]
        sums = []
        while abs(float(value) - start) < abs(limit - start):
            sums.append(value)
            value = type(value)(value + step)
        rounded.expected = [np.array(sums)]
        yield rounded
    yield case("int32", -2**31, -2**31 + 2, 1, "the smallest numbers")
    yield case("int64", 2**62, 2**62 + 5, 2, "large numbers")

    def line(dtype, start, stop, num, what="", index="int32"):
        a, b, n = numpy_dtype(dtype).type(start), numpy_dtype(dtype).type(stop), ints(num, index)
        return Case("LinSpace", [np.asarray(a), np.asarray(b), n],
                    raw={"start": np.asarray(a), "stop": np.asarray(b), "num": n}, what=what,
                    rtol=2e-7 if dtype == "float32" else 4e-16, atol=1e-7 if dtype == "float32" else 1e-16)
    for dtype in ("float32", "float64"):
        yield line(dtype, 0, 1, 5, dtype)
        yield line(dtype, 1, -2, 7, dtype + ", downwards", "int64")
        yield line(dtype, 3, 9, 1, dtype + ", one number")
        yield line(dtype, 3, 9, 2, dtype + ", two numbers")
        yield line(dtype, 2, 2, 3, dtype + ", all the same")
        yield line(dtype, 0.1, 0.7, 11, dtype + ", rounded")
    import ml_dtypes
    yield Case("LinSpace", [np.array(0, ml_dtypes.bfloat16), np.array(1, ml_dtypes.bfloat16), ints(5)],
               expected=[np.array([0, .25, .5, .75, 1], ml_dtypes.bfloat16)], what="bfloat16")


def fill_cases():
    def case(dims, value, what="", index="int32"):
        d = ints(dims, index)
        return Case("Fill", [d, value], raw={"dims": d, "value": value}, what=what)
    for dtype in ALL:
        yield case([2, 3], np.asarray(tensor(dtype, 2)[1]) if dtype != "string"
                   else np.array(b"x", dtype=object), dtype)
    yield case([], np.float32(2), "a scalar")
    yield case([2, 0, 3], np.float32(2), "no elements", "int64")
    yield case([3], np.float32(-0.0), "negative zero")
    yield case([3], np.float32(np.nan), "NaN")


def matrix_cases():
    def band(x, lower, upper, what="", index="int64"):
        lo, up = ints(lower, index), ints(upper, index)
        return Case("MatrixBandPart", [x, lo, up],
                    raw={"input": x, "num_lower": lo, "num_upper": up}, what=what,
                    expected=[banded(x, lower, upper)])

    def banded(x, lower, upper):
        i, j = np.indices(x.shape[-2:])
        inside = ((lower < 0) | (i - j <= lower)) & ((upper < 0) | (j - i <= upper))
        return np.where(inside, x, np.zeros((), x.dtype))
    for dtype in F + I + ["bool"]:
        yield band(tensor(dtype, 3, 3), 1, 0, dtype)
    for lower, upper in ((-1, 0), (0, -1), (0, 0), (-1, -1), (2, 1), (3, 4)):
        yield band(tensor("float32", 3, 4), lower, upper, f"{lower}, {upper}", "int32")
    yield band(tensor("float32", 4, 2), 1, 1, "tall")
    yield band(tensor("float32", 2, 2, 2), 0, -1, "two matrices")
    yield band(tensor("float32", 0, 3), 0, 0, "no elements")
    yield band(SPECIAL.reshape(2, 3), 0, 0, "special values")

    for dtype in F + I:
        x = tensor(dtype, 3, 3)
        yield Case("Trace", [x], expected=[np.asarray(np.trace(x), x.dtype)], what=dtype)
    x = tensor("float32", 2, 2, 3)
    yield Case("Trace", [x], expected=[np.trace(x, axis1=-2, axis2=-1)], what="two matrices")
    yield Case("Trace", [np.zeros((0, 3), np.float32)], expected=[np.float32(0)], what="no rows")
    yield Case("Trace", [np.zeros((2, 0, 0), np.float32)], expected=[np.zeros(2, np.float32)],
               what="no elements")
    x = np.array([[2**31 - 1, 0], [0, 1]], np.int32)
    yield Case("Trace", [x], expected=[np.int32(-2**31)], what="overflow")
    x = np.array([[np.inf, 0], [0, -np.inf]], np.float32)
    yield Case("Trace", [x], expected=[np.float32(np.nan)], what="infinities")

    for dtype in F + I + ["bool"]:
        yield Case("Eye", [], {"num_rows": 2, "dtype": dtype},
                   expected=[np.eye(2).astype(numpy_dtype(dtype))], what=dtype)
    for rows, columns in ((2, 4), (4, 2), (0, 3), (3, 0)):
        yield Case("Eye", [], {"num_rows": rows, "num_columns": columns},
                   expected=[np.eye(rows, columns, dtype=np.float32)], what=f"{rows} by {columns}")
    yield Case("Eye", [], {"num_rows": 2, "batch_shape": [2, 1]},
               expected=[np.broadcast_to(np.eye(2, dtype=np.float32), (2, 1, 2, 2))], what="a batch")


def cases():
    yield from reshape_cases()
    yield from transpose_cases()
    yield from expand_dims_cases()
    yield from squeeze_cases()
    yield from concat_cases()
    yield from split_cases()
    yield from slice_cases()
    yield from strided_slice_cases()
    yield from pad_cases()
    yield from tile_cases()
    yield from pack_cases()
    yield from gather_cases()
    yield from one_hot_cases()
    yield from reverse_cases()
    yield from broadcast_to_cases()
    yield from metadata_cases()
    yield from range_cases()
    yield from fill_cases()
    yield from matrix_cases()
