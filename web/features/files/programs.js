/** Writers of programs: loaded when one is first wanted. */

import { toJavascript } from '../../export/javascript.js';
import { toNumpy, toPytorch } from '../../export/python.js';

export const programs = { programs: { toJavascript, toNumpy, toPytorch } };
