/** Which numbers the reader can set, and what an edit calls each of them. */

import { embeddingPlace, formatEdits, LARGEST, parseEdits, scoreTable } from './edits.js';
import { lookup } from './words.js';

/**
 * @typedef {import('./lesson.js').Lesson} Lesson
 * @typedef {import('./state.js').State} State
 * @typedef {import('./trace.js').Place} Place
 */

/**
 * @param {State} state
 * @param {Lesson} lesson
 * @param {Place} place
 * @returns {string | undefined} undefined for what is computed
 */
export function editPlace(state, { queryWords, keyWords, catalogue, results }, { tensor, at }) {
  if (state.source !== 'seed') return undefined;
  const { axes } = catalogue[tensor];
  if (tensor === 'queryEmbeddings') return embeddingPlace('x', lookup(queryWords[at[0]]), at[1]);
  if (tensor === 'embeddings') {
    const words = axes.startsWith('q') ? queryWords : keyWords;
    const wide = state.mechanism === 'additive' && state.keyWidth > 0;
    return embeddingPlace(wide ? 'y' : 'x', lookup(words[at[0]]), at[1]);
  }
  const indices = at.join('.');
  if (tensor === 'scores') return `${scoreTable(state)}${at.length === 2 ? '.0' : ''}.${indices}`;
  if (tensor === 'wo') return `o.${indices}`;
  if (!/^w[qkv]$/.test(tensor)) return undefined;
  if (state.mechanism === 'additive') return `a${tensor[1]}.${indices}`;
  const [head, row, column] = at;
  return `${tensor[1]}.${row}.${head * results[tensor].shape[2] + column}`;
}

/**
 * The edits with one more.
 * @param {string} edits
 * @param {string} place
 * @param {number | undefined} value undefined gives the drawn number back
 */
export function withEdit(edits, place, value) {
  const all = parseEdits(edits);
  if (value === undefined) all.delete(place);
  else all.set(place, Math.min(LARGEST, Math.max(-LARGEST, value)));
  return formatEdits(all);
}

/**
 * Where an edit stands in the lesson: the first place, of a word that stands several times.
 * @param {State} state
 * @param {Lesson} lesson
 * @param {string} edit
 * @returns {Place | undefined}
 */
export function placeOfEdit(state, lesson, edit) {
  const { results } = lesson;
  const [name, first, ...rest] = edit.split('.');
  const indices = [first, ...rest].map(Number);
  /** @returns {Place[]} */
  const candidates = () => {
    if (name === 'x' || name === 'y') {
      return ['queryEmbeddings', 'embeddings'].flatMap((tensor) =>
        Array.from({ length: results[tensor]?.shape[0] ?? 0 }, (_, row) => ({
          tensor,
          at: [row, indices[1]],
        })),
      );
    }
    if (name === 's' || name === 'ss') {
      return [
        { tensor: 'scores', at: results.scores.shape.length > 2 ? indices : indices.slice(1) },
      ];
    }
    if (name === 'o') return [{ tensor: 'wo', at: indices }];
    const tensor = `w${name.at(-1)}`;
    if (name.startsWith('a')) return [{ tensor, at: indices }];
    const columns = results[tensor]?.shape[2] ?? 1;
    const [row, column] = indices;
    return [{ tensor, at: [Math.floor(column / columns), row, column % columns] }];
  };
  return candidates().find(
    (place) => results[place.tensor] && editPlace(state, lesson, place) === edit,
  );
}
