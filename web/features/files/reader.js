/** Readers of files: loaded when one is first wanted. */

import { readNpy } from '../../sources/files/npy.js';
import { readOwn } from '../../sources/files/own-tensors.js';
import { readFiles } from '../../sources/files/read.js';

export const reader = { reader: { readFiles, readNpy, readOwn } };
