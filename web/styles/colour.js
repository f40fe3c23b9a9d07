/** Maps numbers to the colours of their cells, and defines the colours at the ends of the scales. */

/**
 * The colours of one theme. Scales begin with `paper` and end with `weight`, `negative` or
 * `positive`, and
 * `trace` frames the opened number. Violet and yellow are not hues of Q, K or V, differ in each kind of colour blindness,
 * and differ in grey. From the percentage `flip` on, digits on a weight have the colour of the
 * paper. A picture may have another `background` than its paper, such as `none`.
 * @typedef {{ paper: string, ink: string, weight: string, negative: string, positive: string,
 *   flip: number, trace: string, background?: string }} Palette
 */

/** @type {{ light: Palette, dark: Palette }} */
export const PALETTES = {
  light: {
    paper: '#fdfcf9',
    ink: '#1b1c1f',
    weight: '#1a2433',
    negative: '#b5a0ec',
    positive: '#e8c83c',
    flip: 62,
    trace: '#9b1c63',
  },
  dark: {
    paper: '#17181b',
    ink: '#e9e7e2',
    weight: '#ece8df',
    negative: '#5746a8',
    positive: '#786506',
    flip: 46,
    trace: '#ff9ad0',
  },
};

/** Okabe and Ito's hues of queries, keys and values, and shades for legible letters. */
export const HUES = {
  light: {
    q: '#0072b2',
    k: '#d55e00',
    v: '#009e73',
    letters: { q: '#0068a3', k: '#b04c00', v: '#00785a' },
  },
  dark: {
    q: '#56a8dc',
    k: '#f08a3c',
    v: '#35bd94',
    letters: { q: '#6cb6e6', k: '#f59a55', v: '#4fcba6' },
  },
};

/** Rounds up to 1, 1.5, 2, 3, 5 or 8, times a power of ten. @param {Iterable<number>} values */
export function roundUpLimit(values) {
  let largest = 0;
  for (const value of values) {
    if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  }
  if (largest === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  return (
    [1, 1.5, 2, 3, 5, 8, 10].map((step) => step * power).find((end) => end >= largest) ?? largest
  );
}

/**
 * Returns the colours in which an element is shown, with overrides of the page, for canvas and SVG.
 * `tokens.js` defines the properties that hold the ends of the scales.
 * @param {Element} element
 * @returns {Palette}
 */
export function readPalette(element) {
  const { color, backgroundColor, floodColor, lightingColor, stopColor } =
    getComputedStyle(element);
  const [solidInk, solidPaper] = [color, backgroundColor].map((colour) =>
    readChannels(colour, GREY),
  );
  const palette = PALETTES[nameTheme({ ink: solidInk, paper: solidPaper })];
  const [paper, ink, weight, negative, positive] = [
    backgroundColor,
    color,
    floodColor,
    lightingColor,
    stopColor,
  ].map((colour) => readChannels(colour, palette.paper));
  const isClear = backgroundColor === 'rgba(0, 0, 0, 0)';
  return {
    ...{ ...palette, paper, ink, weight, negative, positive },
    ...(isClear && { background: 'none' }),
  };
}

/** Lies under translucent colours until the theme is known. */
const GREY = '#808080';

/** @param {Pick<Palette, 'ink' | 'paper'>} palette */
export function nameTheme({ ink, paper }) {
  const [inkSum, paperSum] = [ink, paper].map((colour) => bytes(colour).reduce((a, b) => a + b));
  return inkSum > paperSum ? 'dark' : 'light';
}

/**
 * Converts a computed colour to `#rrggbb`. Most are `rgb(r, g, b)`. Other notations and translucent
 * colours are painted on a canvas and read back.
 * @param {string} colour
 * @param {string} paper
 */
function readChannels(colour, paper) {
  /** @type {ArrayLike<number>} */
  let channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1).map(Number) ?? [];
  const context = channels.length === 0 && document.createElement('canvas').getContext('2d');
  if (context) {
    for (const layer of [paper, colour]) {
      context.fillStyle = layer;
      context.fillRect(0, 0, 1, 1);
    }
    channels = context.getImageData(0, 0, 1, 1).data;
  }
  return toHex(channels);
}

/**
 * Returns how far a number is towards an end of its scale, as one integer, for very large maps.
 * Plain matrices, NaN and infinities have no colour.
 * @param {'weights' | 'signed' | 'plain'} colours
 * @param {number} value
 * @param {number} limit the largest absolute value, where signed colours end
 * @returns {number} -100 to 100; negative numbers have levels below 0
 */
export function computeLevel(colours, value, limit) {
  if (colours === 'plain' || !Number.isFinite(value)) return 0;
  const share = colours === 'weights' ? Math.max(0, value) : value / limit;
  return Math.sign(share) * Math.round(100 * Math.min(1, Math.abs(share)));
}

/**
 * Returns the end of the scale that a number approaches, and how far. Numbers near 0 have no end.
 * @param {'weights' | 'signed' | 'plain'} colours
 * @param {number} value
 * @param {number} limit the largest absolute value, where signed colours end
 * @returns {{ end: 'weight' | 'negative' | 'positive' | undefined, level: number }} `level` is 0 to
 * 100
 */
export function computeTone(colours, value, limit) {
  const level = computeLevel(colours, value, limit);
  if (colours === 'weights') return { end: 'weight', level };
  if (level === 0) return { end: undefined, level: 0 };
  return { end: level < 0 ? 'negative' : 'positive', level: Math.abs(level) };
}

/**
 * Mixes the paper with the colour at one end of a scale.
 * @param {Palette} palette
 * @param {ReturnType<typeof computeTone>} tone
 * @returns {[number, number, number]} red, green and blue, 0 to 255
 */
export function mixColour(palette, { end, level }) {
  const [from, to] = [palette.paper, palette[end ?? 'paper']].map(bytes);
  const channel = (/** @type {number} */ i) =>
    Math.round(from[i] + (level / 100) * (to[i] - from[i]));
  return [channel(0), channel(1), channel(2)];
}

/**
 * Adds the colours of lines and labels to a palette, as the page defines them.
 * @param {Palette} palette
 * @returns {Palette & Record<'q' | 'k' | 'v' | 'q-letter' | 'k-letter' | 'v-letter' | 'faint' | 'hair', string>}
 */
export function addLineColours(palette) {
  const { q, k, v, letters } = HUES[nameTheme(palette)];
  const mixInk = (/** @type {number} */ level) =>
    toHex(mixColour({ ...palette, weight: palette.ink }, { end: 'weight', level }));
  return {
    ...palette,
    q,
    k,
    v,
    'q-letter': letters.q,
    'k-letter': letters.k,
    'v-letter': letters.v,
    faint: mixInk(71),
    hair: mixInk(16),
  };
}

/** @param {ArrayLike<number>} channels red, green and blue, 0 to 255 */
const toHex = (channels) =>
  `#${[0, 1, 2].map((i) => (channels[i] ?? 0).toString(16).padStart(2, '0')).join('')}`;

/** @param {string} colour '#rrggbb' */
function bytes(colour) {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
