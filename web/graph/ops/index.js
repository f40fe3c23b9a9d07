/** The operations. To add one, write its file and name it here; nodes carry their operation with them. */

export { add } from './add.js';
export { concatenate } from './concatenate.js';
export { divide } from './divide.js';
export { dropout } from './dropout.js';
export { exp } from './exp.js';
export { constant, fromOtherRun } from './given.js';
export { join } from './join.js';
export { mask } from './mask.js';
export { max } from './max.js';
export { mean } from './mean.js';
export { mix } from './mix.js';
export { nearness } from './nearness.js';
export { normalize } from './normalize.js';
export { product } from './product.js';
export { regroup } from './regroup.js';
export { row } from './row.js';
export { scale } from './scale.js';
export { sigmoid } from './sigmoid.js';
export { stack } from './stack.js';
export { sum } from './sum.js';
export { tanh } from './tanh.js';
export { times } from './times.js';
export { variance } from './variance.js';

/**
 * The options of each operation, by its name here.
 * @typedef {typeof import('./index.js')} Ops
 * @typedef {{ [Name in keyof Ops]: Ops[Name] extends import('../op.js').Op<infer Options> ? Options : never }} OptionsOf
 */
