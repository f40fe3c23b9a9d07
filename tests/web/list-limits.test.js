// Lists in links and attributes: each entry counts once, and no list causes more work than there
// are names.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import MarkdownIt from 'markdown-it';
import attentionFences from '../../web/entries/markdown-it.js';
import { attentionSvg } from '../../web/entries/svg.js';
import { ChapterError, readChapter } from '../../web/features/practice/author-chapter/read.js';
import { parseCells } from '../../web/graph/masks/custom.js';
import { readAddress } from '../../web/state/address.js';
import { parseEdits } from '../../web/state/edits.js';
import { parseAnswers } from '../../web/state/guide.js';
import { listHiddenNames, readNames } from '../../web/state/hidden-parts.js';
import { normaliseState } from '../../web/state/normalise.js';
import { findMisspelt } from '../../web/state/problems.js';

const MANY = 3000;
const repeatName = (/** @type {string} */ name, between = ',') =>
  Array(MANY).fill(name).join(between);
const makeNames = (/** @type {(i: number) => string} */ name, between = ',') =>
  Array.from({ length: MANY }, (_, i) => name(i)).join(between);

it('a name that is in a list 3,000 times counts once', () => {
  assert.deepEqual(readNames(repeatName('weights')), ['weights']);
  assert.deepEqual(readNames('q, k q\tk,v'), ['q', 'k', 'v']);
  assert.deepEqual(readNames(['q', 'q']), ['q']);
  assert.deepEqual(listHiddenNames({ hide: repeatName('export', ' ') }), ['export']);
  assert.equal(findMisspelt('hide', repeatName('exprot')).length, 1);
});

it('a list that is too long is cut between two names', () => {
  for (const name of ['text', 'weights', 'scores'])
    assert.deepEqual(readNames(Array(20_000).fill(name).join(',')), [name]);
});

it('a list has at most 256 names', () => {
  assert.equal(readNames(makeNames((i) => `t${i}`))?.length, 256);
  assert.equal(readNames(repeatName('a', ' '.repeat(100)))?.length, 1);
  assert.ok(
    findMisspelt(
      'steps',
      makeNames((i) => `t${i}`),
    ).length <= 256,
  );
});

it('a table or a step named 3,000 times is drawn once', async () => {
  const once = await attentionSvg({ table: 'weights' });
  assert.equal(await attentionSvg({ table: repeatName('weights') }), once);
  assert.equal(
    await attentionSvg({ steps: repeatName('scores', ' ') }),
    await attentionSvg({ steps: 'scores' }),
  );
});

it('a fence draws a table named 3,000 times once', () => {
  const [once, many] = ['weights', repeatName('weights')].map((table) => {
    const fence = `\`\`\`attention\nThey eat\ntable: ${table}\n\`\`\``;
    const html = MarkdownIt().use(attentionFences).render(fence);
    return html.slice(html.indexOf('<svg'));
  });
  assert.equal(many, once);
});

it('an address sets each number, pair and answer once', () => {
  const { state } = readAddress(
    `w=${repeatName('q.0.0:1', ';')}&cells=${repeatName('0.1', '+')}&a=${repeatName('why-cup_1', '+')}`,
  );
  const { edits, masked, answers } = normaliseState({ ...state, mask: 'custom' });
  assert.deepEqual([edits, masked, answers], ['q.0.0:1', '0.1', 'why-cup_1']);
});

it('lists of numbers, pairs and answers are no longer than their texts may be', () => {
  const { edits, masked, answers } = normaliseState({
    edits: makeNames((i) => `weights.0.${i % 40}.${i}:0.5`, ';'),
    masked: makeNames((i) => `${i % 1000}.${i % 7}`, ' ').repeat(20),
    answers: makeNames((i) => `page-${i}_1`, ' '),
  });
  assert.ok(parseEdits(edits).size <= 1000 && edits.length <= 12_000);
  assert.ok(parseCells(masked).length <= MANY);
  assert.ok(answers.length <= 3000 && parseAnswers(answers).size < 300);
});

it('an object with 3,000 unknown names is refused with the first of them', () => {
  const names = Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`no${i}`, 1]));
  assert.throws(
    () => readChapter(JSON.stringify(names)),
    (error) => error instanceof ChapterError && error.problems.length < 30,
  );
});
