/** Maps of several heads, their rows side by side, and lines between two sentences. */

import { css } from 'lit';

export const heads = css`
  .thumbnail {
    display: block;
    width: 100%;
    fill: var(--weight);
  }
  .thumbnail .edge,
  .thumbnail .row {
    fill: none;
    stroke: var(--hair);
  }
  .thumbnail .row {
    stroke: var(--q);
    stroke-width: 2px;
  }
  .thumbnail text {
    fill: var(--ink);
    font: 11px var(--sans);
    text-anchor: end;
  }
  .pictured {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr));
    gap: 0.75rem;
    max-width: 46rem;
  }
  .pictured .item {
    display: block;
  }
  .pictured select {
    width: 100%;
  }
  .pictured .checks {
    grid-column: 1 / -1;
    margin: 0;
  }
  .head-bands {
    margin: 0 0 1rem;
    overflow-x: auto;
  }
  /* It keeps its room while it is empty. */
  .head-bands figcaption {
    min-height: 1.45em;
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
