/** The step about the square root: slider, table and chart. */

import { css } from 'lit';

export const spread = css`
  .spread {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 1.25rem 2.5rem;
  }
  .spread > * {
    min-width: 0;
    max-width: 100%;
  }
  .spread .length {
    margin-bottom: 0.5rem;
  }
  .spread input {
    display: block;
    width: 100%;
    max-width: 20rem;
    height: 2.75rem;
    margin: 0;
    accent-color: var(--ink);
    outline-offset: 0;
  }
  .spread table {
    max-width: 20rem;
  }
  .spread caption,
  .spread th {
    white-space: normal;
    vertical-align: bottom;
  }
  .spread tbody th {
    vertical-align: middle;
  }
  .spread figure {
    flex: 1 1 18rem;
    max-width: 22.5rem;
    margin: 0;
  }
  .spread svg {
    display: block;
    width: 100%;
    overflow: visible;
    fill: none;
  }
  /* In the picture's own units: --small where it is as wide as it gets. */
  .spread text {
    font-size: 12.5px;
    fill: var(--ink);
  }
  .spread .d {
    font-family: var(--serif);
    font-style: italic;
  }
  .spread line,
  .spread polyline,
  .spread circle {
    stroke: var(--ink);
    vector-effect: non-scaling-stroke;
  }
  .spread .hair {
    stroke: var(--hair);
  }
  .spread line.now {
    stroke: var(--faint);
  }
  .spread .line {
    stroke-width: 1.5px;
    stroke-linejoin: round;
  }
  .spread .none {
    stroke-dasharray: 7 4;
  }
  .spread .sqrt {
    stroke-width: 2.5px;
  }
  .spread .words {
    stroke-dasharray: 1.5 3.5;
  }
  .spread .dot {
    fill: var(--paper);
    stroke-width: 1.5px;
  }
  @container (min-width: 480px) {
    .spread figure {
      flex-basis: 22.5rem;
      max-width: 28rem;
    }
    .spread text {
      font-size: 10px;
    }
  }
  /* Shapes keep their colours then, unlike letters. */
  @media (forced-colors: active) {
    .spread svg {
      --paper: Canvas;
      --ink: CanvasText;
      --faint: CanvasText;
      --hair: CanvasText;
    }
  }
`;
