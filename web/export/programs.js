/** The writers of programs, which load when a program is first exported. */

export { toJavascript } from './javascript.js';
export { toNumpy, toPytorch } from './python.js';
