import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { cellMarkStyles } from '../../web/styles/cell-marks.js';
import { computeLevel, HUES, PALETTES, roundUpLimit } from '../../web/styles/colour.js';

/**
 * @param {string} colour
 * @returns {number[]} red, green and blue from 0 to 1
 */
const channels = (colour) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);

/** Returns the relative luminance as defined by WCAG. @param {number[]} colour */
function luminance(colour) {
  const [r, g, b] = colour.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {number} a a luminance @param {number} b another luminance */
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/**
 * Computes the luminance of the browser's color-mix(in srgb).
 * @param {string} from
 * @param {string} to
 * @param {number} level
 */
function mix(from, to, level) {
  const end = channels(to);
  return luminance(channels(from).map((c, i) => c + ((end[i] - c) * level) / 100));
}

/**
 * How each kind of colour vision mixes linear red, green and blue: Machado, Oliveira and Fernandes
 * (2009), severity 1.
 */
const SIGHTS = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** @param {number[][]} rows @param {number[]} by */
const times = (rows, by) => rows.map((row) => row.reduce((sum, x, i) => sum + x * by[i], 0));

/**
 * Converts a colour to OKLab, where equal distances look alike.
 * @param {string} colour
 * @param {number[][]} sight
 */
function simulateSight(colour, sight) {
  const linear = channels(colour).map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  const rgb = times(sight, linear).map((c) => Math.min(1, Math.max(0, c)));
  const cones = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ];
  const lab = [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ];
  return times(lab, times(cones, rgb).map(Math.cbrt));
}

/** @param {string} a @param {string} b @param {number[][]} [sight] */
function distance(a, b, sight = SIGHTS.usual) {
  const [from, to] = [simulateSight(a, sight), simulateSight(b, sight)];
  return Math.hypot(...from.map((x, i) => x - to[i]));
}

const levels = Array.from({ length: 101 }, (_, level) => level);

describe('the colours of cells', () => {
  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    const palette = PALETTES[theme];

    it(`${theme}: every weight has contrast 4.5 or more`, () => {
      const [before, after] = theme === 'light' ? [0, 1] : [1, 0];
      for (const level of levels) {
        const text = level >= PALETTES[theme].flip ? after : before;
        const ratio = contrast(mix(palette.paper, palette.weight, level), text);
        assert.ok(ratio >= 4.5, `${level} %: ${ratio}`);
      }
    });

    it(`${theme}: every signed number has contrast 4.5 or more`, () => {
      const ink = luminance(channels(palette.ink));
      for (const end of [palette.negative, palette.positive]) {
        for (const level of levels) {
          const ratio = contrast(mix(palette.paper, end, level), ink);
          assert.ok(ratio >= 4.5, `${end} at ${level} %: ${ratio}`);
        }
      }
    });

    it(`${theme}: letters of roles have contrast 4.5 or more on paper, lines 3`, () => {
      const paper = luminance(channels(palette.paper));
      const { letters, ...lines } = HUES[theme];
      for (const [colours, least] of /** @type {const} */ ([
        [letters, 4.5],
        [lines, 3],
      ])) {
        for (const [role, colour] of Object.entries(colours)) {
          const ratio = contrast(luminance(channels(colour)), paper);
          assert.ok(ratio >= least, `${role} ${colour}: ${ratio}`);
        }
      }
    });

    it(`${theme}: faint text has contrast 4.5 or more on paper`, () => {
      const paper = luminance(channels(palette.paper));
      const tokens = readFileSync(new URL('../../web/styles/tokens.js', import.meta.url), 'utf8');
      const share = Number(/--faint: color-mix\(in srgb, var\(--ink\) (\d+)%/.exec(tokens)?.[1]);
      const ratio = contrast(mix(palette.paper, palette.ink, share), paper);
      assert.ok(ratio >= 4.5, `${share} %: ${ratio}`);
    });

    it(`${theme}: the luminance of each sign is monotonic, so it can be read in grey`, () => {
      for (const end of [palette.weight, palette.negative, palette.positive]) {
        const greys = levels.map((level) => mix(palette.paper, end, level));
        const way = Math.sign(greys[100] - greys[0]);
        for (const level of levels.slice(1)) {
          assert.equal(Math.sign(greys[level] - greys[level - 1]), way, `${end} at ${level} %`);
        }
      }
    });
  }

  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    const { negative, positive } = PALETTES[theme];

    for (const [name, sight] of Object.entries(SIGHTS)) {
      // For comparison, blue and orange of Q and K are .14 to .22 apart, and a just noticeable
      // difference is about .02.
      it(`${theme}, ${name}: the two signs have different colours`, () => {
        assert.ok(distance(negative, positive, sight) >= 0.1);
      });
    }

    it(`${theme}: no sign has the hue of queries, keys or values`, () => {
      const hue = (/** @type {string} */ colour) => {
        const [, a, b] = simulateSight(colour, SIGHTS.usual);
        return Math.atan2(b, a);
      };
      for (const sign of [negative, positive]) {
        for (const role of /** @type {const} */ (['q', 'k', 'v'])) {
          const turn = Math.abs(hue(sign) - hue(HUES[theme][role]));
          const degrees = (Math.min(turn, 2 * Math.PI - turn) * 180) / Math.PI;
          assert.ok(degrees >= 30, `${sign}, ${role}: ${degrees}°`);
        }
      }
    });
  }

  it('the ring of a focused number lies on paper, from which it differs by contrast 3', () => {
    const { cssText } = cellMarkStyles;
    const [, selectors, rule] = /\n {2}(td:focus-visible[^{]*)\{([^}]*)\}/.exec(cssText) ?? [];
    const read = (/** @type {RegExp} */ pattern) => Number(pattern.exec(rule)?.[1]);
    const width = read(/outline: (\d)px solid var\(--q\)/);
    const gap = -read(/outline-offset: (-\d)px/) - width;
    assert.ok(gap >= 1, rule);
    assert.ok(read(/box-shadow: inset 0 0 0 (\d)px var\(--paper\)/) > gap + width, rule);
    assert.match(selectors, /\.traced, \.operand, \.fed/);
    // The rule of a key's column has the same specificity, so the later one holds.
    assert.ok(cssText.indexOf(rule) > cssText.indexOf('td.keyed {'));
    for (const theme of /** @type {const} */ (['light', 'dark'])) {
      const [ring, paper] = [HUES[theme].q, PALETTES[theme].paper].map(channels).map(luminance);
      assert.ok(contrast(ring, paper) >= 3, theme);
    }
  });

  it('the scale of weights is fixed from 0 to 1', () => {
    const level = (/** @type {number} */ value) => Math.abs(computeLevel('weights', value, 7));
    assert.deepEqual([0, 0.5, 1, 2, -1, Number.NaN].map(level), [0, 50, 100, 100, 0, 0]);
  });

  it('the signed scale is symmetric about 0, and NaN and infinities have no level', () => {
    const level = (/** @type {number} */ value) => computeLevel('signed', value, 2);
    assert.deepEqual(
      [0, 1, -1, 0.25, -0.25, 2, -2, 9, Infinity, -Infinity, Number.NaN].map(level),
      [0, 50, -50, 13, -13, 100, -100, 100, 0, 0, 0],
    );
  });

  it('limits are round and hold every finite number', () => {
    assert.equal(roundUpLimit([0.3, -1.49, -Infinity, Number.NaN]), 1.5);
    assert.equal(roundUpLimit([88]), 100);
    assert.equal(roundUpLimit([11, 4]), 15);
    assert.equal(roundUpLimit([]), 1);
    for (const value of [1e-30, 0.07, 1, 3, 9.99, 3.4e38])
      assert.ok(roundUpLimit([value]) >= value);
  });
});

it('no text says that darker or lighter means more, because dark colours turn that round', () => {
  const web = new URL('../../web/', import.meta.url);
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(^|\/)text\/.*\.js(on)?$/.test(name),
  );
  assert.ok(files.length > 50);
  const found = files.filter((file) =>
    /\b(dark|light|bright|pal)er\b/i.test(readFileSync(new URL(file, web), 'utf8')),
  );
  assert.deepEqual(found, []);
});
