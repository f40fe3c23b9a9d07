/** Styles of the lines of several heads, and of one query against all keys. */

import { css, unsafeCSS } from 'lit';
import { HEAD_COLOURS } from './views/head-lines.js';

const colourRules = unsafeCSS(
  HEAD_COLOURS.map((pair, i) => `.head-${i} { --head: light-dark(${pair.join(', ')}); }`).join(' '),
);

export const headLineStyles = css`
  ${colourRules}
  .line-choices {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.4rem 1.5rem;
    margin-block-end: 0.75rem;
  }
  .line-choices select {
    inline-size: auto;
  }
  .line-heads {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.2rem 0.8rem;
    border: 0;
    margin: 0;
    padding: 0;
  }
  .line-heads legend {
    float: inline-start;
    padding: 0;
    margin-inline-end: 0.8rem;
  }
  .dashed {
    --dash: dashed;
    --dashes: 7 4;
  }
  .dotted {
    --dash: dotted;
    --dashes: 2 4;
  }
  .line-heads label,
  .strongest-keys th,
  .head-lines .word::after {
    text-decoration: underline var(--dash, solid) var(--head) 3px;
    text-underline-offset: 0.25em;
  }
  .head-lines path {
    stroke-dasharray: var(--dashes, none);
  }
  table.strongest-keys td:nth-child(2) {
    inline-size: 30%;
  }
  table.strongest-keys td:nth-child(3) {
    inline-size: 55%;
  }
  table.strongest-keys {
    inline-size: min(100%, 34rem);
    margin-block-start: 1rem;
  }
  table.strongest-keys :is(th, td) {
    border: 0;
    padding-block: 0.15rem;
  }
  table.strongest-keys .share-bar {
    --bar: var(--head);
  }
  .query-keys {
    margin-block-start: 1.5rem;
  }
  .query-keys table {
    inline-size: 100%;
    border-collapse: collapse;
  }
  .query-keys caption {
    text-align: start;
    padding-block-end: 0.4rem;
  }
  .query-keys :is(th, td) {
    border: 0;
    block-size: 1.7rem;
    padding: 0 0.8rem 0 0;
    vertical-align: middle;
    font-weight: normal;
    text-align: start;
    white-space: nowrap;
  }
  .query-keys thead :is(th[scope='col'], td) {
    color: var(--faint);
  }
  .query-keys tbody th {
    text-align: end;
  }
  .query-keys td:has(canvas) {
    inline-size: 32%;
    min-inline-size: 7rem;
  }
  .query-keys canvas {
    display: block;
    inline-size: 100%;
    block-size: 1.1rem;
    border: 1px solid var(--hair);
    image-rendering: pixelated;
  }
  .query-keys .number {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .query-keys .weight-share {
    min-inline-size: 7rem;
  }
  .query-keys .share-bar {
    --bar: var(--weight);
    inline-size: 3.5rem;
  }
  @container (width <= 35.72em) {
    .query-keys :is(th, td) {
      padding-inline-end: 0.35rem;
    }
    .query-keys thead th {
      white-space: normal;
      line-height: 1.2;
    }
    .query-keys td:has(canvas) {
      inline-size: 26%;
      min-inline-size: 3.5rem;
    }
    .query-keys .weight-share {
      min-inline-size: 0;
    }
    .query-keys .share-bar {
      inline-size: 1.2rem;
    }
    .query-keys .weight-share .number {
      min-inline-size: 0;
    }
  }
`;
