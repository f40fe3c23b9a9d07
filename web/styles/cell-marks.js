/** Styles of marked cells: selected, traced, set, changed, covered, and the mask that readers paint. */

import { css } from 'lit';

export const cellMarkStyles = css`
  tr.selected,
  tr.pinned {
    outline: 2px solid var(--ink);
    outline-offset: -1px;
  }
  tr.pinned {
    outline-style: dashed;
  }
  td.keyed {
    box-shadow:
      inset 2px 0 0 var(--ink),
      inset -2px 0 0 var(--ink);
  }
  td[data-place] {
    cursor: pointer;
  }
  /* The traced number, its operands and its consumers. */
  td:is(.traced, .operand, .fed) {
    outline: 2px solid var(--trace);
    outline-offset: -3px;
  }
  td.traced {
    outline-width: 3px;
  }
  td.fed {
    outline-style: dashed;
  }
  /* The ring lies on paper, because some weights have nearly its luminance. */
  td:focus-visible,
  td:is(.traced, .operand, .fed):focus-visible {
    outline: 2px solid var(--q);
    outline-offset: -3px;
    box-shadow: inset 0 0 0 4px var(--paper);
  }
  /* Numbers that the reader has set, numbers that an experiment has changed, and new numbers. */
  .editable td[data-place]:is(:hover, :focus-visible) {
    text-decoration: underline dotted var(--faint);
    text-underline-offset: 0.25em;
  }
  td.edited {
    text-decoration: underline dotted 2px;
    text-underline-offset: 0.25em;
  }
  td.changed {
    --corner: linear-gradient(225deg, var(--trace) 0.35rem, transparent 0.4rem);
  }
  td.new {
    --corner:
      linear-gradient(225deg, var(--trace) 0.35rem, transparent 0.4rem),
      linear-gradient(45deg, var(--trace) 0.35rem, transparent 0.4rem);
    background-size: auto, auto, auto, var(--width, auto);
  }
  td.covered {
    text-align: center;
  }
  /* The width of the number, so that tables stay in place when it appears. */
  .covered[data-room]::after {
    display: block;
    visibility: hidden;
    height: 0;
    overflow: hidden;
    content: attr(data-room);
  }
  .covered::before {
    content: '?';
    content: '?' / '';
    color: var(--faint);
  }
  button.may {
    width: var(--cell);
    height: var(--cell);
    font-size: var(--text);
  }
  .painter caption .note {
    white-space: normal;
  }
  .painter td {
    padding: 0;
    /* A horizontal swipe paints, and a vertical swipe scrolls. */
    touch-action: pan-y pinch-zoom;
    border-bottom: 1px solid var(--hair);
    text-align: center;
  }
  .selected > th[scope='row'],
  .selected button.word {
    font-weight: 600;
  }
  @media (forced-colors: active) {
    td.keyed {
      border-inline: 2px solid;
    }
  }
`;
