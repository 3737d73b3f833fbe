"""Convolution, pooling, normalisation, batches of products, inverses and factors of matrices."""

import numpy as np

from .case import Case, _tensorflow

FLOATS = (np.float32, np.float64, np.float16)
NAN, INF = float("nan"), float("inf")


def values(shape, dtype=np.float32, seed=0):
    """Halves between -2 and 2, none of them 0: sums of their products are exact in every type."""
    steps = np.array([-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2])
    picked = np.random.RandomState(seed).randint(0, 8, size=shape)
    return np.asarray(steps[picked], dtype=dtype).reshape(shape)


def to_nchw(array):
    return np.ascontiguousarray(np.transpose(array, (0, 3, 1, 2)))


def axes_to_nchw(of_axes):
    return [of_axes[0], of_axes[3], of_axes[1], of_axes[2]]


def dilated(rows, columns):
    return [1, rows, columns, 1]


def convolution(x, f, strides, padding, dilations=(1, 1, 1, 1), paddings=()):
    tf = _tensorflow()
    result = tf.raw_ops.Conv2D(input=tf.constant(x), filter=tf.constant(f), strides=list(strides),
                               padding=padding, dilations=list(dilations),
                               explicit_paddings=list(paddings))
    return result.numpy()


def in_groups(x, f, groups, convolve):
    """A grouped convolution as one convolution a group."""
    channels = x.shape[3] // groups
    out = f.shape[3] // groups
    parts = [convolve(np.ascontiguousarray(x[..., g * channels:(g + 1) * channels]),
                      np.ascontiguousarray(f[..., g * out:(g + 1) * out])) for g in range(groups)]
    return np.concatenate(parts, axis=3)


def conv2d(what, x, f, strides=(1, 1), padding="SAME", dilations=(1, 1), paddings=(), groups=1,
           channels_first=False, **more):
    strides = dilated(*strides)
    dilations = dilated(*dilations)
    expected = in_groups(x, f, groups,
                         lambda a, b: convolution(a, b, strides, padding, dilations, paddings))
    attributes = {"strides": strides, "padding": padding}
    if dilations != [1, 1, 1, 1]:
        attributes["dilations"] = dilations
    if paddings:
        attributes["explicit_paddings"] = list(paddings)
    if channels_first:
        x, expected = to_nchw(x), to_nchw(expected)
        attributes = {key: axes_to_nchw(value) if key in ("strides", "dilations") else value
                      for key, value in attributes.items()}
        if paddings:
            pairs = axes_to_nchw(np.array(paddings).reshape(4, 2).tolist())
            attributes["explicit_paddings"] = [n for pair in pairs for n in pair]
        attributes["data_format"] = "NCHW"
    return Case("Conv2D", [x, f], attributes, what, [expected], **more)


def conv2d_cases():
    for dtype in FLOATS:
        x, f = values((1, 5, 5, 1), dtype, 1), values((3, 3, 1, 2), dtype, 2)
        yield conv2d(f"{np.dtype(dtype)}, SAME", x, f)
        yield conv2d(f"{np.dtype(dtype)}, VALID, NCHW", x, f, padding="VALID", channels_first=True)
    x, f = values((1, 3, 4, 2), seed=3), values((2, 2, 2, 3), seed=4)
    for stride in (1, 2, 3):
        for padding in ("SAME", "VALID"):
            yield conv2d(f"stride {stride}, {padding}", x, f, (stride, stride), padding)
    yield conv2d("strides 2 and 3, SAME, NCHW", x, f, (2, 3), channels_first=True)
    yield conv2d("an even filter pads more below and to the right", values((1, 4, 5, 1), seed=5),
                 values((2, 4, 1, 1), seed=6))
    yield conv2d("a filter larger than the image, SAME", values((1, 2, 3, 1), seed=7),
                 values((5, 4, 1, 1), seed=8))
    yield conv2d("a filter of the image's size, VALID", values((1, 3, 4, 2), seed=9),
                 values((3, 4, 2, 1), seed=10), padding="VALID")
    yield conv2d("a stride that leaves pixels out", values((1, 5, 6, 1), seed=11),
                 values((1, 1, 1, 1), seed=12), (3, 2))
    for rows, columns in ((2, 2), (3, 1), (1, 2)):
        for padding in ("SAME", "VALID"):
            yield conv2d(f"dilations {rows} and {columns}, {padding}", values((1, 5, 5, 1), seed=13),
                         values((2, 3, 1, 2), seed=14), padding=padding, dilations=(rows, columns))
    yield conv2d("dilation, NCHW", values((1, 5, 5, 1), seed=15), values((2, 2, 1, 2), seed=16),
                 dilations=(2, 2), channels_first=True)
    yield conv2d("EXPLICIT", values((1, 3, 4, 2), seed=17), values((2, 2, 2, 1), seed=18),
                 padding="EXPLICIT", paddings=(0, 0, 1, 0, 0, 2, 0, 0))
    yield conv2d("EXPLICIT, strides, NCHW", values((1, 3, 4, 2), seed=19),
                 values((2, 3, 2, 1), seed=20), (2, 1), "EXPLICIT", paddings=(0, 0, 2, 1, 1, 0, 0, 0),
                 channels_first=True)
    yield conv2d("more padding than the filter is wide", values((1, 2, 2, 1), seed=30),
                 values((2, 2, 1, 1), seed=31), padding="EXPLICIT",
                 paddings=(0, 0, 3, 0, 1, 2, 0, 0))
    yield conv2d("a dilation beyond the image", values((1, 2, 3, 1), seed=32),
                 values((3, 2, 1, 2), seed=33), dilations=(3, 4))
    yield conv2d("two groups", values((1, 3, 2, 4), seed=21), values((2, 2, 2, 2), seed=22), groups=2)
    yield conv2d("two groups, float64, NCHW", values((1, 3, 2, 4), np.float64, 23),
                 values((2, 2, 2, 2), np.float64, 24), groups=2, channels_first=True)
    yield conv2d("a batch of three", values((3, 2, 2, 2), seed=25), values((1, 2, 2, 3), seed=26))
    yield Case("Conv2D", [np.zeros((0, 3, 3, 1), np.float32), values((2, 2, 1, 2))],
               {"strides": [1, 1, 1, 1], "padding": "VALID"}, "no images",
               [np.zeros((0, 2, 2, 2), np.float32)])
    spread = np.random.RandomState(27)
    yield conv2d("numbers that do not add up exactly", spread.randn(1, 3, 4, 2).astype(np.float32),
                 spread.randn(2, 2, 2, 3).astype(np.float32), rtol=2e-6, atol=1e-6)
    marked = values((1, 4, 5, 1), seed=28)
    marked[0, 1, 1, 0] = NAN
    marked[0, 3, 4, 0] = INF
    yield conv2d("NaN and infinity reach what they are part of", marked, values((2, 2, 1, 1), seed=29))


def depthwise(what, x, f, strides=(1, 1), padding="SAME", dilations=(1, 1), channels_first=False,
              **more):
    channels, multiplier = f.shape[2:]
    flat = f.reshape(f.shape[0], f.shape[1], 1, channels * multiplier)
    expected = in_groups(x, flat, channels,
                         lambda a, b: convolution(a, b, dilated(*strides), padding,
                                                  dilated(*dilations)))
    attributes = {"strides": dilated(*strides), "padding": padding}
    if dilations != (1, 1):
        attributes["dilations"] = dilated(*dilations)
    if channels_first:
        x, expected = to_nchw(x), to_nchw(expected)
        attributes = {key: axes_to_nchw(value) if key != "padding" else value
                      for key, value in attributes.items()}
        attributes["data_format"] = "NCHW"
    return Case("DepthwiseConv2dNative", [x, f], attributes, what, [expected], **more)


def depthwise_cases():
    tf = _tensorflow()
    for dtype in FLOATS:
        for padding in ("SAME", "VALID"):
            x, f = values((1, 3, 5, 2), dtype, 1), values((2, 3, 2, 2), dtype, 2)
            attributes = {"strides": [1, 2, 2, 1], "padding": padding}
            yield Case("DepthwiseConv2dNative", [x, f], attributes, f"{np.dtype(dtype)}, {padding}",
                       raw={"input": tf.constant(x), "filter": tf.constant(f), **attributes})
    for multiplier in (1, 2, 3):
        for stride in (1, 2, 3):
            x, f = values((1, 5, 3, 2), seed=3), values((2, 2, 2, multiplier), seed=4)
            yield depthwise(f"{multiplier} filters a channel, stride {stride}", x, f,
                            (stride, stride))
            if stride < 3:
                yield depthwise(f"{multiplier} filters a channel, stride {stride}, VALID, NCHW", x, f,
                                (stride, stride), "VALID", channels_first=True)
    yield depthwise("strides that differ", values((1, 5, 3, 2), seed=5), values((2, 2, 2, 1), seed=6),
                    (2, 1))
    yield depthwise("dilation", values((1, 5, 3, 2), seed=7), values((2, 2, 2, 2), seed=8),
                    dilations=(2, 2))
    yield depthwise("dilation, float64, NCHW", values((1, 5, 3, 2), np.float64, 9),
                    values((2, 2, 2, 2), np.float64, 10), padding="VALID", dilations=(2, 1),
                    channels_first=True)
    yield depthwise("a filter larger than the image", values((1, 2, 2, 3), seed=11),
                    values((3, 3, 3, 1), seed=12))
    yield Case("DepthwiseConv2dNative", [np.zeros((0, 3, 3, 2), np.float32), values((2, 2, 2, 2))],
               {"strides": [1, 1, 1, 1], "padding": "SAME"}, "no images",
               [np.zeros((0, 3, 3, 4), np.float32)])


def pool(op, what, x, size, strides, padding, channels_first=False, **more):
    tf = _tensorflow()
    size, strides = dilated(*size), dilated(*strides)
    argument = "input" if op == "MaxPool" else "value"
    expected = getattr(tf.raw_ops, op)(**{argument: tf.constant(x)}, ksize=size, strides=strides,
                                       padding=padding).numpy()
    attributes = {"ksize": size, "strides": strides, "padding": padding}
    if channels_first:
        x, expected = to_nchw(x), to_nchw(expected)
        attributes = {key: axes_to_nchw(value) if key != "padding" else value
                      for key, value in attributes.items()}
        attributes["data_format"] = "NCHW"
    return Case(op, [x], attributes, what, [expected], **more)


def geometries():
    for stride in (1, 2, 3):
        for padding in ("SAME", "VALID"):
            yield f"stride {stride}, {padding}", (3, 2), (stride, stride), padding
    yield "strides 1 and 2", (2, 3), (1, 2), "SAME"
    yield "a window of one pixel that skips some", (1, 1), (2, 3), "SAME"
    yield "a window larger than the image", (7, 5), (1, 1), "SAME"


def numbers(shape, dtype, seed):
    if np.dtype(dtype).kind in "iu":
        info = np.iinfo(dtype)
        return np.random.RandomState(seed).randint(info.min, info.max, size=shape, dtype=dtype)
    return values(shape, dtype, seed)


def max_pool_cases():
    tf = _tensorflow()
    bfloat16 = tf.bfloat16.as_numpy_dtype
    for i, dtype in enumerate((*FLOATS, bfloat16, np.int8, np.int16, np.int32, np.int64, np.uint8,
                               np.uint16)):
        x = numbers((1, 3, 5, 2), dtype, i)
        yield pool("MaxPool", f"{np.dtype(dtype).name}", x, (2, 2), (2, 2), "SAME")
        yield pool("MaxPool", f"{np.dtype(dtype).name}, NCHW", x, (2, 3), (1, 2), "VALID",
                   channels_first=True)
    for what, size, strides, padding in geometries():
        yield pool("MaxPool", what, values((1, 5, 6, 1), seed=20), size, strides, padding)
    yield pool("MaxPool", "stride 2, SAME, NCHW", values((1, 5, 3, 2), seed=21), (3, 3), (2, 2),
               "SAME", channels_first=True)
    marked = np.array([NAN, 1, 2, NAN, NAN, NAN, NAN, NAN, -INF, -INF, -INF, -INF, INF, 1, NAN, 0],
                      np.float32).reshape(4, 2, 2, 1)
    for dtype in (np.float32, np.float64):
        x = marked.astype(dtype)
        lowest = np.finfo(dtype).min
        yield Case("MaxPool", [x], {"ksize": dilated(2, 2), "strides": dilated(2, 2),
                                    "padding": "VALID"},
                   f"NaN is never the largest, and nothing is below the lowest number, {np.dtype(dtype)}",
                   [np.array([2, lowest, lowest, INF], dtype).reshape(4, 1, 1, 1)])
    x = values((1, 2, 2, 6), seed=22)
    yield Case("MaxPool", [x], {"ksize": [1, 1, 1, 3], "strides": [1, 1, 1, 3], "padding": "VALID"},
               "channels", [x.reshape(1, 2, 2, 2, 3).max(axis=4)])
    yield Case("MaxPool", [to_nchw(x)], {"ksize": [1, 2, 1, 1], "strides": [1, 2, 1, 1],
                                         "padding": "SAME", "data_format": "NCHW"},
               "channels, NCHW", [to_nchw(x.reshape(1, 2, 2, 3, 2).max(axis=4))])
    yield Case("MaxPool", [np.zeros((0, 4, 4, 2), np.float32)],
               {"ksize": dilated(2, 2), "strides": dilated(2, 2), "padding": "VALID"}, "no images",
               [np.zeros((0, 2, 2, 2), np.float32)])


def avg_pool_cases():
    tolerance = {np.float32: {"rtol": 2e-6}, np.float64: {"rtol": 1e-14}, np.float16: {"rtol": 1e-3}}
    for dtype in FLOATS:
        x = np.abs(values((1, 3, 5, 2), dtype, 1))
        yield pool("AvgPool", f"{np.dtype(dtype)}", x, (2, 2), (2, 2), "SAME", **tolerance[dtype])
        yield pool("AvgPool", f"{np.dtype(dtype)}, NCHW", x, (2, 3), (1, 2), "VALID",
                   channels_first=True, **tolerance[dtype])
    for what, size, strides, padding in geometries():
        x = np.abs(values((1, 5, 6, 1), seed=2))
        yield pool("AvgPool", what, x, size, strides, padding, rtol=2e-6)
        yield pool("AvgPool", what + ", float64, NCHW", np.abs(values((1, 5, 3, 2), np.float64, 3)),
                   size if size != (7, 5) else (5, 3), strides, padding, channels_first=True,
                   rtol=1e-14)
    marked = np.array([NAN, 1, 2, 3, INF, 1, 2, 3, INF, -INF, 1, 1], np.float32).reshape(3, 2, 2, 1)
    yield pool("AvgPool", "NaN and infinity", marked, (2, 2), (2, 2), "VALID")
    yield Case("AvgPool", [np.zeros((2, 4, 4, 0), np.float32)],
               {"ksize": dilated(2, 2), "strides": dilated(2, 2), "padding": "VALID"}, "no channels",
               [np.zeros((2, 2, 2, 0), np.float32)])


def lrn_cases():
    for dtype, rtol in ((np.float32, 2e-6), (np.float16, 1e-3)):
        for settings in ({}, {"depth_radius": 1}, {"depth_radius": 0}, {"depth_radius": 9},
                         {"depth_radius": 2, "bias": 2.0, "alpha": 0.25, "beta": 0.75},
                         {"depth_radius": 2, "beta": 1.0}, {"depth_radius": 1, "beta": 0.6},
                         {"depth_radius": 3, "bias": 0.5, "alpha": 2.0, "beta": 2.0}):
            # TensorFlow takes powers of float16 in float16, so it is asked in float32.
            x = values((1, 2, 2, 7), np.float32, 1)
            y = _tensorflow().raw_ops.LRN(input=x, **settings).numpy()
            yield Case("LRN", [x.astype(dtype)], settings, f"{np.dtype(dtype)} {settings}",
                       [y.astype(dtype)], rtol=rtol)
    yield Case("LRN", [np.zeros((1, 0, 2, 3), np.float32)], {}, "no pixels",
               [np.zeros((1, 0, 2, 3), np.float32)])


def batch_norm_cases():
    tf = _tensorflow()
    none = np.zeros((0,), np.float32)
    scale = np.array([0.5, 1.5, -2], np.float32)
    offset = np.array([1, -0.25, 3], np.float32)
    mean = np.array([0.25, -1, 2], np.float32)
    variance = np.array([2, 0.5, 0.0625], np.float32)
    for shape in ((2, 2, 2, 3), (1, 1, 1, 3), (1, 3, 1, 3)):
        x = np.random.RandomState(shape[1]).randn(*shape).astype(np.float32)
        for training in (True, False):
            statistics = [none, none] if training else [mean, variance]
            for settings in ({}, {"epsilon": 0.5}):
                raw = tf.raw_ops.FusedBatchNorm(x=x, scale=scale, offset=offset, mean=statistics[0],
                                                variance=statistics[1], is_training=training,
                                                **settings)
                expected = [r.numpy() for r in raw]
                attributes = {"is_training": training, **settings}
                what = f"{list(shape)} {'training' if training else 'inference'} {settings or ''}"
                yield Case("FusedBatchNorm", [x, scale, offset, *statistics], attributes, what,
                           expected, rtol=4e-6, atol=2e-6)
                yield Case("FusedBatchNorm", [to_nchw(x), scale, offset, *statistics],
                           {**attributes, "data_format": "NCHW"}, what + " NCHW",
                           [to_nchw(expected[0]), *expected[1:]], rtol=4e-6, atol=2e-6)
    empty = np.zeros((0, 2, 2, 3), np.float32)
    raw = tf.raw_ops.FusedBatchNorm(x=empty, scale=scale, offset=offset, mean=none, variance=none)
    yield Case("FusedBatchNorm", [empty, scale, offset, none, none], {}, "no images",
               [r.numpy() for r in raw])


def product(op, what, x, y, **attributes):
    raw = {"x": _tensorflow().constant(x), "y": _tensorflow().constant(y), **attributes}
    return Case(op, [x, y], attributes, what, raw=raw)


def batch_product_cases():
    for op in ("BatchMatMul", "BatchMatMulV2"):
        for dtype in (*FLOATS, np.int32, np.int64):
            for adj_x in (False, True):
                for adj_y in (False, True):
                    integers = np.dtype(dtype).kind == "i"
                    x = values((2, 5, 2) if adj_x else (2, 2, 5), np.float64, 1)
                    y = values((2, 3, 5) if adj_y else (2, 5, 3), np.float64, 2)
                    x, y = ((2 * x).astype(dtype), (2 * y).astype(dtype)) if integers else (
                        x.astype(dtype), y.astype(dtype))
                    yield product(op, f"{np.dtype(dtype)}", x, y, adj_x=adj_x, adj_y=adj_y)
        yield product(op, "plain matrices", values((3, 2), seed=3), values((2, 4), seed=4))
        yield product(op, "two axes of batches", values((2, 2, 3, 1), seed=5),
                      values((2, 2, 1, 2), seed=6))
        yield product(op, "int32 overflow wraps", np.full((1, 1, 2), 2**31 - 1, np.int32),
                      np.full((1, 2, 1), 2**30, np.int32))
        yield product(op, "empty sums are 0", np.zeros((2, 2, 0), np.float32),
                      np.zeros((2, 0, 3), np.float32))
        yield product(op, "no batch", np.zeros((0, 2, 2), np.float64), np.zeros((0, 2, 3), np.float64))
    op = "BatchMatMulV2"
    for dtype in (np.float32, np.float64):
        for x, y in (((2, 3, 2), (2, 4)), ((3, 2), (2, 2, 3)), ((3, 1, 2, 2), (2, 2, 2)),
                     ((1, 2, 3), (4, 3, 2)), ((2, 1, 2, 3), (1, 2, 3, 2))):
            yield product(op, f"{list(x)} times {list(y)}", values(x, dtype, 7), values(y, dtype, 8))
    yield product(op, "one x, transposed", values((2, 3), seed=9), values((3, 2, 2), seed=10),
                  adj_x=True)
    yield product(op, "one y for transposed x", values((3, 2, 3), seed=11), values((4, 2), seed=12),
                  adj_x=True, adj_y=True)
    yield product(op, "broadcast to nothing", np.zeros((0, 2, 2), np.float32),
                  np.zeros((1, 2, 3), np.float32))


def positive_definite(n, dtype, seed):
    m = np.random.RandomState(seed).randn(n, n)
    return np.asarray(m @ m.T + n * np.eye(n), dtype)


def matrix_cases():
    tolerances = {np.float32: {"rtol": 1e-5, "atol": 2e-6}, np.float64: {"rtol": 1e-13, "atol": 1e-14}}
    tf = _tensorflow()
    for dtype, tolerance in tolerances.items():
        for n in (1, 2, 3, 5):
            a = positive_definite(n, dtype, n)
            yield Case("Cholesky", [a], {}, f"{np.dtype(dtype)}, {n}", raw={"input": tf.constant(a)},
                       **tolerance)
            b = np.random.RandomState(n).randn(n, n).astype(dtype)
            for adjoint in (False, True):
                yield Case("MatrixInverse", [b], {"adjoint": adjoint}, f"{np.dtype(dtype)}, {n}",
                           raw={"input": tf.constant(b), "adjoint": adjoint}, rtol=100 * tolerance["rtol"],
                           atol=10 * tolerance["atol"])
        batch = np.stack([[positive_definite(2, dtype, i + 10 * j) for i in range(3)]
                          for j in range(2)])
        for op in ("Cholesky", "MatrixInverse"):
            yield Case(op, [batch], {}, f"{np.dtype(dtype)}, a batch", raw={"input": tf.constant(batch)},
                       **tolerance)
            yield Case(op, [np.zeros((0, 0), dtype)], {}, "of 0 x 0", [np.zeros((0, 0), dtype)])
            yield Case(op, [np.zeros((0, 3, 3), dtype)], {}, "none", [np.zeros((0, 3, 3), dtype)])
    upper = positive_definite(3, np.float64, 7)
    factor = np.linalg.cholesky(upper)
    upper[0, 1:] = NAN
    yield Case("Cholesky", [upper], {}, "what stands above the diagonal is not read", [factor],
               rtol=1e-13)
    swapped = np.array([[0, 1, 0], [0, 0, 2], [4, 0, 0]], np.float32)
    yield Case("MatrixInverse", [swapped], {}, "rows change places", [np.linalg.inv(swapped)])


def dropout_cases():
    """What TensorFlow drops with the same seed. It multiplies by 1 / keep_prob where graphrun divides."""
    tf = _tensorflow()
    tolerances = {np.float32: 2e-7, np.float64: 1e-15, np.float16: 1e-3}
    for dtype, rtol in tolerances.items():
        for keep_prob, seed in ((0.5, 1), (0.25, 7), (0.8, 123456789012)):
            x = values((3, 7), dtype, seed % 100)
            with tf.Graph().as_default(), tf.compat.v1.Session() as session:
                y = session.run(tf.compat.v1.nn.dropout(tf.constant(x), rate=1 - keep_prob, seed=seed))
            # A dropped element keeps its sign where it is multiplied by 0.
            y = np.where(y == 0, np.copysign(np.zeros_like(y), x), y)
            yield Case("Dropout", [x], {"keep_prob": keep_prob, "seed": seed},
                       f"{np.dtype(dtype)}, {keep_prob}", [y], rtol=rtol)
    x = values((4, 3), seed=3)
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        y = session.run(tf.compat.v1.nn.dropout(tf.constant(x), rate=0.5, seed=5, noise_shape=[4, 1]))
    yield Case("Dropout", [x], {"keep_prob": 0.5, "seed": 5, "noise_shape": [4, 1]},
               "rows are dropped whole", [np.where(y == 0, np.copysign(np.zeros_like(y), x), y)])
    yield Case("Dropout", [x], {"keep_prob": 1.0}, "nothing is dropped", [x])
    yield Case("Dropout", [np.zeros((0, 3), np.float32)], {"keep_prob": 0.5}, "of nothing",
               [np.zeros((0, 3), np.float32)])


def cases():
    yield from conv2d_cases()
    yield from depthwise_cases()
    yield from max_pool_cases()
    yield from avg_pool_cases()
    yield from lrn_cases()
    yield from batch_norm_cases()
    yield from batch_product_cases()
    yield from matrix_cases()
    yield from dropout_cases()
