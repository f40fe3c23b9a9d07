/** Draws a pretrained model from its embedding to its answer, with the open layer in detail. */

import { makeLabelMark } from '../../../figures/marks.js';
import { changeLayer } from '../../../state/edits.js';
import { capitalize } from '../../../text/spelling.js';
import { getReplies } from '../run/source.js';
import { layerNames } from '../text/en/layers.js';
import * as text from '../text/en/model-picture.js';
import {
  GAP,
  LEFT,
  LOW,
  NAMED_HEIGHT,
  PictureBuilder,
  RADIUS,
  RIGHT,
  STREAM,
  TALL,
  THIN,
  WIDTH,
} from './picture-builder.js';

/**
 * @import { Drawing, Mark } from '../../../figures/types.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Palette } from '../../../styles/colour.js'
 * @import { State } from '../../../state/types.js'
 * @import { StackLayer } from '../run/stack-layers.js'
 * @import { Target } from './picture-builder.js'
 */

/** @typedef {{ width: number, height: number, marks: Mark[], targets: Map<string, Target> }} Picture */

/** @typedef {ReturnType<typeof getReplies>} Replies */

/** @typedef {'attention' | 'feedForward'} LayerPart */

/** With more layers than this, there is no room for their names. */
const MAX_NAMED_LAYERS = 16;

/** The style of notes next to boxes. */
const NOTE = { fill: /** @type {const} */ ('faint'), 'font-size': 12 };

/** @param {ViewContext} context @returns {Picture} */
export const makePicture = ({ state, computation }) =>
  new ModelPicture(state, getReplies(computation)).draw();

/** Draws the parts of the whole model, from top to bottom. */
class ModelPicture extends PictureBuilder {
  #state;
  #replies;
  #names;
  /** The open layer. */
  #layer;
  /** The start of the part of the stream that is not drawn yet. */
  #streamStart = this.y;
  #streamPath = '';

  /** @param {State} state @param {Replies} replies */
  constructor(state, replies) {
    super();
    this.#state = state;
    this.#replies = replies;
    this.#names = layerNames(replies.stackLayers).map(capitalize);
    const { stackLayers, description, info } = replies;
    const { stack } = stackLayers[state.modelLayer];
    this.#layer = {
      ...description,
      isCross: stack === 'cross',
      // In a model with an encoder, cross-attention comes between the decoder's own attention and
      // its feed-forward layer.
      hasFeedForward: !(info.sizes.hasEncoder && stack === 'decoder'),
    };
  }

  /** @returns {Picture} */
  draw() {
    const { info, stackLayers } = this.#replies;
    // The stream is drawn below all boxes.
    const style = { 'stroke-opacity': 0.6, 'stroke-width': 3 };
    const stream = /** @type {Mark & { d?: string }} */ ({ kind: 'path', stroke: 'ink', ...style });
    this.marks.push(stream);
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
    this.y += GAP;
    if (hasFinalNorm) {
      this.box([text.finalNorm, ''], { ...this.#place(LOW), width: 2 * (STREAM + 4) });
      this.y += LOW + GAP;
    }
    this.#addAnswer();
    this.#endStream();
    stream.d = this.#streamPath;
    const { marks, targets } = this;
    return { width: this.drawEncoderLines(), height: this.y + TALL + GAP, marks, targets };
  }

  /** Returns the place of a box that is as wide as the picture. @param {number} height */
  #place = (height) => ({ x: 12, y: this.y, width: RIGHT - 12, height });

  #endStream() {
    this.#streamPath += `M${STREAM} ${this.#streamStart}V${this.y}`;
  }

  /**
   * @param {string} id
   * @param {string} name
   * @param {number} layer the layer that reads the embedding
   */
  #addEmbedding(id, name, layer) {
    const { after, info, description } = this.#replies;
    const { vocabulary, width } = info.sizes;
    const [, rows] = after.inputs[0].shape;
    const sizes = text.embeddingSizes(vocabulary, rows, description.rotary === undefined);
    this.#addNamedBox(id, name, sizes, { ...changeLayer(this.#state, layer), step: 'input' });
    this.y += TALL + GAP + 6;
    const streamWidth = text.streamWidth(rows, width);
    this.marks.push(makeLabelMark(streamWidth, STREAM + 12, this.y, 'start', NOTE));
    this.y += GAP;
  }

  /** @param {number} layer the layer that a press opens */
  #addEncoderRows(layer) {
    this.y += GAP;
    this.#endStream();
    const sizes = text.vectorsOfTokens(this.#replies.info.sizes.width);
    const opens = { ...changeLayer(this.#state, layer), step: 'input' };
    this.#addNamedBox('encoderRows', text.encoderRows, sizes, opens);
    this.readEncoder(this.y + TALL / 2);
    this.y += TALL + 2 * GAP;
    this.#streamStart = this.y;
  }

  /** @param {number} index */
  #addClosedLayer(index) {
    const { stackLayers } = this.#replies;
    const isCrowded = stackLayers.length > MAX_NAMED_LAYERS;
    const height = isCrowded ? THIN : NAMED_HEIGHT;
    const label = this.#names[index];
    if (stackLayers[index].stack === 'cross') this.readEncoder(this.y + height / 2);
    const opens = { ...changeLayer(this.#state, index), step: 'modelPicture', cell: '' };
    const target = { id: `layer${index}`, opens, label };
    this.box([isCrowded ? '' : label, ''], this.#place(height), { target });
    this.y += height + 4;
  }

  #addAnswer() {
    const { after, info } = this.#replies;
    const { vocabulary, width } = info.sizes;
    const [name, sizes] =
      after.next || after.decoded
        ? [text.logits, text.logitSizes(vocabulary)]
        : [text.sentenceVector, text.vectorSizes(after.vector?.length ?? width)];
    const target = { id: 'answer', opens: { step: 'next' }, label: text.partLabel(name, sizes) };
    this.box([name, sizes], this.#place(TALL), { target });
  }

  /** @param {string} id @param {string} name @param {string} sizes @param {Partial<State>} opens */
  #addNamedBox(id, name, sizes, opens) {
    const target = { id, opens: { ...opens, cell: '' }, label: text.partLabel(name, sizes) };
    this.box([name, sizes], this.#place(TALL), { target });
  }

  /**
   * Draws the open layer in the order of its family: norms before or after, attention next to the
   * feed-forward layer or before it.
   */
  #addOpenLayer() {
    const { y } = this;
    const frame = /** @type {Mark & { height?: number }} */ ({
      kind: 'rect',
      x: 4,
      y,
      width: WIDTH - 8,
      fill: 'hair',
      'fill-opacity': 0.35,
      stroke: 'ink',
      'stroke-width': 2,
    });
    // Draw the frame below the stream, which runs through the frame.
    this.marks.unshift(frame);
    this.#addTitle();
    if (this.#layer.isParallel) this.#addPartsInParallel();
    else this.#addPartsInTurn();
    frame.height = this.y - y;
    this.y += 4;
  }

  #addTitle() {
    const { isCross } = this.#layer;
    const title = nameOpenLayer(this.#replies.stackLayers, this.#state.modelLayer);
    const bold = { 'font-weight': 700 };
    this.marks.push(makeLabelMark(capitalize(title), RIGHT - 4, this.y + 18, 'end', bold));
    this.y += 30;
    if (!isCross) return;
    this.marks.push(makeLabelMark(text.keysOfEncoder, RIGHT - 4, this.y + 4, 'end', NOTE));
    this.y += GAP;
  }

  #addPartsInParallel() {
    this.#addSum([this.#addBranch('attention', 0), this.#addBranch('feedForward', 1)], 'layerSum');
  }

  #addPartsInTurn() {
    const { isNormBefore, hasFeedForward } = this.#layer;
    /** @type {[LayerPart, string][]} */
    const parts = [['attention', 'sum']];
    if (hasFeedForward) parts.push(['feedForward', 'layerSum']);
    for (const [part, step] of parts) {
      this.#addSum([this.#addBranch(part, 0)], step);
      if (!isNormBefore) this.#addNormBehind(part, step);
    }
  }

  /**
   * Draws the boxes of a branch that leaves the stream.
   * @param {LayerPart} part
   * @param {0 | 1} column
   * @returns {{ middle: number, y: number }} the end of the branch
   */
  #addBranch(part, column) {
    const { norm, isNormBefore, isParallel } = this.#layer;
    const columns = isParallel ? 2 : 1;
    const width = (RIGHT - LEFT - (columns - 1) * GAP) / columns;
    const x = LEFT + column * (width + GAP);
    const middle = x + width / 2;
    let y = this.y + GAP;
    this.line(`M${STREAM} ${this.y}H${middle}V${y}`);
    if (isNormBefore) {
      const name = text.norm(norm);
      const target = makeTarget(`${part}Norm`, part === 'attention' ? 'input' : 'hidden', name);
      this.box([name, ''], { x, y, width, height: LOW }, { target });
      this.line(`M${middle} ${y + LOW}v${GAP}`);
      y += LOW + GAP;
    }
    const place = { x, y, width };
    const height = part === 'attention' ? this.#addAttention(place) : this.#addFeedForward(place);
    return { middle, y: y + height };
  }

  /**
   * @param {{ x: number, y: number, width: number }} place
   * @returns {number} the height of the box
   */
  #addAttention({ x, y, width }) {
    const { heads, isCross } = this.#layer;
    const name = isCross ? text.crossAttention : text.attention;
    const sizes = text.attentionSizes(this.#layer);
    const height = TALL + 14;
    if (isCross) this.readEncoder(y + height / 2);
    this.box(
      [name, sizes],
      { x, y, width, height },
      {
        target: makeTarget('attention', 'weights', name, sizes),
        fill: 'q',
        children: makeHeadStrip(heads, this.#state.head, {
          x: x + 8,
          y: y + TALL - 4,
          width: width - 16,
        }),
      },
    );
    return height;
  }

  /**
   * @param {{ x: number, y: number, width: number }} place
   * @returns {number} the height of the box
   */
  #addFeedForward({ x, y, width }) {
    const name = text.feedForward;
    const sizes = text.feedForwardSizes(this.#layer.hidden);
    const target = makeTarget('feedForward', 'hidden', name, sizes);
    this.box([name, sizes], { x, y, width, height: TALL }, { target, fill: 'k' });
    return TALL;
  }

  /** @param {{ middle: number, y: number }[]} ends @param {string} step */
  #addSum(ends, step) {
    const y = Math.max(...ends.map((end) => end.y)) + GAP + 6;
    for (const end of ends) this.line(`M${end.middle} ${end.y}V${y}H${STREAM}`);
    this.sum(y, makeTarget(step, step, text.sumLabel));
    this.y = y + RADIUS + GAP;
  }

  /** @param {LayerPart} part @param {string} step */
  #addNormBehind(part, step) {
    const name = text.norm(this.#layer.norm);
    const place = { x: 12, y: this.y, width: 2 * (STREAM - 12), height: LOW };
    this.box([name, ''], place, { target: makeTarget(`${part}Norm`, step, name) });
    this.y += LOW + GAP;
  }
}

/**
 * Gives a name such as “layer 1 of 2”.
 * @param {readonly StackLayer[]} stackLayers
 * @param {number} layer
 */
export function nameOpenLayer(stackLayers, layer) {
  const count = stackLayers.filter(({ stack }) => stack === stackLayers[layer].stack).length;
  return text.openLayer(layerNames(stackLayers)[layer], count);
}

/** @param {string} id @param {string} step @param {string} name @param {string} [sizes] @returns {Target} */
const makeTarget = (id, step, name, sizes = '') => ({
  id,
  opens: { step, cell: '' },
  label: text.partLabel(name, sizes),
});

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
  const { width, height, marks } = makePicture(context);
  const { state, computation } = context;
  const { stackLayers } = getReplies(computation);
  const title = text.pictureLabel(nameOpenLayer(stackLayers, state.modelLayer));
  return { width, height, title, colours: palette, marks };
}
