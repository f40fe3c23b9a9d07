// The tiny checkpoints of tests/golden/checkpoints as files of a model.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../golden/checkpoints/', import.meta.url);

export const checkpoints = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** @param {string} name @param {string} file */
const read = (name, file) => readFileSync(new URL(`${name}/${file}`, folder));

/** @param {string} name @returns {any} */
export const expectedOf = (name) => JSON.parse(String(read(name, 'expected.json')));

/** @param {string} name @param {string} file @returns {any} */
export const jsonOf = (name, file) => JSON.parse(String(read(name, file)));

/** Returns a copy of a checkpoint's weights. @param {string} name */
export const weightsOf = (name) => Uint8Array.from(read(name, 'model.safetensors'));

/**
 * Returns the files of a checkpoint. Each file has another form that a source may have.
 * @param {string} name @param {object} [changes] changes of config.json
 * @returns {Record<string, any>}
 */
export const filesOf = (name, changes) => ({
  // A change to undefined removes the key.
  'config.json': JSON.parse(JSON.stringify({ ...jsonOf(name, 'config.json'), ...changes })),
  'model.safetensors': new Blob([weightsOf(name)]),
  'tokenizer.json': String(read(name, 'tokenizer.json')),
  'tokenizer_config.json': Uint8Array.from(read(name, 'tokenizer_config.json')),
});

/**
 * Returns a checkpoint as Files of a folder.
 * @param {string} name @param {string} folder @param {object} [changes] of config.json
 */
export const filesIn = (name, folder, changes) =>
  Object.entries(filesOf(name, changes)).map(([file, content]) => {
    const text = file === 'config.json' ? JSON.stringify(content) : content;
    return Object.defineProperty(new File([text], file), 'webkitRelativePath', {
      value: folder && `${folder}/${file}`,
    });
  });

/** Returns the source of a checkpoint, or of the model that ships. @param {string} name @returns {any} */
export const sourceOf = (name) => (name === 'use-lite' ? name : filesOf(name));

/** Returns a text of the checkpoint's reference. @param {string} name @returns {string} */
export function textOf(name) {
  const { cases, same_as: other } = expectedOf(name);
  return (cases ?? expectedOf(other).cases).at(-1).text;
}

/**
 * Returns ids as the input of a model; one with an encoder also reads a text.
 * @param {string} name @param {number[]} ids
 */
export const inputOf = (name, ids) =>
  name === 'marian' ? { ids: [3, 76, 27, 0], targetIds: [...ids] } : { ids: [...ids] };

export const NO_CHANGES = { silence: [], block: [], edits: {} };

/**
 * Writes a .safetensors file.
 * @param {Record<string, { dtype: string, shape: number[], bytes: Uint8Array }>} tensors
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function writeSafetensors(tensors) {
  let at = 0;
  /** @type {Record<string, object>} */
  const header = {};
  for (const [name, { dtype, shape, bytes }] of Object.entries(tensors)) {
    header[name] = { dtype, shape, data_offsets: [at, at + bytes.length] };
    at += bytes.length;
  }
  return joinFile(
    header,
    Object.values(tensors).map(({ bytes }) => bytes),
  );
}

/**
 * @param {object | string} header @param {Uint8Array[]} parts
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function joinFile(header, parts) {
  const text = typeof header === 'string' ? header : JSON.stringify(header);
  const json = new TextEncoder().encode(text);
  const total = parts.reduce((sum, { length }) => sum + length, 8 + json.length);
  const file = new Uint8Array(total);
  new DataView(file.buffer).setBigUint64(0, BigInt(json.length), true);
  file.set(json, 8);
  let at = 8 + json.length;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/**
 * Splits a file into its header and the bytes of its tensors.
 * @param {Uint8Array} file @returns {{ header: Record<string, any>, data: Uint8Array }}
 */
export function splitFile(file) {
  const view = new DataView(file.buffer, file.byteOffset);
  const length = Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)));
  return { header, data: file.subarray(8 + length) };
}

/**
 * Returns the tensors of a checkpoint in the form that `writeSafetensors` takes.
 * @param {string} name
 * @returns {Record<string, { dtype: string, shape: number[], bytes: Uint8Array }>}
 */
export function tensorsOf(name) {
  const { header, data } = splitFile(weightsOf(name));
  const { __metadata__, ...entries } = header;
  const tensors = Object.entries(entries).map(([tensor, { dtype, shape, data_offsets: range }]) => [
    tensor,
    { dtype, shape, bytes: data.subarray(...range) },
  ]);
  return Object.fromEntries(tensors);
}

/** The file that names the files of several. */
export const INDEX = 'model.safetensors.index.json';

/**
 * Returns the weights of a checkpoint in several files: its tensors in turn, and an index.
 * @param {string} name @param {number} count
 */
function shardsOf(name, count) {
  /** @type {Record<string, Record<string, any>>} */
  const shards = {};
  /** @type {Record<string, string>} */
  const weight_map = {};
  Object.entries(tensorsOf(name)).forEach(([tensor, entry], i) => {
    const place = `${(i % count) + 1}`.padStart(5, '0');
    const file = `model-${place}-of-${`${count}`.padStart(5, '0')}.safetensors`;
    shards[file] = { ...shards[file], [tensor]: entry };
    weight_map[tensor] = file;
  });
  const files = Object.entries(shards).map(([file, tensors]) => [file, writeSafetensors(tensors)]);
  return { files: Object.fromEntries(files), index: { metadata: { total_size: 0 }, weight_map } };
}

/** Returns the files of a checkpoint whose weights are in three files. @param {string} name @returns {Record<string, any>} */
export function shardedFilesOf(name) {
  const { 'model.safetensors': _, ...rest } = filesOf(name);
  const { files, index } = shardsOf(name, 3);
  return { ...rest, ...files, [INDEX]: index };
}

/** Lists the places of all numbers of a table, in their order. @param {readonly number[]} shape */
export const listPlaces = (shape) =>
  shape.reduce(
    (places, size) => places.flatMap((at) => Array.from({ length: size }, (_, i) => [...at, i])),
    /** @type {number[][]} */ ([[]]),
  );
