/** Draws a pretrained model from its embedding to its answer, with the open layer in detail. */

import { makeLabelMark } from '../../../figures/marks.js';
import { capitalize } from '../../../text/spelling.js';
import { makeStepChange } from '../run/changes.js';
import { getReplies } from '../run/source.js';
import { layerName } from '../text/en/layers.js';
import * as text from '../text/en/model-picture.js';

/**
 * @import { Drawing, Mark, Paint } from '../../../figures/types.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Palette } from '../../../styles/colour.js'
 * @import { State } from '../../../state/types.js'
 * @import { Replies } from '../types.js'
 */

/**
 * `targets` has what a press on each part opens.
 * @typedef {{ width: number, height: number, title: string, marks: Mark[],
 *   targets: Map<string, Partial<State>> }} Picture
 */

/** @typedef {'attention' | 'feedForward'} LayerPart */

/** @typedef {{ x: number, y: number, width: number, height: number }} Place */

/**
 * A box with one line of text, or with sizes on a second line.
 * @typedef {object} Box
 * @property {string} [id] without an id, a press opens nothing
 * @property {Partial<State>} [opens]
 * @property {string} name
 * @property {string} [sizes]
 * @property {string} [label] what a screen reader says, by default the text
 * @property {Paint} [fill]
 * @property {Mark[]} [children]
 */

/** Sizes in pixels, which fit a narrow screen. */
const WIDTH = 336;
const STREAM = 40;
const LEFT = 84;
const MARGIN = 12;
const RIGHT = WIDTH - MARGIN;
const GAP = 12;
const RADIUS = 12;

/**
 * The heights of a box with two lines, of a box with one line, of a closed layer with its name, and
 * of one without.
 */
const [TALL, LOW, NAMED_HEIGHT, THIN] = [46, 26, 24, 8];

/** The size of an arrow's tip. */
const ARROW = 5;

/** With more layers than this, there is no room for their names. */
const MAX_NAMED_LAYERS = 16;

/** The style of notes next to boxes, and of sizes in them. */
const NOTE = { fill: /** @type {const} */ ('faint'), 'font-size': 12 };

/** @param {ViewContext} context @returns {Picture} */
export const makePicture = ({ state, computation }) =>
  new ModelPicture(state, getReplies(computation)).draw();

/** Draws the parts of the whole model from top to bottom, along the residual stream. */
class ModelPicture {
  #state;
  #replies;
  /** The open layer. */
  #layer;
  /** The top of the next part. */
  #y = 28;
  /** @type {Mark[]} */
  #marks = [];
  /** @type {Picture['targets']} */
  #targets = new Map();
  /** The frame of the open layer. @type {Mark[]} */
  #frame = [];
  /** The start of the part of the stream that is not drawn yet. */
  #streamStart = this.#y;
  #streamPath = '';
  /** The middle of the encoder's rows, then the middles of the boxes that read them. @type {number[]} */
  #readers = [];

  /** @param {State} state @param {Replies} replies */
  constructor(state, replies) {
    this.#state = state;
    this.#replies = replies;
    this.#layer = replies.description;
  }

  /** @returns {Picture} */
  draw() {
    const { info, stackLayers } = this.#replies;
    const { hasEncoder, encoderLayers, hasFinalNorm } = info.sizes;
    this.#addEmbedding('embedding', hasEncoder ? text.sourceEmbedding : text.embedding, 0);
    stackLayers.forEach((_, index) => {
      if (hasEncoder && index === encoderLayers) {
        this.#addEncoderRows(index + 1);
        this.#addEmbedding('targetEmbedding', text.targetEmbedding, index);
      }
      if (index === this.#state.modelLayer) this.#addOpenLayer();
      else this.#addClosedLayer(index);
    });
    this.#y += GAP;
    if (hasFinalNorm) this.#addNorm({ name: text.finalNorm }, 2 * (STREAM + 4));
    this.#endStream();
    this.#addAnswer();
    const width = this.#addEncoderLines();
    const style = { 'stroke-opacity': 0.6, 'stroke-width': 3 };
    /** @type {Mark} */
    const stream = { kind: 'path', d: this.#streamPath, stroke: 'ink', ...style };
    return {
      width,
      height: this.#y,
      title: text.pictureLabel(this.#nameOpenLayer()),
      // The stream runs through the frame, and below all boxes.
      marks: [...this.#frame, stream, ...this.#marks],
      targets: this.#targets,
    };
  }

  // Marks.

  /** @param {Box} box @param {Place} place */
  #addBox(box, { x, y, width, height }) {
    const { name, sizes = '', label = text.partLabel(name, sizes), fill, children = [] } = box;
    const middle = x + width / 2;
    const first = sizes === '' ? y + height / 2 + 4 : y + 19;
    const paint = fill ? { fill, 'fill-opacity': 0.18 } : { fill: /** @type {Paint} */ ('paper') };
    this.#addPart({ ...box, label }, [
      { kind: 'rect', x, y, width, height, stroke: 'ink', 'stroke-opacity': 0.5, ...paint },
      // The blank separates the name from the sizes when the text is read aloud.
      makeLabelMark(`${name} `, middle, first, 'middle'),
      ...(sizes === '' ? [] : [makeLabelMark(sizes, middle, first + 17, 'middle', NOTE)]),
      ...children,
    ]);
  }

  /** @param {Pick<Box, 'id' | 'opens' | 'label'>} part @param {Mark[]} children */
  #addPart({ id, opens = {}, label = '' }, children) {
    if (id === undefined) return void this.#marks.push(...children);
    this.#targets.set(id, opens);
    const access = { class: 'part', role: 'button', tabindex: -1, 'aria-label': label };
    this.#marks.push({ kind: 'g', data: { part: id }, children, access });
  }

  /** @param {string} d */
  #addLine(d) {
    const style = { 'stroke-opacity': 0.6, 'stroke-width': 1.5 };
    this.#marks.push({ kind: 'path', d, stroke: 'ink', ...style });
  }

  /** Adds a box as wide as the picture. @param {Box} box @param {number} gap the gap below it @param {number} [height] */
  #addWideBox(box, gap, height = TALL) {
    this.#addBox(box, { x: MARGIN, y: this.#y, width: RIGHT - MARGIN, height });
    this.#y += height + gap;
  }

  /** Adds a norm of the stream. @param {Box} box @param {number} width */
  #addNorm(box, width) {
    this.#addBox(box, { x: MARGIN, y: this.#y, width, height: LOW });
    this.#y += LOW + GAP;
  }

  #endStream() {
    this.#streamPath += `M${STREAM} ${this.#streamStart}V${this.#y}`;
  }

  /**
   * Draws lines next to the boxes, from the encoder's rows to all boxes that read them.
   * @returns {number} the width of the picture
   */
  #addEncoderLines() {
    const [first, ...readers] = this.#readers;
    if (readers.length === 0) return WIDTH;
    const x = WIDTH + GAP / 2;
    const tip = RIGHT + ARROW;
    const arrows = readers.map(
      (y) => `M${x} ${y}H${RIGHT}M${tip} ${y - ARROW}L${RIGHT} ${y}L${tip} ${y + ARROW}`,
    );
    this.#addLine(`M${RIGHT} ${first}H${x}V${readers.at(-1)}${arrows.join('')}`);
    return WIDTH + GAP;
  }

  // The parts of the model.

  /** @param {string} step @param {number} [layer] */
  #open = (step, layer = this.#state.modelLayer) => makeStepChange(this.#state, layer, step);

  /**
   * @param {string} id
   * @param {string} name
   * @param {number} layer the layer that reads the embedding
   */
  #addEmbedding(id, name, layer) {
    const { after, info } = this.#replies;
    const { vocabulary, width, positions } = info.sizes;
    const [, rows] = after.inputs[0].shape;
    const isLearned =
      !info.structure.hasSinusoids && after.embeddings.some(({ kind }) => kind === 'position');
    const sizes = text.embeddingSizes(vocabulary, rows, isLearned ? positions : 0);
    this.#addWideBox({ id, name, sizes, opens: this.#open('input', layer) }, GAP + 6);
    const streamWidth = text.streamWidth(rows, width);
    this.#marks.push(makeLabelMark(streamWidth, STREAM + 12, this.#y, 'start', NOTE));
    this.#y += GAP;
  }

  /** @param {number} layer the layer that a press opens */
  #addEncoderRows(layer) {
    this.#y += GAP;
    this.#endStream();
    const sizes = text.vectorsOfTokens(this.#replies.info.sizes.width);
    const opens = this.#open('input', layer);
    this.#readers.push(this.#y + TALL / 2);
    this.#addWideBox({ id: 'encoderRows', name: text.encoderRows, sizes, opens }, 2 * GAP);
    this.#streamStart = this.#y;
  }

  /** @param {number} index */
  #addClosedLayer(index) {
    const { stackLayers } = this.#replies;
    const isCrowded = stackLayers.length > MAX_NAMED_LAYERS;
    const height = isCrowded ? THIN : NAMED_HEIGHT;
    const label = capitalize(layerName(stackLayers, index));
    if (stackLayers[index].stack === 'cross') this.#readers.push(this.#y + height / 2);
    const opens = this.#open('modelPicture', index);
    const name = isCrowded ? '' : label;
    this.#addWideBox({ id: `layer${index}`, opens, name, label }, 4, height);
  }

  #addAnswer() {
    const { after, info } = this.#replies;
    const { vocabulary, width } = info.sizes;
    const [name, sizes] =
      after.next || after.decoded
        ? [text.logits, text.logitSizes(vocabulary)]
        : [text.sentenceVector, text.vectorSizes(after.vector?.length ?? width)];
    this.#addWideBox({ id: 'answer', name, sizes, opens: this.#open('next') }, GAP);
  }

  // The open layer.

  /**
   * Draws the open layer in the order of its family: norms before or after, attention next to the
   * feed-forward layer or before it.
   */
  #addOpenLayer() {
    const { isParallel, isNormBefore, hasFeedForward } = this.#layer;
    const y = this.#y;
    this.#addTitle();
    if (isParallel) {
      const ends = [this.#addBranch('attention', 0), this.#addBranch('feedForward', 1)];
      this.#addSum(ends, 'layerSum');
    } else {
      /** @type {[LayerPart, string][]} */
      const parts = [['attention', 'sum']];
      if (hasFeedForward) parts.push(['feedForward', 'layerSum']);
      for (const [part, step] of parts) {
        this.#addSum([this.#addBranch(part, 0)], step);
        if (!isNormBefore) this.#addNorm(this.#makeNorm(part, step), 2 * (STREAM - MARGIN));
      }
    }
    const size = { x: 4, y, width: WIDTH - 8, height: this.#y - y };
    const paint = { 'fill-opacity': 0.35, 'stroke-width': 2 };
    this.#frame = [{ kind: 'rect', ...size, fill: 'hair', stroke: 'ink', ...paint }];
    this.#y += 4;
  }

  #addTitle() {
    const title = this.#nameOpenLayer();
    const bold = { 'font-weight': 700 };
    this.#marks.push(makeLabelMark(capitalize(title), RIGHT - 4, this.#y + 18, 'end', bold));
    this.#y += 30;
    if (!this.#layer.readsMemory) return;
    this.#marks.push(makeLabelMark(text.keysOfEncoder, RIGHT - 4, this.#y + 4, 'end', NOTE));
    this.#y += GAP;
  }

  /** Gives a name such as “layer 1 of 2”. */
  #nameOpenLayer() {
    const { stackLayers } = this.#replies;
    const { modelLayer } = this.#state;
    const ofStack = stackLayers.filter(({ stack }) => stack === stackLayers[modelLayer].stack);
    return text.openLayer(layerName(stackLayers, modelLayer), ofStack.length);
  }

  /** @param {LayerPart} part @param {string} step the step that shows the norm @returns {Box} */
  #makeNorm = (part, step) => ({
    id: `${part}Norm`,
    opens: this.#open(step),
    name: text.norm(this.#layer.norm),
  });

  /**
   * Draws the boxes of a branch that leaves the stream.
   * @param {LayerPart} part
   * @param {0 | 1} column
   * @returns {{ middle: number, y: number }} the end of the branch
   */
  #addBranch(part, column) {
    const { hasOutputNorms, isNormBefore, isParallel } = this.#layer;
    const columns = isParallel ? 2 : 1;
    const width = (RIGHT - LEFT - (columns - 1) * GAP) / columns;
    const x = LEFT + column * (width + GAP);
    const middle = x + width / 2;
    let y = this.#y + GAP;
    this.#addLine(`M${STREAM} ${this.#y}H${middle}V${y}`);
    if (isNormBefore) {
      const norm = this.#makeNorm(part, part === 'attention' ? 'input' : 'hidden');
      this.#addBox(norm, { x, y, width, height: LOW });
      this.#addLine(`M${middle} ${y + LOW}v${GAP}`);
      y += LOW + GAP;
    }
    const place = { x, y, width, height: part === 'attention' ? TALL + 14 : TALL };
    if (part === 'attention') this.#addAttention(place);
    else this.#addFeedForward(place);
    y += place.height;
    if (hasOutputNorms) {
      const step = part === 'attention' ? 'output' : 'layerSum';
      const norm = { ...this.#makeNorm(part, step), id: `${part}OutputNorm` };
      this.#addLine(`M${middle} ${y}v${GAP}`);
      this.#addBox(norm, { x, y: y + GAP, width, height: LOW });
      y += GAP + LOW;
    }
    return { middle, y };
  }

  /** @param {Place} place */
  #addAttention(place) {
    const { heads, readsMemory } = this.#layer;
    const { x, y, width, height } = place;
    if (readsMemory) this.#readers.push(y + height / 2);
    const name = readsMemory ? text.crossAttention : text.attention;
    const sizes = text.attentionSizes(this.#layer);
    const strip = { x: x + 8, y: y + TALL - 4, width: width - 16 };
    const children = makeHeadStrip(heads, this.#state.head, strip);
    const opens = this.#open('weights');
    this.#addBox({ id: 'attention', opens, name, sizes, fill: 'q', children }, place);
  }

  /** @param {Place} place */
  #addFeedForward(place) {
    const sizes = text.feedForwardSizes(this.#layer);
    const opens = this.#open('hidden');
    this.#addBox({ id: 'feedForward', opens, name: text.feedForward, sizes, fill: 'k' }, place);
  }

  /** Adds the ends of branches to the stream. @param {{ middle: number, y: number }[]} ends @param {string} step */
  #addSum(ends, step) {
    const y = Math.max(...ends.map((end) => end.y)) + GAP + 6;
    for (const end of ends) this.#addLine(`M${end.middle} ${end.y}V${y}H${STREAM}`);
    const size = { width: 2 * RADIUS, height: 2 * RADIUS };
    this.#addPart({ id: step, opens: this.#open(step), label: text.sumLabel }, [
      { kind: 'rect', x: STREAM - RADIUS, y: y - RADIUS, ...size, fill: 'paper', stroke: 'ink' },
      makeLabelMark(text.sum, STREAM, y + 5, 'middle'),
    ]);
    this.#y = y + RADIUS + GAP;
  }
}

/**
 * Draws a square for each head, with the open head filled.
 * @param {number} heads
 * @param {number} openHead
 * @param {{ x: number, y: number, width: number }} place
 * @returns {Mark[]}
 */
function makeHeadStrip(heads, openHead, { x, y, width }) {
  const step = Math.min(16, width / heads);
  const left = x + (width - step * heads) / 2;
  return Array.from({ length: heads }, (_, head) => ({
    kind: /** @type {const} */ ('rect'),
    x: left + head * step,
    y,
    width: step - 2,
    height: 10,
    fill: /** @type {const} */ ('q'),
    'fill-opacity': head === openHead ? 1 : 0.25,
  }));
}

/** @param {ViewContext} context @param {Palette} palette @returns {Drawing} */
export function drawModelPicture(context, palette) {
  const { width, height, title, marks } = makePicture(context);
  return { width, height, title, colours: palette, marks };
}
