/**
 * Rotary positions by the core: features i and i + width / 2 of a vector at position p are rotated
 * by the angle p · theta^(−2i / width), which a model for longer texts scales. Features beyond the
 * width stay as they are. Options: `width`, `theta` and `scaling`.
 */

import { rotation } from '../../text/en/operations.js';
import { math } from '../../text/math.js';

/** @import { RotaryScaling } from '../../../src/js/types.js' */
/** @import { Op } from '../types.js' */

/** @typedef {{ width: number, theta: number, scaling?: RotaryScaling | undefined }} RotateOptions */

/** Features beyond the width have no partner. @param {number} feature @param {number} width */
const findPartner = (feature, width) => {
  if (feature >= width) return feature;
  return feature < width / 2 ? feature + width / 2 : feature - width / 2;
};

/**
 * Returns the cells of the input that a number is computed from. Features are rotated in pairs, so
 * these are also the numbers that are computed from a cell.
 * @param {readonly number[]} index
 * @param {RotateOptions} options
 */
const listPair = (index, { width }) => {
  const feature = Number(index.at(-1));
  const partner = findPartner(feature, width);
  return partner === feature ? [index] : [index, [...index.slice(0, -1), partner]];
};

/**
 * Writes the scaled angle of pair i. A pair has a share of its unscaled angle, from 0 to 1.
 * @param {number} i
 * @param {number} position
 * @param {RotateOptions} options
 */
function writeAngle(i, position, { width, theta, scaling }) {
  const angle = `${position} × ${theta}^(−${2 * i}/${width})`;
  if (!scaling) return angle;
  const { factor, length, low = 1, high = 4 } = scaling;
  const turns = ((length ?? 0) * theta ** ((-2 * i) / width)) / (2 * Math.PI);
  const share = Math.min(Math.max((turns - low) / (high - low), 0), 1);
  if (share === 0) return `${angle} ÷ ${factor}`;
  return share === 1 ? angle : `${angle} × ${share + (1 - share) / factor}`;
}

/**
 * Writes lines of Python that scale frequencies.
 * @param {RotaryScaling} scaling
 * @param {string} module
 */
function writeScaling({ factor, length, low = 1, high = 4 }, module) {
  if (length === undefined) return [`frequencies = frequencies / ${factor}`];
  return [
    `turns = ${length} * frequencies / (2 * ${module}.pi)`,
    `share = ((turns - ${low}) / (${high} - ${low})).clip(0, 1)`,
    `frequencies = frequencies * (share + (1 - share) / ${factor})`,
  ];
}

/** @type {Op<RotateOptions>} */
export const rotate = {
  name: 'rotate',
  operandsAt: listPair,
  consumersAt: listPair,

  evaluate: (attention, [vectors], { options: { width, theta, scaling } }) =>
    attention.rotary(vectors, { width, theta, scaling }),

  formula: ([vectors]) => math`${rotation}(${vectors})`,

  terms: ([[number, partner]], options, index = [0, 0]) => {
    if (partner === undefined) return [[number]];
    const { width } = options;
    const [position, feature] = index.slice(-2);
    const angle = writeAngle(feature % (width / 2), position, options);
    const sign = feature < width / 2 ? ' × −sin(' : ' × sin(';
    return [
      [number, ' × cos(', angle, ')'],
      [partner, sign, angle, ')'],
    ];
  },

  python(
    { inputs: [{ id }], options: { width, theta, scaling } },
    { name, module, library, axis },
  ) {
    const vectors = name(id);
    const half = width / 2;
    const join = library === 'numpy' ? 'np.concatenate' : 'torch.cat';
    return {
      before: [
        `frequencies = ${theta} ** (-2.0 * ${module}.arange(${half}) / ${width})`,
        ...(scaling ? writeScaling(scaling, module) : []),
        `angles = ${module}.arange(${vectors}.shape[-2])[:, None] * frequencies`,
        `first, second, rest = ${vectors}[..., :${half}], ${vectors}[..., ${half}:${width}], ${vectors}[..., ${width}:]`,
        `cos, sin = ${['cos', 'sin'].map((wave) => `${module}.${wave}(angles)${library === 'numpy' ? '.astype(np.float32)' : ''}`).join(', ')}`,
      ],
      value: `${join}([first * cos - second * sin, second * cos + first * sin, rest], ${axis}=-1)`,
    };
  },

  javascript: ({ inputs: [{ id }], options: { width, theta, scaling } }, { name, use }) => ({
    value: `${use('toNested')}(attention.rotary(${name(id)}, { width: ${width}, theta: ${theta}${scaling ? `, scaling: ${JSON.stringify(scaling)}` : ''} }))`,
  }),
};
