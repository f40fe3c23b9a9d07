// Parsers of foreign texts take linear time for any input: links, attributes, fences, chapters,
// answers, weights and tokens. The tests count steps instead of time: see count-steps.js.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import MarkdownIt from 'markdown-it';
import { readFrench } from '../../src/js/learning/grammars/french-english/reading.js';
import { findNearest } from '../../src/js/nearest.js';
import attentionFences from '../../web/entries/markdown-it.js';
import { readDrawingOptions } from '../../web/export/drawing-options.js';
import { readChapter } from '../../web/features/practice/author-chapter/read.js';
import { readAnswer } from '../../web/features/practice/check/read-answer.js';
import { readWorksheetOptions as readSheet } from '../../web/features/practice/worksheet/options.js';
import { parseCell } from '../../web/graph/cell.js';
import { renderMarked } from '../../web/lessons/chapter-markup.js';
import { readOwnWeights } from '../../web/sources/own-weights.js';
import { readAddress, writeAddress } from '../../web/state/address.js';
import { listHiddenNames, readNames } from '../../web/state/hidden-parts.js';
import { normaliseState } from '../../web/state/normalise.js';
import { findMisspelt, findUnparsableParts } from '../../web/state/problems.js';
import { cleanSentence, readWords, splitWords, toStory, toWordKey } from '../../web/state/words.js';
import { directionOf, symbolOf } from '../../web/text/inline.js';
import { escaped, writeElement } from '../../web/text/markup.js';
import { camel, parted } from '../../web/text/spelling.js';
import { labelTokens } from '../../web/text/tokens/labels.js';
import { computationOf } from '../support/computations.js';
import { countSteps } from '../support/count-steps.js';
import { toCsv } from '../support/written.js';

const N = 120;
/** The largest growth of steps for a text of four times the length. */
const MOST_GROWTH = 5.5;

const md = MarkdownIt().use(attentionFences);
/** Use the page's first sentence, because a longer one would only take longer. */
const rule = (/** @type {string} */ content) =>
  md.renderer.rules.fence?.(
    [/** @type {any} */ ({ info: 'attention', content, map: [0, 9] })],
    0,
    {},
    {},
    md.renderer,
  );
const { computation } = computationOf({ sentence: 'They eat' });

/** @type {Record<string, (text: string) => unknown>} */
const PARSERS = {
  'an address': (text) => {
    const { state, unknown } = readAddress(text);
    return writeAddress(normaliseState(state), unknown);
  },
  'a value of an address': (text) =>
    ['w', 'cells', 'a', 'g', 's', 'c', 'before'].map((key) => readAddress(`${key}=${text}`)),
  'a state': (text) =>
    normaliseState(
      Object.fromEntries(
        [
          ...['sentence', 'target', 'masked', 'edits', 'guide', 'answers', 'cell', 'bug'],
          ...['scale', 'before'],
        ].map((name) => [name, text]),
      ),
    ),
  'edits and masks that are misspelt': (text) => [
    findUnparsableParts('edits', text),
    findUnparsableParts('masked', text),
  ],
  'names in a list': (text) => [
    readNames(text),
    listHiddenNames({ hide: text, show: text, steps: text, table: text }),
    findMisspelt('hide', text),
    findMisspelt('steps', text),
  ],
  'options of a picture': (text) =>
    [
      () => readDrawingOptions({ steps: text }),
      () => readDrawingOptions({ edits: text }),
      () => readDrawingOptions({ [text]: 'a' }),
      () => readDrawingOptions({ masked: text, sentence: text }),
    ].map((read) => {
      try {
        return read();
      } catch {
        return undefined;
      }
    }),
  // Without the picture, which has as many numbers as pairs of words.
  'a fence, without its picture,': (text) => rule(`${text}\nguide: why`),
  'an attribute of a fence': (text) => rule(`a b\nguide: ${text}`),
  'an element in HTML': (text) => writeElement('p', [['title', text]], escaped(text)),
  'the indentation of HTML': (text) => writeElement('p', [], text),
  'marks in a chapter': (text) => renderMarked(text),
  'a chapter': (text) => readChapter(text),
  'a field of a chapter': (text) =>
    readChapter(JSON.stringify({ version: 1, id: text, title: text, pages: [{ [text]: text }] })),
  'an answer': (text) => readAnswer(text),
  'an answer in brackets': (text) => readAnswer(`[${text}]`),
  'a worksheet': (text) => readSheet(text, ['q', 'weights'], 'q'),
  words: (text) => splitWords(cleanSentence(text)).words.map(toWordKey),
  'words of a model': (text) => [readWords(['dog', 'cat'], text), toStory(text)],
  'a French sentence': (text) => readFrench(text),
  weights: (text) => readOwnWeights({ weights: text }),
  'a shape': (text) => readOwnWeights({ weights: '[1]', shape: text }),
  tokens: (text) => readOwnWeights({ weights: '[[1]]', rowTokens: text }),
  'labels of tokens': (text) => labelTokens([[text, text.slice(1)], [...text]]),
  'labels of many tokens': (text) => labelTokens([text.split(/(?<=[ ;,])/), text.split(' ')]),
  names: (text) => [
    camel(text),
    parted(text),
    findNearest(text, ['dog', 'cat']),
    parseCell(text),
    symbolOf({ symbol: text }),
    directionOf([text]),
  ],
  'a cell of CSV': (text) =>
    toCsv(
      {
        ...computation,
        queryWords: [text],
        keyWords: [text],
        results: { weights: /** @type {any} */ ({ shape: [1, 1, 1], data: new Float32Array(1) }) },
      },
      'weights',
    ),
};

const PUMPS = [
  ...['1', '0', '.', ' ', '\n', '\t', ';', ',', 'a', 'A', ':', '[', ']', '{', '(', '"', '\\', '_'],
  ...['*', '“', '-', '%', '<', '#', '&', '='],
  ...['a ', 'x ', 'a,', 'a;', 'a.', 'a:b\n', '0.1 ', '1,', '1;2\n', '[1]', '[[', 'x.a.0:1;'],
  ...['weights,', 'weights.0.1.2:1;', 'a_b* ', 'q=1&', '{a}', '**a', '_a_', '“a”@fr', '"a"'],
  ...['##a ', 'a-', '-a', '<s>'],
  ...[
    'Ã',
    'Ġ',
    'Ġa',
    '▁',
    '@@ ',
    '中',
    '中 ',
    '\u2028',
    '\u0301',
    '\u200b',
    '\u200d',
    '\u00a0',
    '▁\u3000',
    '￭',
    '</w>',
    'ðŁ',
    '\ud800',
    'NaN',
    'Infinity,',
    "aujourd'",
    "'",
    'est ce ',
  ],
];
const ENDS = [
  ['', ''],
  ['a: ', '\u2028x!'],
];

describe('work grows like the text', () => {
  // Another coverage run would lose its counts if this test took them.
  const options = { skip: process.env.NODE_V8_COVERAGE !== undefined };
  it('and the check finds quadratic work', options, async () => {
    const quadratic = (/** @type {string} */ text) =>
      [...text].reduce(
        (all, entry) => (all.includes(entry) ? all : all.concat(entry)),
        /** @type {string[]} */ ([]),
      );
    const letters = (/** @type {number} */ n) =>
      String.fromCodePoint(...Array.from({ length: n }, (_, i) => 0x4e00 + i));
    const [few, many] = [
      await countSteps(() => quadratic(letters(N))),
      await countSteps(() => quadratic(letters(4 * N))),
    ];
    assert.ok(many / few > MOST_GROWTH, `${many / few}`);
  });

  it('and a long invisible token gets only the shown label', options, async () => {
    await countSteps(() => labelTokens([['a']]));
    const steps = await countSteps(() => labelTokens([['\u200b'.repeat(N)]]));
    assert.ok(steps / N < 100, `${steps / N} steps for each character`);
  });

  for (const [name, parse] of Object.entries(PARSERS)) {
    it(`where they hold ${name}`, options, async () => {
      const bad = [];
      // Fill caches first.
      await countSteps(() => parse('a'));
      for (const pump of PUMPS) {
        for (const [start, end] of pump.length > 1 ? ENDS.slice(0, 1) : ENDS) {
          const textOf = (/** @type {number} */ n) =>
            start + pump.repeat(Math.ceil(n / pump.length)) + end;
          const few = await countSteps(() => parse(textOf(N)));
          const many = await countSteps(() => parse(textOf(4 * N)));
          if (many / few > MOST_GROWTH)
            bad.push(`${JSON.stringify([start, pump, end])}: ${few}, ${many}`);
        }
      }
      assert.deepEqual(bad, []);
    });
  }
});
