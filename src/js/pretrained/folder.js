import { makeModelError } from './errors.js';
import { TOKENIZER, WEIGHTS } from './files.js';

/** The most folders that an error names. */
const MAX_NAMED = 5;

/** The parts of a model. */
const PARTS = [
  (/** @type {string} */ name) => name === 'config.json',
  (/** @type {string} */ name) => name.startsWith(WEIGHTS) || name.endsWith('.safetensors'),
  (/** @type {string} */ name) => name === TOKENIZER,
];

/** @param {File} file */
export const getName = ({ name }) => name.slice(name.lastIndexOf('/') + 1);

/**
 * Chooses the files of one model, which are in one folder. Other folders may hold other models, or further parts such
 * as the settings of a pooling layer. The most complete folder counts, and then the one with the shortest path.
 *
 * @param {Iterable<File>} files
 * @returns {{ folder: string, files: File[] }} `folder` is '' without a path
 * @throws {ModelError} if several folders hold a model
 */
export function chooseFolder(files) {
  /** @type {Map<string, File[]>} */
  const byFolder = new Map();
  for (const file of files) {
    const path = file.webkitRelativePath || file.name;
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const inside = byFolder.get(folder) ?? [];
    byFolder.set(folder, inside);
    inside.push(file);
  }
  const found = [...byFolder].map(([folder, inside]) => ({
    folder,
    files: inside,
    parts: PARTS.filter((isPart) => inside.some((file) => isPart(getName(file)))).length,
    depth: folder === '' ? 0 : folder.split('/').length,
  }));
  found.sort((a, b) => b.parts - a.parts || a.depth - b.depth);
  const [best = { folder: '', files: [], parts: 0, depth: 0 }] = found;
  const equal = found.filter(({ parts, depth }) => parts === best.parts && depth === best.depth);
  if (best.parts > 1 && equal.length > 1) {
    const names = equal.slice(0, MAX_NAMED).map(({ folder }) => folder);
    const others = equal.length > MAX_NAMED ? `, and ${equal.length - MAX_NAMED} more` : '';
    const received = `holds those of ${equal.length}: ${names.join(', ')}${others}`;
    throw makeModelError('several', 'source', 'the files of one model', received);
  }
  return { folder: best.folder, files: best.files };
}
