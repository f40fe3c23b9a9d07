// The files of a model's weights: model.safetensors, or several files that an index names.

import { describeValue } from '../errors.js';
import { makeModelError } from './errors.js';
import { INDEX, WEIGHTS } from './files.js';
import { readJsonFile } from './json.js';
import { labelTensor, readTensorEntries } from './safetensors.js';

/** @import { TensorEntry } from './safetensors.js' */
/** @import { Bytes, Repository } from './source.js' */

/**
 * A file of weights.
 * @typedef {object} WeightFile
 * @property {string} name
 * @property {number} order its place among the files
 * @property {Bytes} bytes
 */

/**
 * The files of a model's weights.
 * @typedef {object} Weights
 * @property {WeightFile[]} files
 * @property {string} index the file that names all tensors: the index or, of a single file, the file itself
 * @property {Map<string, string> | undefined} places the file of each tensor, by the index
 */

/**
 * Opens the weights of a model, without reading them.
 * @param {Repository} repository
 * @returns {Promise<Weights>}
 */
export async function openWeights(repository) {
  const { operation } = repository;
  const single = await repository.open(WEIGHTS);
  if (single !== undefined) {
    const files = [{ name: WEIGHTS, order: 0, bytes: single }];
    return { files, index: WEIGHTS, places: undefined };
  }
  const index = await readJsonFile(repository, INDEX);
  if (index === undefined) throw refuseNoWeights(repository);
  const places = readPlaces(index, operation);
  const names = [...new Set(places.values())].sort();
  /** @type {WeightFile[]} */
  const files = [];
  for (const [order, name] of names.entries()) {
    const bytes = await repository.open(name);
    if (bytes === undefined) {
      const expected = `the file, which ${INDEX} names`;
      throw makeModelError('missing', name, expected, 'is missing', { operation });
    }
    files.push({ name, order, bytes });
  }
  return { files, index: INDEX, places };
}

/**
 * Reads the file of each tensor from an index.
 * @param {Record<string, any>} index @param {string} [operation]
 * @returns {Map<string, string>}
 */
export function readPlaces({ weight_map: map }, operation) {
  const isObject = typeof map === 'object' && map !== null && !Array.isArray(map);
  const places = Object.entries(isObject ? map : {});
  const isName = (/** @type {unknown} */ name) =>
    typeof name === 'string' && /^[^/\\]{1,200}\.safetensors$/.test(name);
  const wrong = places.find(([, name]) => !isName(name));
  if (places.length > 0 && wrong === undefined) return new Map(places);
  const [label, value] = wrong
    ? [`weight_map['${wrong[0].slice(0, 200)}']`, wrong[1]]
    : ['weight_map', map];
  const expected = wrong
    ? 'the name of a .safetensors file'
    : 'the file of each tensor, by its name';
  const received = value === undefined ? 'is missing' : `is ${describeValue(value)}`;
  throw makeModelError('index', `${label} of ${INDEX}`, expected, received, { operation });
}

/**
 * Reads the headers of all files. The index decides which file has a tensor.
 * @param {Weights} weights
 * @returns {Promise<Map<string, TensorEntry>>}
 */
export async function readHeaders({ files, places }) {
  /** @type {Map<string, Map<string, TensorEntry>>} */
  const headers = new Map();
  for (const file of files) headers.set(file.name, await readTensorEntries(file));
  if (places === undefined) return [...headers.values()][0];
  /** @type {Map<string, TensorEntry>} */
  const entries = new Map();
  for (const [tensor, name] of places) {
    const entry = headers.get(name)?.get(tensor);
    if (entry === undefined) {
      const other = files.find((file) => headers.get(file.name)?.has(tensor));
      const received = other ? `is in ${other.name}` : 'is missing';
      const reason = other ? 'index' : 'tensors';
      const expected = `the tensor, as ${INDEX} says`;
      throw makeModelError(reason, labelTensor(tensor, name), expected, received);
    }
    entries.set(tensor, entry);
  }
  return entries;
}

/** @param {Repository} repository */
function refuseNoWeights(repository) {
  const { names, operation } = repository;
  if (names.some((name) => /-\d+-of-\d+\.safetensors$/.test(name))) {
    const expected = 'the file, which says where each tensor is';
    return makeModelError('missing', INDEX, expected, 'is missing', { operation });
  }
  return makeMissingError(repository, WEIGHTS);
}

/**
 * Makes the error of a missing file, or of weights that are in another format alone.
 * @param {Repository} repository @param {string} file
 */
export function makeMissingError({ names, place, operation }, file) {
  const hasWeights = names.some((name) => name.endsWith('.safetensors'));
  const other = hasWeights ? undefined : names.find((name) => /\.(bin|gguf|onnx)$/.test(name));
  if (other === undefined) {
    const listed = names.slice(0, 20).join(', ').slice(0, 400) || 'no files';
    const isUnlisted = place !== undefined && names.length === 0;
    const expected = isUnlisted ? `the file in ${place}` : `the file, among ${listed}`;
    return makeModelError('missing', file, expected, 'is missing', { operation });
  }
  const expected = other.endsWith('.bin')
    ? 'the file, which save_pretrained(…, safe_serialization=True) of transformers writes'
    : 'the file of the model from which that one was made';
  const received = `is missing: the weights are in ${other.slice(0, 200)} alone`;
  return makeModelError('old-format', WEIGHTS, expected, received, { operation });
}
