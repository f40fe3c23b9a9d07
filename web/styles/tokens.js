/** Colours, fonts and sizes: the properties that an embedding page can change, and values computed from them. */

import { css, unsafeCSS } from 'lit';
import { HUES, PALETTES } from './colour.js';

const { light, dark } = PALETTES;

/** @param {string} inLight @param {string} inDark */
const pair = (inLight, inDark) => unsafeCSS(`light-dark(${inLight}, ${inDark})`);

export const ROLES = /** @type {const} */ (['q', 'k', 'v']);

/** @param {typeof ROLES[number]} role */
const writeHue = (role) =>
  `--${role}: var(--attention-${role}, ${pair(HUES.light[role], HUES.dark[role])});
    --${role}-letter: var(--attention-${role}, ${pair(HUES.light.letters[role], HUES.dark.letters[role])});`;

export const tokenStyles = css`
  :host {
    --paper: var(--attention-paper, ${pair(light.paper, dark.paper)});
    --ink: var(--attention-ink, ${pair(light.ink, dark.ink)});
    --faint: color-mix(in srgb, var(--ink) 71%, var(--paper));
    --hair: color-mix(in srgb, var(--ink) 16%, var(--paper));
    --weight: var(--attention-weight, ${pair(light.weight, dark.weight)});
    --negative: var(--attention-negative, ${pair(light.negative, dark.negative)});
    --positive: var(--attention-positive, ${pair(light.positive, dark.positive)});
    ${unsafeCSS(ROLES.map(writeHue).join(''))}
    --trace: ${pair(light.trace, dark.trace)};
    --size: var(--attention-size, 1);
    /* The height of what covers the top of the view, alone and with the bar of the element. */
    --top: var(--attention-top, 0px);
    --below-bar: calc(var(--top) + 4rem);
    --sans: var(
      --attention-font,
      Seravek,
      'Gill Sans Nova',
      'Source Sans 3',
      'Noto Sans',
      Ubuntu,
      Calibri,
      'DejaVu Sans Condensed',
      sans-serif
    );
    --serif:
      Charter, 'Bitstream Charter', 'Source Serif 4', 'Sitka Text', Cambria, 'Noto Serif',
      'DejaVu Serif Condensed', serif;
  }
  /* The element inherits nothing of the page, such as text-transform, except its colour scheme and
     whether it is visible. Rules of the page that match the element itself, such as * { … }, override
     those of :host, so the content is reset once more. */
  :host,
  :host > :where(div, p) {
    all: initial;
    color-scheme: inherit;
    visibility: inherit;
    display: block;
    color: var(--ink);
    font: var(--small) / 1.45 var(--sans);
    font-variant-numeric: lining-nums tabular-nums;
    accent-color: var(--ink);
    text-size-adjust: 100%;
  }
  :host {
    writing-mode: initial !important;
    scroll-margin-top: var(--top);
    min-inline-size: 8rem;
    max-inline-size: 100%;
  }
  /* The three sizes in pixels at least: a page that sets its root to 10 pixels does not want tables
     of 9. A stage may be larger. */
  :host,
  .stage {
    --zoom: calc(var(--size) * var(--stage, 1));
    --cell: var(--attention-cell-size, calc(var(--zoom) * max(2.5rem, 40px)));
    --large: calc(var(--zoom) * max(1.625rem, 26px));
    --text: calc(var(--zoom) * max(1.0625rem, 17px));
    --small: calc(var(--zoom) * max(0.875rem, 14px));
  }
  :host([hidden]) {
    display: none;
  }
  /* Queries of this container count its letters, of 14 pixels, so that larger letters stack. */
  .container {
    container-type: inline-size;
  }
  /* The content of a container gives the container no width, but these dots do. They take 40rem if
     there is space, such as in a float. Otherwise their line breaks, and they take nearly nothing. */
  :host::before {
    display: block;
    visibility: hidden;
    font-size: 0;
    line-height: 0;
    word-spacing: calc(min(40rem, 100vw - 2rem) / 8);
    content: '. . . . . . . . .';
    content: '. . . . . . . . .' / '';
  }
  /* In forced colours, the reader's two colours are the ends of a scale, whatever the scheme of the
     page is. */
  @media (forced-colors: active) {
    :host {
      --paper: Canvas;
      --ink: CanvasText;
      --weight: var(--ink);
    }
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  /* Canvases and drawings read the ends of their scales from these properties, which nothing else
     uses. The browser resolves an author's colours in them. */
  :host,
  canvas {
    flood-color: var(--weight);
    lighting-color: var(--negative);
    stop-color: var(--positive);
    background-color: var(--paper);
  }
  /* An invisible transition fires an event for each change of colour, and when the canvas is shown
     again after one. */
  canvas {
    transition: 1ms step-start;
  }
  @starting-style {
    canvas {
      color: transparent;
    }
  }
  ${unsafeCSS(ROLES.map((role) => `.${role} { color: var(--${role}-letter); }`).join(''))}
`;
