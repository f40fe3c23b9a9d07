/** Styles of a sentence with arcs. */

import { css, unsafeCSS } from 'lit';

/** The step of a sentence's width, in pixels. A sentence wider than its container becomes a column. */
export const WIDTH_STEP = 40;
const WIDEST_STAGE = 1600;

/**
 * The factor by which a sentence is enlarged on a stage that is wider by this factor. Beside a
 * training whose numbers are shown its words change, so its size stays.
 */
const WIDE = 1.3;

const columns = unsafeCSS(
  Array.from({ length: WIDEST_STAGE / WIDTH_STEP }, (_, i) => i + 1)
    .map(
      (steps) => `@container (max-width: ${steps * WIDTH_STEP - 1}px) {
        .needs-${steps} > .in-row { display: none; }
        .needs-${steps} > .in-column { display: flex; }
      }
      @container (min-width: ${Math.ceil(steps * WIDTH_STEP * WIDE)}px) {
        .stage:is(.waits, :not(:has(.training))) .needs-${steps} > .in-row { zoom: ${WIDE}; }
      }`,
    )
    .join(''),
);

export const arcStyles = css`
  .arcs {
    container-type: inline-size;
    margin: 0;
  }
  .arcs .in-row {
    width: var(--width);
  }
  .arcs .words {
    display: flex;
  }
  .in-row .words {
    gap: 4px;
  }
  .in-column .words {
    flex-direction: column;
    align-items: flex-end;
  }
  .arcs .token {
    min-width: 24px;
    border-radius: 2px;
    padding: 0 3px;
    font: 19px / 30px var(--serif);
    height: 30px;
    text-align: center;
    white-space: nowrap;
  }
  .arcs .in-column .token {
    text-align: end;
    font-size: 17px;
    line-height: 24px;
    height: 24px;
  }
  .arcs .tall .token {
    height: 32px;
    line-height: 32px;
  }
  .in-row .token {
    flex: 0 0 var(--width);
    padding: 0;
  }
  .token.from {
    box-shadow: inset 0 0 0 2px var(--q);
  }
  @media (forced-colors: active) {
    .token.from {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  .token.strong {
    background: var(--weight);
    color: var(--paper);
    /* Forced colours would paint a background behind the letters. */
    forced-color-adjust: none;
  }
  .arcs svg {
    display: block;
    fill: none;
    stroke: var(--weight);
    overflow: visible;
  }
  .arc,
  .arc-number {
    cursor: pointer;
  }
  .arc-number {
    stroke: var(--paper);
    stroke-width: 6px;
    stroke-linejoin: round;
    paint-order: stroke;
    fill: var(--ink);
    font: var(--small) var(--sans);
  }
  /* In a short window, the space of arcs that are not drawn yet would push out the words. */
  @media (max-height: 480px) {
    .arcs:not(.pairs) .in-row svg:not(:has(.arc)) {
      display: none;
    }
  }
  .in-column {
    display: none;
    align-items: flex-start;
    gap: 4px;
  }
  ${columns}
`;
