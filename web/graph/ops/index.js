/** The operations. To add one, write its file and export it here. Nodes refer to their operation. */

export { activate } from './activate.js';
export { add } from './add.js';
export { concatenate } from './concatenate.js';
export { divide } from './divide.js';
export { dropout } from './dropout.js';
export { exp } from './exp.js';
export { constant, fromOtherRun } from './given.js';
export { join } from './join.js';
export { layerNorm } from './layer-norm.js';
export { mask } from './mask.js';
export { max } from './max.js';
export { mix } from './mix.js';
export { nearness } from './nearness.js';
export { product } from './product.js';
export { regroup } from './regroup.js';
export { rmsNorm } from './rms-norm.js';
export { rotate } from './rotate.js';
export { row } from './row.js';
export { mean, meanSquare, variance } from './row-means.js';
export { scale } from './scale.js';
export { shareHeads } from './share-heads.js';
export { sigmoid } from './sigmoid.js';
export { silence } from './silence.js';
export { stack } from './stack.js';
export { sum } from './sum.js';
export { tanh } from './tanh.js';
export { times } from './times.js';
