import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pretrainedNames } from '../../web/features/pretrained/manifest.js';
import {
  drawModelPicture,
  makePicture,
} from '../../web/features/pretrained/views/model-picture-marks.js';
import { toSvg } from '../../web/figures/marks.js';
import { measureWidest } from '../../web/figures/text-width.js';
import { addLineColours, PALETTES } from '../../web/styles/colour.js';
import { NO_COLOUR } from '../support/marks.js';
import { checkpoints, sourceOf } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

/** @param {string} name @param {object} [requested] @returns {Promise<any>} */
async function contextOf(name, requested) {
  const { show } = await openModel(sourceOf(name));
  return show({ sentence: 'the old mill', step: 'modelPicture', ...requested });
}

const colours = addLineColours(PALETTES.light);
const steps = pretrainedNames.values?.sources?.[0].steps;

const BEFORE = ['attentionNorm', 'attention', 'sum', 'feedForwardNorm', 'feedForward', 'layerSum'];
const BEHIND = ['attention', 'sum', 'attentionNorm', 'feedForward', 'layerSum', 'feedForwardNorm'];
const PARALLEL = ['attentionNorm', 'attention', 'feedForwardNorm', 'feedForward', 'layerSum'];

/** @type {Record<string, string[]>} families whose norms do not come first alone */
const ORDERS = {
  ...{ bert: BEHIND, 'bert-encoder': BEHIND, distilbert: BEHIND, roberta: BEHIND },
  gpt_neox: PARALLEL,
  gemma3: [
    ...['attentionNorm', 'attention', 'attentionOutputNorm', 'sum'],
    ...['feedForwardNorm', 'feedForward', 'feedForwardOutputNorm', 'layerSum', 'layer2'],
  ],
};

// The parts of a model that translates. Its decoder attends to the encoder before the feed-forward
// layer.
const ENCODER = ['embedding', 'layer0', 'layer1'];
const DECODER = ['encoderRows', 'targetEmbedding'];
const LATER = ['layer4', 'layer5', 'answer'];

/** @param {any} mark @param {number} [x] @returns {any[]} all marks in a group */
const marksIn = (mark, x = 0) =>
  mark.children ? mark.children.flatMap((/** @type {any} */ each) => marksIn(each, x)) : [mark];

/**
 * A model, the open layer, and the expected parts of the picture.
 * @type {[name: string, modelLayer: number, order: string[]][]}
 */
const pictures = [
  ...[...checkpoints.filter((each) => each !== 'marian'), 'use-lite'].map(
    (name) =>
      /** @type {[string, number, string[]]} */ ([
        name,
        1,
        ['embedding', 'layer0', ...(ORDERS[name] ?? BEFORE), 'answer'],
      ]),
  ),
  ['marian', 1, ['embedding', 'layer0', ...BEHIND, ...DECODER, 'layer2', 'layer3', ...LATER]],
  ['marian', 2, [...ENCODER, ...DECODER, ...BEHIND.slice(0, 3), 'layer3', ...LATER]],
  ['marian', 3, [...ENCODER, ...DECODER, 'layer2', ...BEHIND, ...LATER]],
];

describe('the picture of a model', () => {
  for (const modelLayer of [0, 3, 5])
    it(`leads a line from the encoder to each attention that reads it: layer ${modelLayer} is open`, async () => {
      const { marks } = makePicture(await contextOf('marian', { modelLayer }));
      const boxes = (/** @type {string} */ part) =>
        marks
          .filter((mark) => /** @type {any} */ (mark).data?.part === part)
          .flatMap((mark) => marksIn(mark).filter(({ kind }) => kind === 'rect'));
      const lines = marks.flatMap(({ kind, d = '' }) => (kind === 'path' ? [d] : []));
      const [line, ...others] = lines.filter((d) => d.split('H').length > 3);
      assert.equal(others.length, 0);
      const middle = (/** @type {any} */ { y, height }) => y + height / 2;
      const [from] = boxes('encoderRows');
      assert.ok(line.startsWith(`M${from.x + from.width} ${middle(from)}H`), line);
      const readers = ['layer3', 'layer5'].map(
        (part, i) => boxes(modelLayer === [3, 5][i] ? 'attention' : part)[0],
      );
      for (const box of readers)
        assert.ok(line.includes(` ${middle(box)}H${box.x + box.width}M`), `${line} ends at a box`);
      assert.equal(line.match(/H/g)?.length, 1 + readers.length);
    });

  it('has no such line without an encoder', async () => {
    const { marks } = makePicture(await contextOf('gpt2', { modelLayer: 1 }));
    assert.ok(marks.every(({ d = '' }) => d.split('H').length <= 3));
  });

  for (const [name, modelLayer, order] of pictures) {
    it(`has the parts of ${name} in their order, and each opens a step`, async () => {
      const { targets, marks, width } = makePicture(await contextOf(name, { modelLayer }));
      assert.deepEqual([...targets.keys()], order);
      for (const [id, opens] of targets) {
        assert.ok(steps?.includes(String(opens.step)), `${id} opens ${opens.step}`);
      }
      for (const mark of marks.flatMap((each) => marksIn(each))) {
        if (mark.kind === 'rect') {
          assert.ok(mark.x >= 0 && mark.x + mark.width <= width, JSON.stringify(mark));
        }
        if (mark.kind !== 'text') continue;
        const length = measureWidest([mark.text]);
        const from = { start: mark.x, middle: mark.x - length / 2, end: mark.x - length };
        const left = from[/** @type {'start'} */ (mark['text-anchor'])];
        assert.ok(left >= 0 && left + length <= width, `${mark.text} has no room`);
      }
    });
  }

  it('opens another layer without the numbers that are set in the open one', async () => {
    const edits = 'weights.0.1.0:0.5';
    const { targets } = makePicture(
      await contextOf('gpt2', { modelLayer: 1, edits, layerEdits: '0.q.0.1.0:2' }),
    );
    for (const id of ['embedding', 'layer0']) {
      const opens = targets.get(id);
      assert.deepEqual(
        [opens?.modelLayer, opens?.edits, opens?.layerEdits],
        [0, 'q.0.1.0:2', `1.${edits}`],
        id,
      );
    }
    assert.equal(targets.get('attention')?.edits, undefined);
  });

  it('has learned positions beside the tokens, but no sines or rotary positions', async () => {
    for (const [name, words] of [
      ['gpt2', '300 tokens, 64 positions, 32 wide'],
      ['llama', '338 tokens, 32 wide'],
    ])
      assert.ok(toSvg(drawModelPicture(await contextOf(name), colours)).includes(words), words);
  });

  it('says the sizes of the model', async () => {
    const context = await contextOf('llama');
    const svg = toSvg(drawModelPicture(context, colours));
    for (const words of ['338 tokens, 32 wide', '4 heads of 8, 2 of keys', '88 units, SiLU gate'])
      assert.ok(svg.includes(words), words);
    assert.match(svg, /Layer 1 of 2/);
    assert.match(svg, /RMS norm/);
    assert.match(svg, /Final norm/);
    assert.doesNotMatch(svg, /undefined|NaN/);
    assert.doesNotMatch(svg, NO_COLOUR);
  });

  it('marks the open head', async () => {
    const { marks } = makePicture(await contextOf('gpt2', { head: 2 }));
    const strip = marks.flatMap((mark) => marksIn(mark)).filter(({ height }) => height === 10);
    assert.deepEqual(
      strip.map((mark) => mark['fill-opacity']),
      [0.25, 0.25, 1, 0.25],
    );
  });

  it('names no closed layer where there are too many, and still has a target for each', async () => {
    const context = await contextOf('gpt2');
    const { getReplies } = await import('../../web/features/pretrained/run/source.js');
    const replies = getReplies(context.computation);
    replies.stackLayers = Array.from({ length: 48 }, (_, layer) => ({ stack: 'decoder', layer }));
    const { targets, marks } = makePicture(context);
    assert.equal([...targets.keys()].filter((id) => /^layer\d/.test(id)).length, 47);
    const layer = marks.find(({ data }) => data?.part === 'layer47');
    assert.equal(layer?.access?.['aria-label'], 'Layer 48');
    const texts = marks.flatMap((mark) => marksIn(mark)).map(({ text }) => text);
    assert.ok(!texts.includes('Layer 48'));
  });
});
