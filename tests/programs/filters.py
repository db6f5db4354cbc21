"""OpenCV's filters over UMat beside its own C++: each prints the largest difference.

SPDX-License-Identifier: MIT
"""
import sys

import cv2
import numpy

FILTERS = {
    'gray': lambda x: cv2.cvtColor(x, cv2.COLOR_BGR2GRAY),
    'hsv': lambda x: cv2.cvtColor(x, cv2.COLOR_BGR2HSV),
    'gaussian': lambda x: cv2.GaussianBlur(x, (5, 5), 1.5),
    'box': lambda x: cv2.blur(x, (7, 7)),
    'median': lambda x: cv2.medianBlur(x, 5),
    'sobel': lambda x: cv2.Sobel(x, cv2.CV_16S, 1, 0),
    'laplacian': lambda x: cv2.Laplacian(x, cv2.CV_16S),
    'linear': lambda x: cv2.resize(x, (100, 77), interpolation=cv2.INTER_LINEAR),
    'area': lambda x: cv2.resize(x, (160, 120), interpolation=cv2.INTER_AREA),
    'nearest': lambda x: cv2.resize(x, (90, 50), interpolation=cv2.INTER_NEAREST),
    'erode': lambda x: cv2.erode(x, numpy.ones((3, 3), numpy.uint8)),
    'open': lambda x: cv2.morphologyEx(x, cv2.MORPH_OPEN, numpy.ones((5, 5), numpy.uint8)),
    'threshold': lambda x: cv2.threshold(x, 100, 255, cv2.THRESH_BINARY)[1],
    'weighted': lambda x: cv2.addWeighted(x, 0.3, x, 0.5, 3),
    'bilateral': lambda x: cv2.bilateralFilter(x, 5, 30, 30),
    'equalize': lambda x: cv2.equalizeHist(cv2.cvtColor(x, cv2.COLOR_BGR2GRAY)),
    'flip': lambda x: cv2.flip(x, 1),
    'pyramid': lambda x: cv2.pyrDown(x),
    'convolution': lambda x: cv2.filter2D(x, -1, numpy.array([[0, 1, 0], [1, -4, 1], [0, 1, 0.]])),
    'transpose': lambda x: cv2.transpose(x),
}

cv2.ocl.setUseOpenCL(True)
print('device', cv2.ocl.Device.getDefault().name(), cv2.ocl.useOpenCL())
image = numpy.random.default_rng(1).integers(0, 255, (120, 160, 3), dtype=numpy.uint8)
for name in sys.argv[1:] or FILTERS:
    cv2.ocl.setUseOpenCL(False)
    wanted = numpy.asarray(FILTERS[name](image), float)
    cv2.ocl.setUseOpenCL(True)
    got = FILTERS[name](cv2.UMat(image))
    print(name, int(numpy.abs(wanted - numpy.asarray(got.get(), float)).max()))
