/**
 * Rotary positions by the core: features i and i + width / 2 of a vector at position p are rotated
 * by the angle p · theta^(−2i / width). Features beyond the width stay as they are. Options:
 * `width` and `theta`.
 */

/** @import { Op } from '../types.js' */

/** @typedef {{ width: number, theta: number }} RotateOptions */

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

/** @type {Op<RotateOptions>} */
export const rotate = {
  name: 'rotate',
  operandsAt: listPair,
  consumersAt: listPair,

  evaluate: (attention, [vectors], { options: { width, theta } }) =>
    attention.rotary(vectors, { width, theta }),

  terms: ([[number, partner]], { width, theta }, index = [0, 0]) => {
    if (partner === undefined) return [[number]];
    const [position, feature] = index.slice(-2);
    const i = feature % (width / 2);
    const angle = `${position} × ${theta}^(−${2 * i}/${width})`;
    const sign = feature < width / 2 ? ' × −sin(' : ' × sin(';
    return [
      [number, ' × cos(', angle, ')'],
      [partner, sign, angle, ')'],
    ];
  },

  python({ inputs: [{ id }], options: { width, theta } }, { name, module, library, axis }) {
    const vectors = name(id);
    const half = width / 2;
    const join = library === 'numpy' ? 'np.concatenate' : 'torch.cat';
    return {
      before: [
        `angles = ${module}.arange(${vectors}.shape[-2])[:, None] * ${theta} ** (-2.0 * ${module}.arange(${half}) / ${width})`,
        `first, second, rest = ${vectors}[..., :${half}], ${vectors}[..., ${half}:${width}], ${vectors}[..., ${width}:]`,
        `cos, sin = ${['cos', 'sin'].map((wave) => `${module}.${wave}(angles)${library === 'numpy' ? '.astype(np.float32)' : ''}`).join(', ')}`,
      ],
      value: `${join}([first * cos - second * sin, second * cos + first * sin, rest], ${axis}=-1)`,
    };
  },

  javascript: ({ inputs: [{ id }], options: { width, theta } }, { name, use }) => ({
    value: `${use('toNested')}(attention.rotary(${name(id)}, { width: ${width}, theta: ${theta} }))`,
  }),
};
