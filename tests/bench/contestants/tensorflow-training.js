// The models that learn once more, in TensorFlow.js: the same batches, forward, backward and AdamW.
//
// The bundles for Node and for pages come without the gradients of its operations, and that of
// gather() needs a kernel that the wasm backend lacks. So each operation has its backward written out
// here, and the library's tape runs it. Where there are several ways, each takes what is fastest on
// that backend: products of two axes that are not transposed; no more than four axes change places;
// rows of a table by a product with one-hot rows; all parameters in one update. Its cpu backend takes
// ten times as long for Mini, and twice for the describer.
import { createModel, readLosses } from '../training.js';

/**
 * @import { Way } from '../measure.js'
 * @import { Model } from '../training.js'
 * @import { Work } from '../workloads.js'
 * @import { TensorflowTensor } from './tensorflow.js'
 */

/** @typedef {Record<string, TensorflowTensor>} Tensors by name */
/** @typedef {(grad: TensorflowTensor, saved: TensorflowTensor[]) => TensorflowTensor[]} Backward */
/** @typedef {{ value: TensorflowTensor, saved?: TensorflowTensor[], backward: Backward }} Step */
/**
 * @typedef {object} Learner
 * @property {(batch: any[]) => Tensors} feed
 * @property {(parameters: Tensors, inputs: Tensors) => TensorflowTensor} forward gives the loss
 * @property {() => void} dispose
 */
/** @typedef {ReturnType<typeof makeOperations>} Operations */

const NORM_EPSILON = 1e-5;
/** The id of no target: its one-hot row is zeros. */
const NONE = -1;

/**
 * @param {any} tf
 * @param {Work} work
 * @returns {Promise<Way[]>}
 */
export async function trainingWays(tf, work) {
  // Ours gives initial values, batches and learning rates; it is not trained itself.
  const model = await createModel(work);
  const makeLearner = work.model === 'mini' ? makeMini : makeDescriber;
  const learner = makeLearner(tf, makeOperations(tf), model);
  const { step, dispose } = makeTraining(tf, model, learner);
  return [{ way: 'grads, AdamW', run: step, read: (first) => readLosses(first, step), dispose }];
}

/** @param {any} tf */
function makeOperations(tf) {
  const { add, matMul, mean, mul, reshape, softmax, square, sub, sum, transpose } = tf;

  /** @param {(...inputs: TensorflowTensor[]) => Step} formula */
  const differentiable = (formula) => {
    /** @param {any[]} args inputs, and what saves tensors for the backward */
    const operation = (...args) => {
      const save = args.pop();
      const { value, saved = [], backward } = formula(...args);
      save(saved);
      return { value, gradFunc: backward };
    };
    return /** @type {(...inputs: TensorflowTensor[]) => TensorflowTensor} */ (
      tf.customGrad(operation)
    );
  };

  /** input · weightᵀ */
  const linear = differentiable((input, weight) => ({
    value: matMul(input, transpose(weight)),
    saved: [input, weight],
    backward: (grad, [input, weight]) => [
      matMul(grad, weight),
      transpose(matMul(transpose(input), grad)),
    ],
  }));

  const plus = differentiable((first, second) => ({
    value: add(first, second),
    backward: (grad) => [grad, grad],
  }));

  /** @param {TensorflowTensor} input @param {number[]} shape */
  const shaped = (input, shape) =>
    differentiable((input) => {
      const before = input.shape;
      return { value: reshape(input, shape), backward: (grad) => [reshape(grad, before)] };
    })(input);

  /**
   * Rows of a table: forward by one-hot rows, backward by their ids.
   * @param {TensorflowTensor} table
   * @param {{ hot: TensorflowTensor, ids: TensorflowTensor }} rows
   */
  const lookUp = (table, { hot, ids }) =>
    differentiable((table) => ({
      value: matMul(hot, table),
      backward: (grad) => [tf.scatterND(ids, grad, table.shape)],
    }))(table);

  const layerNorm = differentiable((input, gain, bias) => {
    const centred = sub(input, mean(input, -1, true));
    const inverse = tf.rsqrt(add(mean(square(centred), -1, true), NORM_EPSILON));
    const normal = mul(centred, inverse);
    return {
      value: add(mul(normal, gain), bias),
      saved: [normal, inverse, gain],
      backward: (grad, [normal, inverse, gain]) => {
        const inner = mul(grad, gain);
        const along = mul(normal, mean(mul(inner, normal), -1, true));
        return [
          mul(inverse, sub(sub(inner, mean(inner, -1, true)), along)),
          sum(mul(grad, normal), 0),
          sum(grad, 0),
        ];
      },
    };
  });

  /**
   * @param {TensorflowTensor} q (B, L, E)
   * @param {TensorflowTensor} k (B, S, E)
   * @param {(scores: TensorflowTensor) => TensorflowTensor} mask
   */
  const weigh = (q, k, mask) =>
    softmax(mask(matMul(mul(q, 1 / Math.sqrt(q.shape[2])), k, false, true)));

  /** @param {TensorflowTensor} grad of the output @param {TensorflowTensor[]} saved */
  const attendBackward = (grad, [q, k, v, weights]) => {
    const gradWeights = mul(matMul(grad, v, false, true), weights);
    const gradScores = sub(gradWeights, mul(weights, sum(gradWeights, -1, true)));
    const scaled = mul(gradScores, 1 / Math.sqrt(q.shape[2]));
    const gradQ = matMul(scaled, k);
    const gradK = matMul(scaled, q, true);
    return { gradScores, gradQ, gradK, gradV: matMul(weights, grad, true) };
  };

  /**
   * One head.
   * @param {TensorflowTensor[]} qkv
   * @param {TensorflowTensor} added to the scores
   */
  const attend = (qkv, added) =>
    differentiable((q, k, v) => {
      const weights = weigh(q, k, (scores) => add(scores, added));
      return {
        value: matMul(weights, v),
        saved: [q, k, v, weights],
        backward: (grad, saved) => {
          const { gradQ, gradK, gradV } = attendBackward(grad, saved);
          return [gradQ, gradK, gradV];
        },
      };
    })(...qkv);

  /**
   * H heads of d columns, from the projections of all words, (N · L, 3 · H · d).
   * @param {TensorflowTensor} projected
   * @param {TensorflowTensor} bias (H, L · L)
   * @param {TensorflowTensor} causal (L · L), added to the scores
   * @param {{ N: number, L: number, H: number, d: number }} sizes
   */
  const attendHeads = (projected, bias, causal, { N, L, H, d }) => {
    /** From rows to heads @param {TensorflowTensor} rows @param {number} parts */
    const split = (rows, parts) =>
      reshape(transpose(reshape(rows, [N, L, parts * H, d]), [2, 0, 1, 3]), [
        ...(parts > 1 ? [parts] : []),
        ...[H * N, L, d],
      ]);
    /** And back @param {TensorflowTensor} heads @param {number} parts */
    const merge = (heads, parts) =>
      reshape(transpose(reshape(heads, [parts * H, N, L, d]), [1, 2, 0, 3]), [
        ...[N * L, parts * H * d],
      ]);
    return differentiable((projected, bias) => {
      const [q, k, v] = tf.unstack(split(projected, 3));
      const added = reshape(add(bias, causal), [H, 1, L * L]);
      const weights = weigh(q, k, (scores) =>
        reshape(add(reshape(scores, [H, N, L * L]), added), [H * N, L, L]),
      );
      return {
        value: merge(matMul(weights, v), 1),
        saved: [q, k, v, weights],
        backward: (grad, saved) => {
          const { gradScores, gradQ, gradK, gradV } = attendBackward(split(grad, 1), saved);
          return [
            merge(tf.stack([gradQ, gradK, gradV]), 3),
            sum(reshape(gradScores, [H, N, L * L]), 1),
          ];
        },
      };
    })(projected, bias);
  };

  /**
   * A table (H, reach) by a matrix that stays.
   * @param {TensorflowTensor} table
   * @param {TensorflowTensor} matrix
   * @param {TensorflowTensor} transposed
   */
  const byConstant = (table, matrix, transposed) =>
    differentiable((table) => ({
      value: matMul(table, matrix),
      backward: (grad) => [matMul(grad, transposed)],
    }))(table);

  /** 2 input · point − |point|² */
  const nearestPoint = differentiable((input, points) => ({
    value: sub(mul(2, matMul(input, transpose(points))), sum(square(points), -1)),
    saved: [input, points],
    backward: (grad, [input, points]) => {
      const byInput = transpose(matMul(transpose(input), grad));
      const byPoint = mul(points, reshape(sum(grad, 0), [-1, 1]));
      return [mul(2, matMul(grad, points)), mul(2, sub(byInput, byPoint))];
    },
  }));

  /**
   * Mean of −log probability of the targets.
   * @param {TensorflowTensor} logits
   * @param {{ hot: TensorflowTensor, counts: TensorflowTensor, rest: TensorflowTensor,
   *   count: number }} targets one-hot rows; 1 where there is a target, and where there is none
   */
  const crossEntropy = (logits, { hot, counts, rest, count }) =>
    differentiable((logits) => {
      const probabilities = softmax(logits);
      const found = add(sum(mul(probabilities, hot), -1, true), rest);
      return {
        value: mul(sum(tf.log(found)), -1 / count),
        saved: [probabilities],
        // The loss is what is differentiated: the gradient of it is 1.
        backward: (_, [probabilities]) => [mul(sub(mul(probabilities, counts), hot), 1 / count)],
      };
    })(logits);

  /** As integers, whose bits that backend writes whatever it is told. @param {Int32Array} ids @param {number} depth */
  const oneHot = (ids, depth) =>
    tf.cast(tf.oneHot(tf.tensor(ids, [ids.length], 'int32'), depth), 'float32');

  /** @param {Int32Array} ids @param {number} depth */
  const rowsOf = (ids, depth) => ({
    hot: oneHot(ids, depth),
    ids: tf.tensor(ids, [ids.length, 1], 'int32'),
  });

  /** @param {Int32Array} targets @param {number} depth */
  const targetsOf = (targets, depth) => {
    const counts = Float32Array.from(targets, (id) => Number(id !== NONE));
    return {
      hot: oneHot(targets, depth),
      counts: tf.tensor(counts, [targets.length, 1]),
      rest: tf.tensor(
        counts.map((count) => 1 - count),
        [targets.length, 1],
      ),
      count: counts.reduce((count, value) => count + value, 0),
    };
  };

  return {
    ...{ linear, plus, shaped, lookUp, layerNorm, attend, attendHeads, byConstant, nearestPoint },
    ...{ crossEntropy, rowsOf, targetsOf },
  };
}

/**
 * @param {any} tf
 * @param {Operations} operations
 * @param {Model} model
 * @returns {Learner}
 */
function makeMini(tf, operations, { vocabulary, heads: H, layers, length: reach, ids }) {
  const { linear, plus, lookUp, layerNorm, attendHeads, byConstant } = operations;
  /** Constants that depend only on the length. @type {Map<number, Tensors>} */
  const constants = new Map();

  /** @param {number} L */
  function constantsOf(L) {
    const known = constants.get(L);
    if (known) return known;
    const causal = new Float32Array(L * L).fill(-Infinity);
    const distances = new Float32Array(reach * L * L);
    for (let l = 0; l < L; l++) {
      for (let s = 0; s <= l; s++) {
        causal[l * L + s] = 0;
        distances[(l - s) * L * L + l * L + s] = 1;
      }
    }
    const matrix = tf.tensor(distances, [reach, L * L]);
    const tables = { causal: tf.tensor(causal, [L * L]), matrix, transposed: tf.transpose(matrix) };
    for (const tensor of Object.values(tables)) tf.keep(tensor);
    constants.set(L, tables);
    return tables;
  }

  return {
    feed(batch) {
      const N = batch.length;
      const L = Math.max(...batch.map(({ words }) => words.length)) - 1;
      const inputs = new Int32Array(N * L);
      const targets = new Int32Array(N * L).fill(NONE);
      batch.forEach(({ words }, n) => {
        for (let i = 0; i + 1 < words.length; i++) {
          inputs[n * L + i] = ids.get(words[i]);
          targets[n * L + i] = ids.get(words[i + 1]);
        }
      });
      return {
        ...{ N, L, constants: constantsOf(L), words: operations.rowsOf(inputs, vocabulary.length) },
        targets: operations.targetsOf(targets, vocabulary.length),
      };
    },

    forward(parameters, { N, L, constants, words, targets }) {
      const { causal, matrix, transposed } = constants;
      /** @param {TensorflowTensor} x @param {string} name */
      const normalize = (x, name) =>
        layerNorm(x, parameters[`${name}.gain`], parameters[`${name}.bias`]);
      let x = lookUp(parameters.embedding, words);
      for (const layer of layers.keys()) {
        const name = `layers.${layer}`;
        const projected = linear(normalize(x, `${name}.norm`), parameters[`${name}.qkv`]);
        const bias = byConstant(parameters[`${name}.distances`], matrix, transposed);
        const sizes = { N, L, H, d: x.shape[1] / H };
        const heads = attendHeads(projected, bias, causal, sizes);
        x = plus(x, linear(heads, parameters[`${name}.output`]));
      }
      const logits = linear(normalize(x, 'norm'), parameters.embedding);
      return operations.crossEntropy(logits, targets);
    },

    dispose: () => tf.dispose([...constants.values()]),
  };
}

/**
 * @param {any} tf
 * @param {Operations} operations
 * @param {Model} model
 * @returns {Learner}
 */
function makeDescriber(tf, operations, model) {
  const { rowsOf, lookUp, shaped } = operations;
  const { vocabulary, ids } = model;
  const V = vocabulary.length;
  const nouns = tf.tidy(() =>
    rowsOf(
      Int32Array.from(model.nouns, (noun) => ids.get(noun)),
      V,
    ),
  );

  return {
    feed(batch) {
      // Ours has room for the longest sentence there is; the longest of the batch is enough.
      const [N, S] = [batch.length, Math.max(...batch.map(({ words }) => words.length))];
      const words = new Int32Array(N * S);
      const mask = new Float32Array(N * S).fill(-Infinity);
      batch.forEach((example, n) => {
        example.words.forEach((/** @type {string} */ word, /** @type {number} */ s) => {
          words[n * S + s] = ids.get(word);
          mask[n * S + s] = 0;
        });
      });
      const adjectives = Int32Array.from(batch, (example, n) => words[n * S + example.adjective]);
      const answers = Int32Array.from(batch, ({ words, answer }) =>
        model.nouns.indexOf(words[answer]),
      );
      return {
        ...{ N, S, words: rowsOf(words, V), adjectives: rowsOf(adjectives, V) },
        mask: tf.tensor(mask, [N, 1, S]),
        targets: operations.targetsOf(answers, model.nouns.length),
      };
    },

    forward({ query, key, value }, { N, S, words, adjectives, mask, targets }) {
      const E = query.shape[1];
      const qkv = [
        shaped(lookUp(query, adjectives), [N, 1, E]),
        shaped(lookUp(key, words), [N, S, E]),
        shaped(lookUp(value, words), [N, S, E]),
      ];
      const found = shaped(operations.attend(qkv, mask), [N, E]);
      const logits = operations.nearestPoint(found, lookUp(value, nouns));
      return operations.crossEntropy(logits, targets);
    },

    dispose: () => tf.dispose(nouns),
  };
}

/**
 * @param {any} tf
 * @param {Model} model
 * @param {Learner} learner
 */
function makeTraining(tf, model, learner) {
  const { add, mul, reshape, sub } = tf;
  const entries = Object.entries(model.parameters);
  const sizes = entries.map(([, { data }]) => data.length);
  // All parameters lie side by side, and so do the means of AdamW.
  let parameters = tf.tidy(() =>
    tf.concat(entries.map(([, { data }]) => tf.tensor(data, [data.length]))),
  );
  let [mean, variance] = [tf.zerosLike(parameters), tf.zerosLike(parameters)];
  let steps = 0;

  /** @param {Tensors} inputs */
  function differentiate(inputs) {
    const parts = tf.split(parameters, sizes);
    const forward = (/** @type {TensorflowTensor[]} */ ...parts) =>
      learner.forward(Object.fromEntries(parts.map((part, i) => [entries[i][0], part])), inputs);
    const { value, grads } = tf.valueAndGrads(forward)(
      entries.map(([, { shape }], i) => reshape(parts[i], shape)),
    );
    const flat = grads.map((/** @type {TensorflowTensor} */ grad) => reshape(grad, [-1]));
    return { loss: value.dataSync()[0], gradients: tf.concat(flat) };
  }

  /** @param {TensorflowTensor} gradients @param {number} maxNorm 0: no limit */
  function clip(gradients, maxNorm) {
    if (maxNorm === 0) return gradients;
    const norm = Math.sqrt(tf.sum(tf.square(gradients)).dataSync()[0]);
    return norm > maxNorm ? mul(gradients, maxNorm / (norm + 1e-6)) : gradients;
  }

  /** @returns {number} the loss before the step */
  function step() {
    const { learningRate, beta2, weightDecay, maxNorm = 0 } = model.updateOptions(steps++);
    const [beta1, epsilon] = [0.9, 1e-8];
    let loss = 0;
    const before = [parameters, mean, variance];
    [parameters, mean, variance] = tf.tidy(() => {
      const pass = differentiate(learner.feed(model.drawBatch()));
      loss = pass.loss;
      const gradients = clip(pass.gradients, maxNorm);
      const first = add(mul(mean, beta1), mul(gradients, 1 - beta1));
      const second = add(mul(variance, beta2), mul(tf.square(gradients), 1 - beta2));
      const deviation = mul(tf.sqrt(second), 1 / Math.sqrt(1 - beta2 ** steps));
      const change = tf.div(first, add(deviation, epsilon));
      const kept = mul(parameters, 1 - learningRate * weightDecay);
      return [sub(kept, mul(change, learningRate / (1 - beta1 ** steps))), first, second];
    });
    tf.dispose(before);
    return loss;
  }

  const dispose = () => {
    tf.dispose([parameters, mean, variance]);
    learner.dispose();
    model.dispose();
  };
  return { step, dispose };
}
