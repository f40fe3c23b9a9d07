/** Readers of files and writers of programs: loaded when one is first wanted. */

import { toJavascript } from '../../export/javascript.js';
import { toNumpy, toPytorch } from '../../export/python.js';
import { readNpy } from '../../sources/files/npy.js';
import { readFiles } from '../../sources/files/read.js';

export const files = {
  reader: { readFiles, readNpy },
  programs: { toJavascript, toNumpy, toPytorch },
};
