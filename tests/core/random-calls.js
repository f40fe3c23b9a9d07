// Calls the core's exports with random and edge integers, and records what they return.
import assert from 'node:assert/strict';
import { prototypes, statuses } from '../support/header.js';
import { createRandom } from '../support/random.js';
import { callKinds, entryPoints, RawCall, randomSizes } from '../support/raw.js';

/** @import { RawCore } from '../support/raw.js' */

const CALLS_PER_LAYOUT = 240;
const asksForSize = prototypes.filter((prototype) => !entryPoints.includes(prototype));

/**
 * @typedef {object} Answers
 * @property {Map<string, number[]>} counts the number of calls of each entry point, by returned
 *   status
 * @property {number} sizesAsked the number of calls of functions that return a size
 * @property {{ ms: number, call: string }} slowest by processor time
 */

/** Returns addresses and sizes at which bounds checks often fail. @param {RawCore} core */
function edgesOf({ floor, bytes: { length: size } }) {
  return [
    ...[0, 1, 2, 3, 4, 7, 8, 15, 16, 64, 255, 1024, 4096],
    ...[-1, -4, -16, 2 ** 31 - 1, -(2 ** 31), 2 ** 30, 2 ** 30 + 1, 2 ** 29],
    ...[0xffff, 0x10000, 0x10001, 0x8000, 0x3fffffff],
    ...[floor, floor - 4, floor - 16, floor - 64, floor - 512],
    ...[size, size - 4, size - 16, size - 64, size - 4096, size / 2, size + 4],
  ];
}

/**
 * Calls exports with random and edge integers. Throws unless each call returns a status or a size.
 * @param {RawCore} core
 * @param {number} seed
 * @param {number} calls
 * @returns {Answers}
 */
export function callRandomly(core, seed, calls) {
  const random = createRandom(seed);
  const edges = edgesOf(core);

  /** Lays out a valid call of each entry point in memory, with random bytes after the calls. */
  function layOut() {
    let at = core.floor + 4096;
    const valid = callKinds.map((kind) => {
      const call = new RawCall(core, kind.name, randomSizes(kind, random), random, at);
      at = call.end;
      return call;
    });
    for (let i = 0; i < 64; i++) core.words[at / 4 + i] = random.pick([random.bits(), ...edges]);
    const addresses = valid.flatMap((call) => call.slots.map(({ name }) => call.get(name)));
    return { valid, values: [...edges, at, at + 4, at + 32], addresses };
  }

  let layout = layOut();

  function anyInteger() {
    const kind = random.uniform();
    if (kind < 0.5) return random.pick(layout.values);
    if (kind < 0.8) return random.pick(layout.addresses);
    return kind < 0.9 ? random.integer(0, 12) : random.bits();
  }

  /** Replaces an argument or a word of a struct by a random or edge value. @param {RawCall} call */
  function spoil(call) {
    const name = random.pick(call.names);
    const before = call.get(name);
    call.set(name, anyInteger());
    return () => call.set(name, before);
  }

  const slowest = { ms: 0, call: '' };

  /** @param {string} name @param {number[]} args */
  function answerOf(name, args) {
    const start = process.cpuUsage();
    try {
      return core.exports[name](...args);
    } catch (cause) {
      throw new Error(`${name}(${args}) trapped (seed ${seed})`, { cause });
    } finally {
      const ms = process.cpuUsage(start).user / 1000;
      if (ms > slowest.ms) Object.assign(slowest, { ms, call: `${name}(${args})` });
    }
  }

  /** @type {Answers['counts']} */
  const counts = new Map(entryPoints.map(({ name }) => [name, Array(statuses.size).fill(0)]));
  let sizesAsked = 0;
  for (let i = 0; i < calls; i++) {
    if (i % CALLS_PER_LAYOUT === 0 && i > 0) layout = layOut();
    if (random.uniform() < 0.1) {
      const { name, parameters } = random.pick(asksForSize);
      const args = parameters.map(anyInteger);
      assert.ok(Number.isInteger(answerOf(name, args)), `${name}(${args}) (seed ${seed})`);
      sizesAsked++;
      continue;
    }
    // One call in five is entirely random. The others are valid except for at most three values.
    const call = random.pick(layout.valid);
    const isWild = random.uniform() < 0.2;
    const mends = Array.from({ length: isWild ? 0 : random.integer(0, 3) }, () => spoil(call));
    const args = Object.values(call.args).map((arg) => (isWild ? anyInteger() : arg));
    const status = answerOf(call.name, args);
    for (const mend of mends.reverse()) mend();
    const count = counts.get(call.name) ?? [];
    assert.ok(status in count, `${call.name}(${args}): ${status} (seed ${seed})`);
    count[status]++;
  }
  return { counts, sizesAsked, slowest };
}
