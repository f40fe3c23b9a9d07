/** Styles of matrices and their colours. */

import { css, unsafeCSS } from 'lit';
import { ROLES } from './tokens.js';

/** @param {typeof ROLES[number]} role */
const styleRole = (role) => `
  table.of-${role} thead tr:last-child > * {
    border-bottom: 2px solid var(--${role});
  }
  .of-${role} caption {
    color: var(--${role}-letter);
  }`;

export const tableStyles = css`
  .matrix,
  .wide:has(> table),
  .head-bands {
    max-width: 100%;
    overflow-x: auto;
    /* Positioned, because hidden texts would otherwise widen the page. */
    position: relative;
    scrollbar-width: thin;
    scrollbar-color: var(--faint) transparent;
  }
  .matrix {
    padding: 2px;
  }
  /* A table that scrolls fades where it is cut, and not where it ends. A table that fits has no
     timeline, and so no fade. */
  @media screen {
    @supports (animation-timeline: scroll()) {
      .matrix,
      .wide:has(> table),
      .head-bands,
      .token-bar .heads {
        --cut: 1.75rem;
        animation: cut linear both;
        animation-timeline: scroll(self inline);
      }
      /* The row headers stay there. */
      .many,
      .wide {
        --cut-at-start: 0px;
      }
      :is(.matrix, .wide, .head-bands)[dir='rtl'] {
        --start: right;
        --end: left;
      }
    }
    @keyframes cut {
      from,
      to {
        mask-composite: intersect;
        mask-repeat: no-repeat;
        mask-image:
          linear-gradient(to var(--end, right), #000 calc(100% - var(--cut)), transparent),
          linear-gradient(
            to var(--start, left),
            #000 calc(100% - var(--cut-at-start, var(--cut))),
            transparent
          );
        mask-position: var(--start, left), var(--end, right);
      }
      /* A fade that is not wanted lies beyond its edge. */
      from {
        mask-size:
          100% 100%,
          calc(100% + var(--cut)) 100%;
      }
      10%,
      90% {
        mask-size: 100% 100%;
      }
      to {
        mask-size:
          calc(100% + var(--cut)) 100%,
          100% 100%;
      }
    }
  }
  /* The line below a picture, with the number under the pointer. */
  .readout.sticking {
    position: sticky;
    bottom: 0;
  }
  /* Above the bar of a page, which is not scaled. */
  :host(:not([compact])) .lab.sticking:has(.bar) .readout {
    position: sticky;
    bottom: 4.7rem;
  }
  .readout {
    width: fit-content;
    max-width: 100%;
    min-height: calc(1.45em + 0.4rem);
    padding: 0.2rem 0.4rem 0.2rem 0;
    background: var(--paper);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: pre;
  }
  .readout:empty {
    visibility: hidden;
  }
  table {
    border-spacing: 0;
  }
  caption {
    text-align: left;
    white-space: nowrap;
    padding: 0 0 0.3rem;
  }
  caption i,
  .prose i,
  caption sub {
    font-family: var(--serif);
  }
  sub,
  .sum sup {
    font-size: 0.75em;
    line-height: 0;
  }
  .shape {
    margin-left: 0.35em;
  }
  caption .note {
    display: block;
  }
  /* Words may run from right to left, numbers do not. */
  .matrix[dir='rtl'] :is(caption, td) {
    direction: ltr;
  }
  th {
    font-weight: 400;
    text-align: end;
    padding: 0.1rem max(0.45rem, 7px);
    white-space: nowrap;
  }
  th.index {
    color: var(--faint);
  }
  thead th {
    border-bottom: 1px solid var(--faint);
  }
  ${unsafeCSS(ROLES.map(styleRole).join(''))}
  th[scope='row'] {
    padding-left: max(0.4rem, 6px);
  }
  th .cut {
    max-width: 8em;
  }
  .many th .cut {
    max-width: 5.2em;
  }
  .corner {
    border-bottom: 1px solid var(--faint);
    color: var(--faint);
    padding: 0 0.45rem 0 0;
    text-align: right;
    vertical-align: bottom;
  }
  .corner span {
    display: block;
    line-height: 1.25;
    white-space: nowrap;
  }
  .bands .corner {
    border: 0;
  }
  .bands th {
    text-align: left;
    border-bottom: 0;
    color: var(--faint);
  }
  td:is([data-value], .covered) {
    min-width: var(--cell);
    height: var(--cell);
    padding: 0 max(0.4rem, 6px);
    border-bottom: 1px solid var(--hair);
  }
  td[data-value] {
    text-align: right;
    white-space: nowrap;
    background-color: var(--ground);
  }
  .close :is(td[data-value], td.covered, thead th) {
    padding-inline: 4px;
  }
  .band {
    border-left: 2px solid var(--faint);
  }
  td {
    --ground: var(--paper);
  }
  td.negative {
    --ground: color-mix(in srgb, var(--negative) var(--level), var(--paper));
  }
  td.positive {
    --ground: color-mix(in srgb, var(--positive) var(--level), var(--paper));
  }
  table.weights td[data-value] {
    --on-light: #000;
    --on-dark: #fff;
    --ground: color-mix(in srgb, var(--weight) var(--level), var(--paper));
    color: light-dark(var(--on-light), var(--on-dark));
    text-align: center;
  }
  table.weights td.flips-light {
    --on-light: #fff;
  }
  table.weights td.flips-dark {
    --on-dark: #000;
  }
  /* Two layers, because a masked number may also have changed. */
  td[part='cell'],
  .painter td {
    background-image: var(--corner, none), var(--hatch, none);
  }
  .masked {
    --hatch-angle: 135deg;
    /* Transparent under the digits. */
    --hatch: linear-gradient(transparent 10%, var(--ground, transparent) 30% 70%, transparent 90%),
      repeating-linear-gradient(var(--hatch-angle), transparent 0 4px, var(--faint) 4px 4.7px);
    /* Narrower than the ground that covers the hatch, or the ends of the hatch would show between
       two cells. */
    --width: calc(100% - 2px);
    background-position: 50%;
    background-repeat: no-repeat;
    background-size: auto, auto, var(--width);
  }
  @supports (background: linear-gradient(1deg in srgb, red, red)) {
    .masked {
      --hatch-angle: 135deg in srgb;
    }
  }
  [dir='rtl'] thead th {
    text-align: right;
  }
  [dir='rtl'] .corner {
    padding: 0 0 0 max(0.4rem, 6px);
    text-align: left;
  }
  .painter thead th,
  .weights thead th {
    text-align: center;
  }
  .map figcaption,
  .map .note {
    max-width: 17rem;
  }
  .map figcaption {
    font: var(--small) / 1.45 var(--sans);
  }
  .map {
    margin: 0;
    min-width: 0;
    max-width: 100%;
  }
  /* The numbers stand beside the map if there is space. */
  .weights > .map {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.5rem;
  }
  .weights > .map > figcaption {
    flex-basis: 100%;
    max-width: none;
  }
  .sheet {
    position: relative;
    width: fit-content;
    max-width: 100%;
    border: 1px solid var(--hair);
    margin: 0.3rem 0;
  }
  .sheet canvas {
    display: block;
    max-width: 100%;
    image-rendering: pixelated;
    cursor: crosshair;
  }
  [dir='rtl'] > canvas {
    transform: scaleX(-1);
  }
  .frame {
    position: absolute;
    min-width: 4px;
    min-height: 4px;
    outline: 2px solid var(--ink);
    pointer-events: none;
  }
  button.word {
    padding: 0.1rem 0;
  }
  button.word:hover {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.5em;
  }
  .ramp {
    display: inline-block;
    width: 5em;
    height: 0.8em;
    vertical-align: -0.05em;
    margin: 0 0.2em;
    border: 1px solid var(--hair);
  }
  .ramp.signed {
    background: linear-gradient(to right, var(--negative), var(--paper), var(--positive));
  }
  .ramp.weights {
    background: linear-gradient(to right, var(--paper), var(--weight));
  }
  .ramp.masked {
    width: 1.6em;
    background: var(--hatch);
  }
  /* Forced colours remove the colours of cells. */
  @media (forced-colors: active) {
    /* Tables lose their colours, and squares keep them. */
    .legend:not(.tiles) {
      display: none;
    }
    .tiles .ramp {
      forced-color-adjust: none;
    }
    td.masked {
      background:
        linear-gradient(transparent 10%, Canvas 30% 70%, transparent 90%),
        repeating-linear-gradient(135deg, Canvas 0 4px, GrayText 4px 5px) !important;
      color: CanvasText !important;
      forced-color-adjust: none;
    }
  }
  /* The table shares words and shape with the matrix beside it. */
  @container (width > 40em) {
    .matrix.beside {
      flex: none;
      /* A long hidden name would let the table scroll, and its edge would fade. */
      overflow: clip;
    }
    .matrix.beside th[scope='row'],
    .beside .corner {
      position: absolute;
      clip-path: inset(50%);
    }
    .beside caption .shape {
      display: none;
    }
  }
`;

/** Styles of tables in narrow containers. */
export const narrowTableStyles = css`
  @container (width < 64.28em) {
    td:is([data-value], .covered),
    th,
    .corner {
      padding-left: 0.2rem;
      padding-right: 0.25rem;
    }
  }
  /* On the first screen, all words of a real head fit. */
  @container (width < 28.57em) {
    .below-opening td[data-value],
    .below-opening th,
    .below-opening .corner {
      padding-left: 0.1rem;
      padding-right: 0.15rem;
      font-size: 0.9em;
    }
  }
  /* Smaller digits leave space between columns. */
  @container (width <= 24.29em) {
    td:is([data-value], .covered) {
      font-size: 0.92em;
    }
    .plain td[data-value] {
      padding-left: 0.45rem;
    }
  }
  /* Many words: lower rows. The caption and row headers of a scrolling table stay in view. */
  .matrix.many,
  figure.weights > .matrix.many {
    --cell: var(--attention-cell-size, calc(var(--size) * max(1.85rem, 30px)));
  }
  /* Still more words: lower rows, so that the steps begin on the first screen. Touch needs higher
     rows. */
  @media screen and (not (pointer: coarse)) {
    .matrix.many.close,
    .many.close + .matrix.many.beside,
    figure.weights > .matrix.many.close {
      --cell: var(--attention-cell-size, calc(var(--size) * max(1.5625rem, 25px)));
    }
    .many.close th[scope='row'] {
      padding-block: 0;
    }
  }
  :is(.many, .wide) :is(caption, .corner, th[scope='row']) {
    position: sticky;
    inset-inline-start: -2px;
    background: var(--paper);
  }
  :is(.many, .wide) caption {
    width: fit-content;
  }
  /* A shadow beside the words says that columns are behind them. */
  @media screen {
    @supports (animation-timeline: scroll()) {
      :is(.many, .wide) :is(.corner, th[scope='row'])::after {
        content: '';
        position: absolute;
        inset-block: 0;
        inset-inline-start: 100%;
        width: 6px;
        background: linear-gradient(
          to var(--end, right),
          color-mix(in srgb, var(--ink) 45%, transparent),
          transparent
        );
        opacity: 0;
        pointer-events: none;
        animation: hide-columns linear both;
        animation-timeline: scroll(inline);
      }
    }
    @keyframes hide-columns {
      2%,
      to {
        opacity: 1;
      }
    }
  }
  /* These cells cover the outline of their row, so they draw their part of it, without an end. */
  :is(.many, .wide) .selected th[scope='row'] {
    z-index: 1;
    background: linear-gradient(to var(--end, right), var(--ink) 1px, var(--paper) 1px);
    box-shadow:
      0 1px var(--ink),
      0 -1px var(--ink),
      inset 0 1px var(--ink),
      inset 0 -1px var(--ink);
  }
  /* Forced colours remove shadows. A fade would take their contrast from digits. */
  @media (forced-colors: active) {
    :is(.many, .wide) .selected th[scope='row'] {
      outline: 2px solid;
      outline-offset: -2px;
    }
    .matrix,
    .wide:has(> table),
    .head-bands,
    .token-bar .heads {
      --cut: 0.5rem;
    }
  }
`;
