/** A pretrained model as a picture: embedding, layers on the residual stream, the open one taken apart, and the answer. */

import { makeLabelMark } from '../../../figures/marks.js';
import { changeLayer } from '../../../state/edits.js';
import { getReplies } from '../run/source.js';
import * as text from '../text/en/block.js';
import { capitalize, layerNames } from '../text/en/layers.js';
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
 * @import { LayerPlace } from '../run/places.js'
 * @import { Target } from './picture-builder.js'
 */

/** @typedef {{ width: number, height: number, marks: Mark[], targets: Map<string, Target> }} Picture */

/** More layers than these have no room for their names. */
const MAX_NAMED_LAYERS = 16;

/**
 * @param {ViewContext} context
 * @returns {Picture}
 */
export function makePicture({ state, computation }) {
  const { after, info, places, description } = getReplies(computation);
  const { vocabulary, width, hasFinalNorm } = info.sizes;
  const { modelLayer } = state;
  const names = layerNames(places).map(capitalize);
  const isCrowded = places.length > MAX_NAMED_LAYERS;
  const builder = new PictureBuilder();
  const place = (/** @type {number} */ height) => ({
    x: 12,
    y: builder.y,
    width: RIGHT - 12,
    height,
  });
  const [, first] = after.inputs[0].shape;
  const embeddingSizes = text.embeddingSizes(vocabulary, first, description.rotary === undefined);
  /** The stream is drawn below all boxes. */
  const stream = /** @type {Mark} */ ({
    kind: 'path',
    stroke: 'ink',
    'stroke-opacity': 0.6,
    'stroke-width': 3,
  });
  builder.marks.push(stream);
  const note = { fill: /** @type {const} */ ('faint'), 'font-size': 12 };
  /** @param {string} id @param {string} name @param {number} layer that reads it */
  const embedding = (id, name, layer) => {
    builder.box([name, embeddingSizes], place(TALL), {
      target: {
        id,
        opens: { ...changeLayer(state, layer), step: 'input', cell: '' },
        label: text.partLabel(name, embeddingSizes),
      },
    });
    builder.y += TALL + GAP + 6;
    builder.marks.push(
      makeLabelMark(text.streamWidth(first, width), STREAM + 12, builder.y, 'start', note),
    );
    builder.y += GAP;
  };
  let lineFrom = builder.y;
  let path = '';
  const endStream = () => {
    path += `M${STREAM} ${lineFrom}V${builder.y}`;
  };
  const encoderLayers = places.filter(({ stack }) => stack === 'encoder').length;
  embedding('embedding', encoderLayers > 0 ? text.sourceEmbedding : text.embedding, 0);
  const closed = (/** @type {number} */ index) => {
    const height = isCrowded ? THIN : NAMED_HEIGHT;
    const name = names[index];
    if (places[index].stack === 'cross') builder.readEncoder(builder.y + height / 2);
    builder.box([isCrowded ? '' : name, ''], place(height), {
      target: {
        id: `layer${index}`,
        opens: { ...changeLayer(state, index), step: 'modelPicture', cell: '' },
        label: name,
      },
    });
    builder.y += height + 4;
  };
  places.forEach((_, index) => {
    if (encoderLayers > 0 && index === encoderLayers) {
      builder.y += GAP;
      endStream();
      const sizes = text.vectorsOfTokens(width);
      builder.box([text.encoderRows, sizes], place(TALL), {
        target: {
          id: 'encoderRows',
          opens: { ...changeLayer(state, index + 1), step: 'input', cell: '' },
          label: text.partLabel(text.encoderRows, sizes),
        },
      });
      builder.readEncoder(builder.y + TALL / 2);
      builder.y += TALL + 2 * GAP;
      lineFrom = builder.y;
      embedding('targetEmbedding', text.targetEmbedding, index);
    }
    if (index === modelLayer) addOpenLayer(builder, { state, places, description });
    else closed(index);
  });
  builder.y += GAP;
  if (hasFinalNorm) {
    builder.box([text.finalNorm, ''], { ...place(LOW), width: 2 * (STREAM + 4) });
    builder.y += LOW + GAP;
  }
  const answer =
    after.next || after.decoded
      ? [text.logits, text.logitSizes(vocabulary)]
      : [text.sentenceVector, text.vectorSizes(after.vector?.length ?? width)];
  const [name, sizes] = answer;
  builder.box([name, sizes], place(TALL), {
    target: { id: 'answer', opens: { step: 'next' }, label: text.partLabel(name, sizes) },
  });
  endStream();
  stream.d = path;
  const pictureWidth = builder.drawEncoderLines();
  const { marks, targets } = builder;
  return { width: pictureWidth, height: builder.y + TALL + GAP, marks, targets };
}

/** Such as layer 1 of 2. @param {readonly LayerPlace[]} places @param {number} layer */
export function nameOpenLayer(places, layer) {
  const count = places.filter(({ stack }) => stack === places[layer].stack).length;
  return text.openLayer(layerNames(places)[layer], count);
}

/**
 * The open layer, as its family has it: norms before or after, attention beside the feed-forward layer or before it.
 * @param {PictureBuilder} builder
 * @param {{ state: State, places: readonly LayerPlace[], description: ReturnType<typeof getReplies>['description'] }} model
 */
function addOpenLayer(builder, { state, places, description }) {
  const { modelLayer } = state;
  const { norm, isNormBefore, isParallel, hidden, heads } = description;
  const top = builder.y;
  const frame = /** @type {Mark} */ ({
    kind: 'rect',
    x: 4,
    y: top,
    width: WIDTH - 8,
    fill: 'hair',
    'fill-opacity': 0.35,
    stroke: 'ink',
    'stroke-width': 2,
  });
  // Below the stream, which runs through it.
  builder.marks.unshift(frame);
  const { stack } = places[modelLayer];
  const isCross = stack === 'cross';
  const title = nameOpenLayer(places, modelLayer);
  builder.marks.push(
    makeLabelMark(capitalize(title), RIGHT - 4, top + 18, 'end', { 'font-weight': 700 }),
  );
  builder.y += 30;
  if (isCross) {
    const note = { fill: /** @type {const} */ ('faint'), 'font-size': 12 };
    builder.marks.push(makeLabelMark(text.keysOfEncoder, RIGHT - 4, builder.y + 4, 'end', note));
    builder.y += GAP;
  }
  const target = (
    /** @type {string} */ id,
    /** @type {string} */ step,
    /** @type {string} */ name,
    sizes = '',
  ) => ({ id, opens: { step, cell: '' }, label: text.partLabel(name, sizes) });
  const columns = isParallel ? 2 : 1;
  const columnWidth = (RIGHT - LEFT - (columns - 1) * GAP) / columns;
  /** Boxes of a branch that leaves the stream and comes back. */
  const branch = (
    /** @type {'attention' | 'feedForward'} */ part,
    /** @type {number} */ column,
    /** @type {number} */ start,
  ) => {
    const isAttention = part === 'attention';
    const x = LEFT + column * (columnWidth + GAP);
    const middle = x + columnWidth / 2;
    let y = start;
    builder.line(`M${STREAM} ${y}H${middle}V${y + GAP}`);
    y += GAP;
    if (isNormBefore) {
      const name = text.norm(norm);
      const opens = isAttention ? 'input' : 'hidden';
      builder.box(
        [name, ''],
        { x, y, width: columnWidth, height: LOW },
        {
          target: target(`${part}Norm`, opens, name),
        },
      );
      builder.line(`M${middle} ${y + LOW}v${GAP}`);
      y += LOW + GAP;
    }
    const name = !isAttention ? text.feedForward : isCross ? text.crossAttention : text.attention;
    const sizes = isAttention ? text.attentionSizes(description) : text.feedForwardSizes(hidden);
    const strip = isAttention
      ? headStrip(heads, state.head, { x: x + 8, y: y + TALL - 4, width: columnWidth - 16 })
      : [];
    const height = isAttention ? TALL + 14 : TALL;
    if (isAttention && isCross) builder.readEncoder(y + height / 2);
    builder.box(
      [name, sizes],
      { x, y, width: columnWidth, height },
      {
        target: target(part, isAttention ? 'weights' : 'hidden', name, sizes),
        fill: isAttention ? 'q' : 'k',
        children: strip,
      },
    );
    y += height;
    return { middle, y };
  };
  const back = (/** @type {number} */ middle, /** @type {number} */ y, /** @type {number} */ to) =>
    builder.line(`M${middle} ${y}V${to}H${STREAM}`);
  const normBehind = (
    /** @type {'attention' | 'feedForward'} */ part,
    /** @type {string} */ step,
  ) => {
    const name = text.norm(norm);
    const width = 2 * (STREAM - 12);
    builder.box(
      [name, ''],
      { x: 12, y: builder.y, width, height: LOW },
      {
        target: target(`${part}Norm`, step, name),
      },
    );
    builder.y += LOW + GAP;
  };
  if (isParallel) {
    const ends = [branch('attention', 0, builder.y), branch('feedForward', 1, builder.y)];
    const to = Math.max(...ends.map(({ y }) => y)) + GAP + 6;
    for (const { middle, y } of ends) back(middle, y, to);
    builder.sum(to, target('layerSum', 'layerSum', text.sumLabel));
    builder.y = to + RADIUS + GAP;
  } else {
    const isHalf = stack === 'decoder' && places.some((place) => place.stack === 'cross');
    /** @type {['attention' | 'feedForward', string][]} */
    const parts = [['attention', 'sum']];
    // A decoder with an encoder attends to that before its feed-forward layer.
    if (!isHalf) parts.push(['feedForward', 'layerSum']);
    for (const [part, step] of parts) {
      const { middle, y } = branch(part, 0, builder.y);
      const to = y + GAP + 6;
      back(middle, y, to);
      builder.sum(to, target(step, step, text.sumLabel));
      builder.y = to + RADIUS + GAP;
      if (!isNormBefore) normBehind(part, step);
    }
  }
  frame.height = builder.y - top;
  builder.y += 4;
}

/**
 * A square for each head, the open one filled.
 * @param {number} heads
 * @param {number} shown
 * @param {{ x: number, y: number, width: number }} place
 * @returns {Mark[]}
 */
function headStrip(heads, shown, { x, y, width }) {
  const step = Math.min(16, width / heads);
  const left = x + (width - step * heads) / 2;
  return Array.from({ length: heads }, (_, head) => ({
    kind: /** @type {const} */ ('rect'),
    x: left + head * step,
    y,
    width: step - 2,
    height: 10,
    fill: /** @type {const} */ ('q'),
    'fill-opacity': head === shown ? 1 : 0.25,
  }));
}

/**
 * @param {ViewContext} context
 * @param {Palette} palette
 * @returns {Drawing}
 */
export function drawBlock(context, palette) {
  const { width, height, marks } = makePicture(context);
  const { state, computation } = context;
  const { places } = getReplies(computation);
  const title = text.pictureLabel(nameOpenLayer(places, state.modelLayer));
  return { width, height, title, colours: palette, marks };
}
