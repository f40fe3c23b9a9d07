// Runs graphs of reference cases on a tape.
import { loadLearning } from '../../src/js/learning/module.js';
import { Tape } from '../../src/js/learning/tape.js';

/** @import { Parameter, TapeTensor } from '../../src/js/learning/types.js' */
/** @import { Input } from '../support/golden.js' */

/**
 * Runs a graph whose parameters are all float inputs.
 * @template Result
 * @param {Record<string, Input>} inputs
 * @param {(tape: Tape, parameters: Record<string, Parameter>) => Result} build
 */
export async function runTaped(inputs, build) {
  const tape = new Tape(await loadLearning());
  /** @type {Record<string, Parameter>} */
  const parameters = {};
  for (const [name, { shape, data, dtype }] of Object.entries(inputs)) {
    if (dtype !== 'float32') continue;
    const values = data.values();
    parameters[name] = tape.parameter(name, shape, () => Number(values.next().value));
  }
  tape.prepare();
  return { tape, parameters, result: build(tape, parameters) };
}

/** @param {Tape} tape @param {TapeTensor} tensor */
export const readTensor = (tape, tensor) => ({ shape: tensor.shape, data: tape.read(tensor) });
