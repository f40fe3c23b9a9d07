/** Reads the files of NumPy and PyTorch, and writes programs; loaded when the first is asked for. */

import { toJavascript } from './export/javascript.js';
import { toNumpy, toPytorch } from './export/python.js';
import { readNpy } from './sources/files/npy.js';
import { readFiles } from './sources/files/read.js';

export const files = { readFiles, readNpy, toJavascript, toNumpy, toPytorch };
