// Random states for property tests: any state that a reader can reach, with unusual ones often.
import fc from 'fast-check';
import { normaliseState } from '../../web/state/normalise.js';
import { anyText } from './hostile-text.js';
import './names.js';

/** @import { State } from '../../web/state/types.js' */

const word = fc.constantFrom(
  ...['They', 'eat', 'eat,', 'Eat', 'fried', 'noodles', 'again', 'A&B=C', '100%', '+1', '#'],
  ...['\uFEFFa'],
  ...['我们吃炒面', 'ภาษาไทย', 'été', 'עברית', '<b>', 'a\u0301', '👩‍👩‍👧', '\uFFFD'],
  ...['javascript:alert(1)'],
);
const words = fc.array(word, { maxLength: 12 }).map((list) => list.join(' '));
const hostile = anyText({ maxLength: 40 });
const sentence = fc.oneof({ arbitrary: words, weight: 4 }, hostile);

const number = fc.float({ min: -100, max: 100, noNaN: true });
const place = fc.oneof(
  fc.tuple(fc.constantFrom('q', 'k', 'v', 'o', 'aq', 'x.eat', 'x.été', 'y.100%'), fc.nat(3)),
  fc.tuple(fc.constantFrom('s', 'maskedScores', 'weights', 'heads'), fc.nat(1)),
  fc.tuple(fc.constantFrom('concatenated', 'contributionSum', 'output'), fc.nat(3)),
);
const HAS_HEADS = /^(s|maskedScores|weights|heads)$/;
const edit = fc
  .tuple(place, fc.nat(5), fc.nat(5), number)
  .map(([[table, first], second, third, value]) => {
    const [kind, name] = table.split('.');
    if (HAS_HEADS.test(kind)) return `${kind}.${first}.${second}.${third}:${value}`;
    return name
      ? `${kind}.${encodeURIComponent(name)}.${first}:${value}`
      : `${table}.${first}.${second}:${value}`;
  });
const cells = fc
  .array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 8 })
  .map((pairs) => pairs.map((pair) => pair.join('.')).join(' '));

const wishedState = fc.record(
  {
    source: fc.constantFrom('seed', 'seed', 'seed', 'article', 'coffee'),
    sentence,
    target: fc.oneof(fc.constant(''), sentence),
    layer: fc.constantFrom('cross', 'self'),
    mechanism: fc.constantFrom('dot', 'additive'),
    heads: fc.integer({ min: 1, max: 16 }),
    dModel: fc.oneof(fc.integer({ min: 1, max: 16 }), fc.constantFrom(512, 768)),
    keyWidth: fc.nat(16),
    keys: fc.constantFrom('own', 'queries'),
    positions: fc.constantFrom('none', 'none', 'sinusoidal'),
    seed: fc.nat(999999),
    mask: fc.constantFrom('none', 'causal', 'padding', 'custom'),
    pad: fc.nat(12),
    masked: cells,
    fill: fc.constantFrom('inf', '-1e9', '0'),
    emptyRow: fc.constantFrom('zeros', 'nan'),
    scale: fc.oneof(fc.constantFrom('sqrt', 'none', 'words'), number),
    temperature: fc.oneof(fc.constantFrom(0, 0.1, 1, 1e9), number),
    dropout: fc.float({ min: 0, max: 1, noNaN: true }),
    dropoutSeed: fc.nat(999999),
    edits: fc.array(edit, { maxLength: 6 }).map((list) => list.join(';')),
    step: fc.constantFrom(
      ...['embeddings', 'q', 'features', 'weights', 'dropped', 'mechanisms', 'decoder', 'output'],
    ),
    query: fc.nat(12),
    key: fc.integer({ min: -1, max: 12 }),
    pin: fc.integer({ min: -1, max: 12 }),
    rows: fc.constantFrom('all', 'one'),
    head: fc.nat(16),
    cell: fc.constantFrom('', 'weights.0.1.3', 'rowSum.0.2'),
    spread: fc.integer({ min: 1, max: 512 }),
    before: fc.oneof(fc.constant(''), hostile),
    guide: fc.constantFrom('', 'opening', 'why', 'why-flip', 'no-such-page', 3, '5'),
    answers: fc.constantFrom('', 'why-flip_1*', 'why-flip_3 why-cup_0.18*', 'a_b**', 7),
  },
  { requiredKeys: [] },
);

/** @type {fc.Arbitrary<State>} */
export const anyState = wishedState.map(normaliseState);
