from torch import work as conv2d  # noqa: F401
