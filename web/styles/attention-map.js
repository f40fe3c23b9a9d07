/** Styles of `<attention-map>` around its table or map. */

import { css } from 'lit';

export const mapStyles = css`
  .own {
    position: relative;
    padding: 0.75rem 1rem;
  }
  .own caption,
  .own figcaption {
    max-width: none;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .own .boxes {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.25em;
    padding: 0 0 0.5rem;
  }
  .own .legend {
    margin-top: 0.5rem;
  }
  .own table:not([data-lens]) {
    width: 100%;
    max-width: calc(10rem + 8rem * var(--columns));
  }
  /* The table stays with its legend, which is at the left. */
  .own .matrix[dir='rtl'] > table {
    margin-right: auto;
  }
  .labelled[dir='rtl'] {
    justify-content: end;
  }
  .pieces {
    display: inline-block;
    padding-bottom: 0.5rem;
    color: var(--faint);
  }
  .own figure :is(figcaption, .note) {
    max-width: none;
    font: var(--small) / 1.45 var(--sans);
  }
  .labelled {
    display: grid;
    grid-template: minmax(var(--top), max-content) var(--high) / var(--side) minmax(0, var(--wide));
    margin: 0.3rem 0;
  }
  .labelled .sheet {
    grid-area: 2 / 2;
    width: 100%;
    height: 100%;
    border: 0;
    outline: 1px solid var(--hair);
    margin: 0;
  }
  .labelled canvas {
    width: 100% !important;
    height: 100% !important;
  }
  .ends {
    display: flex;
    flex-direction: column;
    justify-content: end;
    padding-block-end: 8px;
    padding-inline-end: 8px;
    text-align: end;
    white-space: nowrap;
  }
  .edge,
  .over {
    position: relative;
    overflow: clip;
    overflow-clip-margin: 8px;
  }
  .edge span {
    position: absolute;
    line-height: 17px;
    white-space: nowrap;
  }
  .rows span {
    top: var(--at);
    inset-inline-end: 8px;
    max-width: calc(100% - 8px);
    display: flex;
    transform: translateY(-50%);
  }
  .columns span {
    left: var(--at);
    bottom: 4px;
    max-height: calc(100% - 4px);
    display: flex;
    writing-mode: vertical-rl;
    transform: translateX(-50%) rotate(180deg);
  }
  [dir='rtl'] > .columns span {
    left: auto;
    right: var(--at);
    transform: translateX(50%) rotate(180deg);
  }
  .edge .cut {
    max-width: 100%;
    max-height: 100%;
  }
  .over {
    grid-area: 2 / 2;
    pointer-events: none;
  }
  .pointed {
    position: absolute;
    min-width: 3px;
    min-height: 3px;
    outline: 2px solid var(--trace);
  }
  @media (pointer: coarse) {
    .own .boxes label {
      min-width: 44px;
      text-align: center;
    }
  }
`;
