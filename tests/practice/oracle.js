// A second implementation of attention with mistakes: plain loops in double precision that do not
// use the graph.

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Source } from '../../web/sources/types.js' */

/** @typedef {number[][]} Matrix */

/** @param {Matrix} a @param {Matrix} b @returns {Matrix} */
export const multiply = (a, b) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, x, i) => sum + x * b[i][j], 0)));
/** @param {Matrix} a @returns {Matrix} */
export const transpose = (a) => a[0].map((_, j) => a.map((row) => row[j]));
/** @param {Matrix} a @param {(x: number, i: number, j: number) => number} f @returns {Matrix} */
const mapMatrix = (a, f) => a.map((row, i) => row.map((x, j) => f(x, i, j)));
/** @param {number[]} row */
const shares = (row) => {
  const largest = Math.max(...row);
  const e = row.map((x) => Math.exp(x - largest));
  const sum = e.reduce((a, b) => a + b, 0);
  return e.map((x) => x / sum);
};
/** @param {Matrix} a */
const softmax = (a) => a.map(shares);

/**
 * @param {Tensor} tensor (rows, columns), or (heads, rows, columns)
 * @returns {Matrix[]}
 */
function matrices({ shape, data }) {
  const [heads, rows, columns] = shape.length === 3 ? shape : [1, ...shape];
  return Array.from({ length: heads }, (_, h) =>
    Array.from({ length: rows }, (__, i) =>
      Array.from({ length: columns }, (___, j) => data[(h * rows + i) * columns + j]),
    ),
  );
}

/**
 * @typedef {object} Wrong what differs from correct attention
 * @property {(d: number, keys: number) => number} [divisor] the divisor of the scores
 * @property {number} [times] how often the scores are divided; the first time is before they are
 *   shown
 * @property {boolean} [isKeyUntransposed]
 * @property {boolean} [swaps] whether keys and values are exchanged
 * @property {boolean} [positionsLast]
 * @property {'after' | number} [fill] the fill of masked scores; 'after' sets weights to 0 instead
 * @property {(query: number, key: number) => boolean} [allowed]
 * @property {'queries' | 'heads'} [along] the axis of the softmax
 * @property {boolean} [isMaxLeftOut]
 * @property {'flat' | 'none' | 'transposed'} [merge]
 * @property {boolean} [isSplitPerHead]
 * @property {boolean} [takesValuesOfQueries]
 * @property {boolean} [isTanhLeftOut]
 * @property {boolean} [isVectorLeftOut]
 */

/**
 * @param {Source} source the correct source
 * @param {{ allowed?: (query: number, key: number) => boolean, wrong?: Wrong }} [options]
 * @returns {Record<string, Matrix[]>} tables by id, with one matrix for each head
 */
export function attentionByLoops({ given }, { allowed = () => true, wrong = {} } = {}) {
  const mayAttend = wrong.allowed ?? allowed;
  const readMatrices = (/** @type {string} */ id) => matrices(given[id]());
  /** @param {string} id @param {string} word @param {string} position */
  const rowsOf = (id, word, position) => {
    if (given[id]) return readMatrices(id)[0];
    const places = readMatrices(position)[0];
    return wrong.positionsLast
      ? readMatrices(word)[0]
      : mapMatrix(readMatrices(word)[0], (x, i, j) => x + places[i][j]);
  };
  const keys = rowsOf('embeddings', 'wordEmbeddings', 'positionEmbeddings');
  const queries = given.queryEmbeddings ? readMatrices('queryEmbeddings')[0] : keys;
  if (given.wv().shape.length === 1) return additiveByLoops(given, queries, keys, mayAttend, wrong);
  let [wq, wk, wv] = ['wq', 'wk', 'wv'].map(readMatrices);
  if (wrong.isSplitPerHead) [wq, wk, wv] = splitPerHead([wq, wk, wv]);
  const heads = wq.map((_, h) => h);
  /** @param {Matrix} rows @param {Matrix} weight */
  const project = (rows, weight) => {
    const product = multiply(rows, weight);
    const places = wrong.positionsLast ? readMatrices('positionEmbeddings')[0] : undefined;
    return places ? mapMatrix(product, (x, i, j) => x + places[i][j]) : product;
  };
  const q = heads.map((h) => project(queries, wq[h]));
  const k = heads.map((h) => project(keys, wk[h]));
  const v = heads.map((h) => project(wrong.takesValuesOfQueries ? queries : keys, wv[h]));
  const [read, mixed] = wrong.swaps ? [v, k] : [k, v];
  const d = q[0][0].length;
  const root = Math.sqrt(d);
  const scores = heads.map((h) =>
    mapMatrix(
      multiply(q[h], wrong.isKeyUntransposed ? read[h] : transpose(read[h])),
      (x) => x / (wrong.times === 2 ? root : 1),
    ),
  );
  const divisor = wrong.divisor?.(d, keys.length) ?? root;
  const scaledScores = heads.map((h) => mapMatrix(scores[h], (x) => x / divisor));
  const fill = typeof wrong.fill === 'number' ? wrong.fill : -Infinity;
  const maskedScores = scaledScores.map((score) =>
    mapMatrix(score, (x, i, j) => (mayAttend(i, j) || wrong.fill === 'after' ? x : fill)),
  );
  const weights = weigh(maskedScores, wrong).map((table) =>
    mapMatrix(table, (x, i, j) => (wrong.fill === 'after' && !mayAttend(i, j) ? 0 : x)),
  );
  const mixedHeads = heads.map((h) => multiply(weights[h], mixed[h]));
  const flat = mixedHeads.flat(2);
  const width = heads.length * d;
  const concatenated = queries.map((_, i) =>
    wrong.merge === 'flat'
      ? flat.slice(i * width, (i + 1) * width)
      : mixedHeads.flatMap((head) => head[i]),
  );
  const wo = readMatrices('wo')[0];
  const last = { none: concatenated, transposed: multiply(concatenated, transpose(wo)) };
  const output = last[/** @type {keyof typeof last} */ (wrong.merge)] ?? multiply(concatenated, wo);
  return {
    ...{ q, k, v, scores, scaledScores, maskedScores, weights, heads: mixedHeads },
    ...{ concatenated: [concatenated], output: [output] },
  };
}

/** @param {Matrix[]} scores @param {Wrong} wrong */
function weigh(scores, { along, isMaxLeftOut }) {
  if (along === 'queries') return scores.map((score) => transpose(softmax(transpose(score))));
  if (along === 'heads') {
    return scores.map((score, h) =>
      mapMatrix(score, (_, i, j) => shares(scores.map((other) => other[i][j]))[h]),
    );
  }
  if (!isMaxLeftOut) return scores.map(softmax);
  // A float32 is infinite beyond its largest number.
  return scores.map((score) =>
    score.map((row) => {
      const e = row.map((x) => Math.fround(Math.exp(x)));
      const sum = Math.fround(e.reduce((a, b) => a + b, 0));
      return e.map((x) => x / sum);
    }),
  );
}

/**
 * @param {Source['given']} given
 * @param {Matrix} queries
 * @param {Matrix} keys
 * @param {(query: number, key: number) => boolean} allowed
 * @param {Wrong} wrong
 */
function additiveByLoops(given, queries, keys, allowed, wrong) {
  const projectedQueries = multiply(queries, matrices(given.wq())[0]);
  const projectedKeys = multiply(keys, matrices(given.wk())[0]);
  const vector = [...given.wv().data];
  const squash = wrong.isTanhLeftOut ? (/** @type {number} */ x) => x : Math.tanh;
  const features = projectedQueries.map((query) =>
    projectedKeys.map((key) => query.map((x, a) => squash(x + key[a]))),
  );
  const scores = features.map((rows) =>
    rows.map((row) =>
      row.reduce((sum, x, a) => sum + x * (wrong.isVectorLeftOut ? 1 : vector[a]), 0),
    ),
  );
  const weights = softmax(mapMatrix(scores, (x, i, j) => (allowed(i, j) ? x : -Infinity)));
  return { features, scores: [scores], weights: [weights], output: [multiply(weights, keys)] };
}

/**
 * Reads rows of the stacked matrices [Q of all heads; K; V] as [Q, K, V of head 1; of head 2; …].
 * @param {Matrix[][]} parts each part has one matrix (in, out) for each head
 */
function splitPerHead(parts) {
  const rows = parts.flatMap((heads) => heads.flatMap((head) => transpose(head)));
  const [heads, columns] = [parts[0].length, parts[0][0][0].length];
  return parts.map((_, part) =>
    Array.from({ length: heads }, (__, h) => {
      const first = (3 * h + part) * columns;
      return transpose(rows.slice(first, first + columns));
    }),
  );
}
