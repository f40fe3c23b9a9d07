/** Reads the files of NumPy and PyTorch; loaded when the first file is chosen or dropped. */

import { readNpy } from './sources/files/npy.js';
import { readFiles } from './sources/files/read.js';

export const files = { readFiles, readNpy };
