/** The toys: one layer of self-attention, or two, on words and positions. */

import { tensor } from '../../../../src/js/index.js';
import { selfAttention } from '../../../graph/builders/layers.js';
import { answerNodes } from '../../../graph/builders/softmax.js';
import { makeGraph, node } from '../../../graph/graph.js';
import { add, constant, product } from '../../../graph/ops/index.js';
import { rowsOf } from '../../../sources/layout.js';
import { outputs } from '../text/en/toy.js';
import { layerGiven, weighingOf } from './layers.js';

/**
 * @import { ToyName } from '../../../../src/js/learning/grammars/toys.js'
 * @import { Reply } from '../training/trainer.js'
 * @import { Source } from '../../../sources/types.js'
 * @import { Settings } from '../../../state/fields.js'
 */

/** Whose patterns look ahead. @type {readonly ToyName[]} */
const SEES_ALL = ['mirror', 'previous-and-mirror', 'order', 'order-without-positions'];

/**
 * @param {Reply} reply
 * @param {Settings} settings
 * @returns {Omit<Source, 'words'>}
 */
export function toySource({ parameters, reading, vocabulary }, { task, heads }) {
  const { words, answers = [] } = reading;
  const { output, bias, positions } = parameters;
  const [, width] = output.shape;
  const ofWords = () => rowsOf(parameters.words, vocabulary, words);
  const weighing = weighingOf(words.length, width / heads, !SEES_ALL.includes(task));
  const layers = Object.keys(parameters)
    .filter((name) => name.endsWith('.qkv'))
    .map((_, i) => i);
  const last = `layer${layers.length}/sum`;
  // With several outputs, each has its own weights, logits and probabilities.
  const count = output.shape[0] / answers.length;
  const u = count > 1 ? 'u' : '';
  return {
    queryWords: words,
    keyWords: words,
    names: { n: answers, u: outputs },
    graph: makeGraph([
      ...(positions
        ? [
            node('wordEmbeddings', constant, 'qf', {}, 'X_w'),
            node('positionEmbeddings', constant, 'qf', {}, 'P'),
            node('embeddings', add, 'qf', { wordEmbeddings: 'qf', positionEmbeddings: 'qf' }, 'X'),
          ]
        : [node('embeddings', constant, 'qf', {}, 'X')]),
      ...layers.flatMap((i) =>
        selfAttention({
          ...{ layer: `layer${i + 1}`, rows: i ? `layer${i}/sum` : 'embeddings' },
          ...{ symbol: `X_${i + 1}`, weighing },
        }),
      ),
      node('wAnswer', constant, `${u}nf`, {}, 'W_A'),
      node('answerBias', constant, `${u}n`, {}, 'b'),
      node('answerScores', product, `${u}qn`, { [last]: 'qf', wAnswer: `${u}nf` }, 'S_A'),
      node('logits', add, `${u}qn`, { answerScores: `${u}qn`, answerBias: `${u}n` }, 'L'),
      ...answerNodes(`${u}qn`),
    ]),
    given: {
      ...(positions
        ? {
            wordEmbeddings: ofWords,
            positionEmbeddings: () =>
              tensor([words.length, width], positions.data.slice(0, words.length * width)),
          }
        : { embeddings: ofWords }),
      wAnswer: () => (u ? tensor([count, answers.length, width], output.data) : output),
      answerBias: () => (u ? tensor([count, answers.length], bias.data) : bias),
      ...Object.assign({}, ...layers.map((i) => layerGiven(parameters, i, heads))),
    },
    inputs: (run) =>
      Object.fromEntries(
        (positions ? ['wordEmbeddings', 'positionEmbeddings'] : ['embeddings']).map((id) => [
          id,
          run.tensor(id),
        ]),
      ),
    parameters: () => parameters,
    isSelf: true,
    isEditable: true,
  };
}
