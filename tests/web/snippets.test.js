import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { pages } from '../../web/features/course/index.js';
import { makePageState } from '../../web/pages/chapters.js';
import { makeComputation } from '../../web/session/computation.js';
import {
  FIRST_CHOICES,
  findChosenTable,
  listChosenSteps,
  listOverruledParts,
  listPartsHiddenBy,
  listStepsWithTable,
  makeSnippetOptions,
  PART_LABELS,
  withPart,
  withSetting,
  withState,
  withStep,
} from '../../web/site/choices.js';
import {
  listLabAttributes,
  RESIZE,
  SCRIPT,
  writeFrameAddress,
  writeFrameSnippet,
  writeImageSnippet,
  writeTagSnippet,
} from '../../web/site/snippets.js';
import { readAddress } from '../../web/state/address.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { PART_NAMES } from '../../web/state/hidden-parts.js';
import { normaliseState } from '../../web/state/normalise.js';
import { title as exportTitle } from '../../web/text/en/export.js';
import { escaped, writeElement } from '../../web/text/markup.js';
import { sourceOf } from '../pretrained/checkpoints.js';
import { openModel } from '../pretrained/computation.js';
import { attention } from '../support/computations.js';
import { reduceCaseCount } from '../support/extent.js';
import { anyText } from '../support/hostile-text.js';
import { modelComputation } from '../support/models.js';
import { anyState } from '../support/states.js';

/**
 * @import { SnippetOptions } from '../../web/site/snippets.js'
 * @import { State } from '../../web/state/types.js'
 * @import { Attribute } from '../../web/text/markup.js'
 */

fc.configureGlobal({ seed: 7 });

const hostile = anyText({ maxLength: 60 });

/** Decodes a text in an attribute or between tags, as a parser does. @param {string} text */
function unescaped(text) {
  const named = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text.replace(/&(?:#x([0-9a-f]+)|(\w+));/g, (_, code, name) =>
    code
      ? String.fromCodePoint(Number.parseInt(code, 16))
      : named[/** @type {keyof typeof named} */ (name)],
  );
}

/** Keeps only characters that HTML can contain. @param {string} text */
const replaceInvalidCharacters = (text) => text.replace(/\0|\p{Surrogate}/gu, '\ufffd');

/**
 * Sets the entries of a state one by one, as a browser does with an element's attributes.
 * @param {readonly Attribute[]} attributes
 */
function setAttributesInTurn(attributes) {
  let wanted = {};
  for (const [name, value] of attributes) {
    const camel = name.replace(/-./g, (dash) => dash[1].toUpperCase());
    if (camel in DEFAULTS) wanted = { ...wanted, [camel]: value };
    if (name === 'state') wanted = { ...wanted, ...JSON.parse(String(value)) };
  }
  return normaliseState(wanted);
}

/** Returns the part of a state that a snippet contains. @param {State} state */
const getSnippetState = (state) => normaliseState({ ...state, before: '' });

/** Any state that a reader can reach. A page of the course has its own numbers. */
const anyReached = fc.oneof(
  { arbitrary: anyState, weight: 4 },
  fc.constantFrom(...pages).map((page) => makePageState(page)),
);

/** @type {fc.Arbitrary<SnippetOptions>} */
const anyOptions = fc.record({
  state: anyReached,
  steps: fc.subarray(['embeddings', 'q', 'scores', 'weights', 'output']),
  hide: fc.subarray(Object.keys(PART_LABELS)),
  show: fc.subarray(Object.keys(PART_LABELS)),
  readonly: fc.boolean(),
  theme: fc.constantFrom('', 'light', 'dark'),
  lang: fc.oneof(fc.constantFrom('', 'fr', 'zh-Hant'), hostile),
});

const MODELS = /** @type {const} */ (['describer', 'pronoun', 'mini', 'translator', 'toy']);

describe('markup', () => {
  it('escapes special and invisible characters', () => {
    assert.equal(escaped('"a" & <b>'), '&quot;a&quot; &amp; &lt;b&gt;');
    assert.equal(escaped('a\nb\r\tc'), 'a&#xa;b&#xd;&#x9;c');
    assert.equal(escaped('\u202eevil\u2066 \u00a0'), '&#x202e;evil&#x2066; &#xa0;');
    assert.equal(escaped('\u0000 \ud800'), '\ufffd \ufffd');
    assert.equal(escaped('été 我们 👩‍👩‍👧 ภาษา'), 'été 我们 👩‍👩‍👧 ภาษา');
  });

  it('gives back any text, 1,000 at random', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const html = escaped(text);
        assert.doesNotMatch(html, /[<>"\n\r]/);
        assert.doesNotMatch(html.replace(/&(#x[0-9a-f]+|amp|lt|gt|quot);/g, ''), /&/);
        assert.equal(unescaped(html), replaceInvalidCharacters(text));
      }),
      { numRuns: reduceCaseCount(1000) },
    );
  });

  it('breaks long tags between attributes, and indents what is inside', () => {
    assert.equal(writeElement('p', [], ' x '), '<p>x</p>');
    assert.equal(writeElement('img', [['alt', 'a']]), '<img alt="a">');
    assert.equal(
      writeElement('b', [['hidden', true]], '\n    one\n      two\n\n    three\n  '),
      '<b hidden>\n  one\n    two\n\n  three\n</b>',
    );
    const long = 'x'.repeat(40);
    assert.equal(
      writeElement('i', [
        ['class', long],
        ['title', long],
      ]),
      `<i\n  class="${long}"\n  title="${long}"></i>`,
    );
  });
});

describe('the tag', () => {
  it('leaves out defaults', () => {
    assert.deepEqual(listLabAttributes({ state: DEFAULTS }), []);
    assert.equal(
      writeTagSnippet({ state: DEFAULTS, steps: ['scores', 'weights'] }),
      [
        '<script src="attention-lab.js" defer></script>',
        '<attention-lab steps="scores,weights">',
        '  Attention in the words: They eat fried noodles',
        '</attention-lab>',
      ].join('\n'),
    );
  });

  it('names changed entries and the author’s options', () => {
    const state = normaliseState({ sentence: 'a "b" & <c>\nd', heads: 8, dModel: 8, scale: 0.3 });
    const options = {
      ...{ state, steps: ['q'], hide: ['toolbar'], show: ['settings', 'course'] },
      ...{ readonly: true, theme: 'dark', lang: 'de' },
    };
    assert.equal(
      writeTagSnippet(options),
      `${SCRIPT}
<attention-lab
  sentence="a &quot;b&quot; &amp; &lt;c&gt;&#xa;d"
  heads="8"
  d-model="8"
  scale="0.3"
  steps="q"
  hide="toolbar"
  show="settings,course"
  readonly
  theme="dark"
  lang="de">
  Attention in the words: a &quot;b&quot; &amp; &lt;c&gt;&#xa;d
</attention-lab>`,
    );
  });

  it('does not name derived entries', () => {
    assert.deepEqual(listLabAttributes({ state: normaliseState({ sentence: 'one' }) }), [
      ['sentence', 'one'],
    ]);
  });

  it('gives back any state without superfluous attributes, 200 at random', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        const attributes = listLabAttributes(options);
        const state = getSnippetState(options.state);
        assert.deepEqual(setAttributesInTurn(attributes), state);
        const entries = attributes.filter(
          ([name]) => !['steps', 'hide', 'show', 'readonly', 'theme', 'lang'].includes(name),
        );
        for (const omitted of entries) {
          assert.notDeepEqual(
            setAttributesInTurn(entries.filter((other) => other !== omitted)),
            state,
            omitted[0],
          );
        }
      }),
      { numRuns: reduceCaseCount(200) },
    );
  });
});

describe('the iframe', () => {
  it('has the state and the options in its address', () => {
    const state = normaliseState({ sentence: 'a "b" & <c>', step: 'weights' });
    assert.equal(
      writeFrameAddress({
        state,
        steps: ['scores', 'weights'],
        hide: ['toolbar'],
        readonly: true,
        lang: 'de',
      }),
      'v=1&s=a+%22b%22+%26+%3Cc%3E&step=weights&steps=scores%2Cweights&hide=toolbar&readonly=&lang=de',
    );
  });

  it('escapes the address of the page, the title, and the address within the address', () => {
    const state = normaliseState({ sentence: '"><script>' });
    const text = writeFrameSnippet({ state }, 'https://example.com/"?a&b');
    assert.equal(
      text,
      `<iframe
  src="https://example.com/&quot;?a&amp;b#v=1&amp;s=%22%3E%3Cscript%3E"
  title="Attention in the words: &quot;&gt;&lt;script&gt;"
  width="100%"
  height="480"
  frameborder="0"
  sandbox="allow-scripts"
  loading="lazy"></iframe>
${RESIZE}`,
    );
  });

  it('gives back any state and all options, 200 at random', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        const { state, unknown } = readAddress(writeFrameAddress(options));
        assert.deepEqual(normaliseState(state), getSnippetState(options.state));
        const requested = new URLSearchParams(unknown);
        const { steps = [], hide = [], show = [], readonly, theme, lang } = options;
        assert.equal(requested.get('steps') ?? '', steps.join(','));
        assert.equal(requested.get('hide') ?? '', hide.join(','));
        assert.equal(requested.get('show') ?? '', show.join(','));
        assert.equal(requested.has('readonly'), readonly);
        assert.equal(requested.get('theme') ?? '', theme);
        assert.equal(requested.get('lang') ?? '', lang?.replace(/\p{Surrogate}/gu, '\ufffd'));
      }),
      { numRuns: reduceCaseCount(200) },
    );
  });

  it('gets its height by the same script as on the page', async () => {
    const page = await readFile(
      new URL('../../web/site/examples/frame.html', import.meta.url),
      'utf8',
    );
    const words = (/** @type {string} */ text) => text.replace(/\s+/g, ' ');
    assert.ok(words(page).includes(words(RESIZE)));
  });
});

it('the alt text of a picture has its words', () => {
  const state = normaliseState({ sentence: '"a" & <b>', target: 'c' });
  assert.equal(
    writeImageSnippet({ state }, { width: '320', height: '188' }),
    `<img
  src="attention.svg"
  alt="Attention in the words: c / &quot;a&quot; &amp; &lt;b&gt;"
  width="320"
  height="188">`,
  );
});

describe('the builder’s choices', () => {
  it('begin with two steps and the usual hidden parts', () => {
    assert.deepEqual(listLabAttributes(makeSnippetOptions(FIRST_CHOICES)), [
      ['steps', 'scores,weights'],
    ]);
    assert.deepEqual(
      Object.keys(PART_LABELS).filter((part) => !listPartsHiddenBy(FIRST_CHOICES).includes(part)),
      ['toolbar', 'text', 'export'],
    );
  });

  it('name hidden and shown parts only if they differ from the usual ones', () => {
    const shown = withPart(FIRST_CHOICES, 'settings', true);
    assert.deepEqual([shown.hide, shown.show], [[], ['settings']]);
    assert.deepEqual(withPart(shown, 'settings', false), FIRST_CHOICES);
    assert.deepEqual(withPart(FIRST_CHOICES, 'toolbar', false).hide, ['toolbar']);
    const allSteps = { ...FIRST_CHOICES, steps: [] };
    assert.deepEqual(listPartsHiddenBy(allSteps), []);
    assert.deepEqual(withPart(allSteps, 'toolbar', false).hide, ['toolbar']);
    const all = Object.keys(PART_LABELS).reduce(
      (choices, part) => withPart(choices, part, true),
      FIRST_CHOICES,
    );
    assert.deepEqual([all.hide, all.show], [[], ['course', 'sentence', 'settings']]);
    assert.deepEqual(listPartsHiddenBy(all), []);
    const table = { ...FIRST_CHOICES, steps: [], table: 'weights' };
    assert.deepEqual(listPartsHiddenBy(table), PART_NAMES);
    assert.deepEqual(withPart(table, 'toolbar', true).show, ['toolbar']);
    assert.deepEqual(Object.keys(PART_LABELS), PART_NAMES);
  });

  it('drop the settings whose fields disappear, and parts that stay hidden', () => {
    /** @param {Partial<State>[]} changes */
    const after = (...changes) =>
      listLabAttributes(makeSnippetOptions(changes.reduce(withSetting, FIRST_CHOICES)));
    const steps = ['steps', 'scores,weights'];
    assert.deepEqual(after({ heads: 8, dModel: 8 }, { scale: 0.5 }, { mechanism: 'additive' }), [
      ['mechanism', 'additive'],
      steps,
    ]);
    assert.deepEqual(after({ mask: 'padding' }, { pad: 2 }, { mask: 'causal' }), [
      ['mask', 'causal'],
      steps,
    ]);
    assert.deepEqual(after({ mask: 'custom' }, { masked: '0.1' }, { mask: 'none' }), [steps]);
    assert.deepEqual(after({ mask: 'causal' }, { target: 'they' }), [['target', 'they'], steps]);
    assert.deepEqual(listOverruledParts(FIRST_CHOICES), []);
    const slide = { ...withPart(FIRST_CHOICES, 'text', false), compact: true };
    assert.deepEqual(listOverruledParts(slide), ['text', 'export']);
    assert.deepEqual(makeSnippetOptions(slide).hide, []);
    const back = { ...withPart(slide, 'toolbar', false), compact: false };
    assert.deepEqual(back.hide, ['toolbar', 'text'], 'the choice comes back');
    const locked = { ...withPart(FIRST_CHOICES, 'settings', true), locked: true };
    assert.ok(listOverruledParts(locked).includes('settings'));
    assert.deepEqual(makeSnippetOptions(locked).show, []);
  });

  it('keep the steps in the lesson’s order', () => {
    const three = withStep(withStep(FIRST_CHOICES, 'output', true), 'q', true);
    assert.deepEqual(listChosenSteps(three), ['q', 'scores', 'weights', 'output']);
    assert.deepEqual(listChosenSteps(withStep(three, 'scores', false)), ['q', 'weights', 'output']);
  });

  it('show another step if the lesson lacks the chosen ones', () => {
    const heads = { ...FIRST_CHOICES, steps: ['heads'] };
    assert.deepEqual(listChosenSteps(withState(heads, { mechanism: 'additive' })), ['weights']);
    assert.deepEqual(listChosenSteps({ ...heads, steps: [] }), []);
  });

  it('name a single table in place of the steps, and replace it if a lesson lacks it', () => {
    const alone = { ...FIRST_CHOICES, table: 'heads' };
    assert.deepEqual(listLabAttributes(makeSnippetOptions(alone)), [['table', 'heads']]);
    assert.match(writeFrameAddress(makeSnippetOptions(alone)), /^v=1&table=heads$/);
    assert.equal(withState(alone, { step: 'heads' }).state.step, DEFAULTS.step);
    assert.equal(findChosenTable(withState(alone, { mechanism: 'additive' })), 'weights');
    for (const change of /** @type {const} */ ([
      ...[{}, { mechanism: 'additive' }, { target: 'a b' }, { target: 'a b', layer: 'self' }],
      ...[{ temperature: 2 }, { dropout: 0.5 }, { mask: 'causal' }],
    ])) {
      const state = normaliseState({ ...DEFAULTS, ...change });
      const { nodes } = makeComputation(attention, state);
      const offered = listStepsWithTable(state).map(({ id }) => id);
      assert.ok(offered.length > 3);
      for (const id of offered) assert.ok(nodes[id], `${id}, ${JSON.stringify(change)}`);
    }
  });

  it('offer no table alone that a lesson of a model lacks', async () => {
    const models = await Promise.all([
      ...MODELS.map((source) => modelComputation(source, { training: 0 })),
      ...['use-lite', sourceOf('gpt2'), sourceOf('bert'), sourceOf('llama')].map(async (source) =>
        (await openModel(source)).show({ sentence: 'hello there' }),
      ),
    ]);
    for (const { state, computation } of models) {
      const offered = listStepsWithTable(state).map(({ id }) => id);
      assert.ok(offered.length > 3);
      for (const id of offered) assert.ok(computation.nodes[id], `${id}, ${state.source}`);
    }
  });

  it('label a part as the lab does', () => {
    assert.ok(PART_LABELS.export.includes(exportTitle));
  });

  it('do not name the step that is shown first', () => {
    const second = withState(FIRST_CHOICES, { step: 'weights' });
    assert.equal(second.state.step, 'weights');
    assert.equal(withState(second, { step: 'scores' }).state.step, DEFAULTS.step);
    assert.equal(withStep(second, 'scores', false).state.step, DEFAULTS.step);
    assert.equal(withStep(second, 'weights', false).state.step, DEFAULTS.step);
  });
});
