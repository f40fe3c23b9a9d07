/** Maps of several heads, their rows side by side, and lines between two sentences. */

import { css } from 'lit';

export const heads = css`
  .thumbnails {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr));
    gap: 0.75rem;
    max-width: 44rem;
    margin-bottom: 1rem;
  }
  .thumbnails > * {
    border: 1px solid var(--hair);
    border-radius: 2px;
    background: none;
    padding: 0.4rem;
    text-align: start;
    font: var(--small) var(--sans);
  }
  .thumbnails button {
    cursor: pointer;
  }
  .thumbnails .faint svg {
    opacity: 0.25;
  }
  .thumbnails button:hover,
  .thumbnails [aria-pressed='true'] {
    border-color: var(--ink);
  }
  .thumbnails [aria-pressed='true'] {
    box-shadow: inset 0 0 0 1px var(--ink);
  }
  .thumbnails svg {
    display: block;
    width: 100%;
    margin-top: 0.3rem;
    background: var(--paper);
    outline: 1px solid var(--hair);
    fill: var(--weight);
  }
  .thumbnails .row {
    fill: none;
    stroke: var(--q);
    stroke-width: 2px;
    vector-effect: non-scaling-stroke;
  }
  .head-bands {
    margin: 0 0 1rem;
    overflow-x: auto;
  }
  .side-by-side {
    display: flex;
    gap: clamp(0.5rem, 3cqw, 2.5rem);
    transition: gap 250ms;
  }
  .joined .side-by-side {
    gap: 0;
  }
  .joined table + table {
    border-inline-start: 2px solid var(--faint);
  }
  .head-bands td[data-value] {
    min-width: min(var(--cell), 8.5cqw);
    padding: 0 0.2rem;
    text-align: center;
  }
  .pairs {
    margin-bottom: 1rem;
  }
  .pairs .in-row .words {
    gap: 4px;
  }
  .pairs .in-column .token {
    height: 34px;
    line-height: 34px;
  }
  .pairs .in-column .words:last-child {
    align-items: flex-start;
  }
  @media (prefers-reduced-motion: reduce) {
    .side-by-side {
      transition: none;
    }
  }
`;
