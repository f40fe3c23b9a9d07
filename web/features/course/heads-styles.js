/** Styles of the maps of several heads, of joined heads, and of lines between two sentences. */

import { css } from 'lit';

export const headStyles = css`
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
    font: 12.5px var(--sans);
    text-anchor: end;
  }
  .pictured {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(11rem, 44%), 1fr));
    gap: 0.75rem;
    max-width: 48rem;
  }
  .pictured .item {
    display: block;
  }
  .pictured select {
    width: 100%;
  }
  .pictured :is(.refused, .checks) {
    grid-column: 1 / -1;
    margin: 0;
  }
  .head-bands {
    margin: 0 0 1rem;
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
  .cost td {
    padding: 0.4rem 0.75rem;
    text-align: end;
  }
  .cost thead th {
    max-width: 7.5em;
    white-space: normal;
    vertical-align: bottom;
  }
  .clocks {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
    margin: 0;
  }
  .clocks div {
    display: grid;
    justify-items: center;
  }
  .abreast > :has(+ .clocks) {
    flex: none;
    max-width: 100%;
  }
  .clocks svg {
    width: 3.25rem;
    fill: none;
    stroke: var(--ink);
    stroke-width: 0.04;
  }
  .clocks line {
    stroke-width: 0.12;
    stroke-linecap: round;
  }
  .clocks figcaption {
    flex: 1 1 100%;
  }
  .signed-strip {
    display: flex;
    margin-bottom: 1rem;
  }
  .signed-strip i {
    flex: 1 1 0;
    height: 3rem;
    border: 1px solid var(--hair);
    border-inline-end-width: 0;
    cursor: pointer;
  }
  .signed-strip i:last-child {
    border-inline-end-width: 1px;
  }
  /* Their colours are all that they say. */
  .signed-cells i {
    forced-color-adjust: none;
  }
  .signed-cells .negative {
    background: color-mix(in srgb, var(--negative) var(--level), var(--paper));
  }
  .signed-cells .positive {
    background: color-mix(in srgb, var(--positive) var(--level), var(--paper));
  }
  .chain {
    stroke: var(--ink);
    fill: var(--ink);
    stroke-width: 3px;
  }
  .chain .moving {
    stroke: var(--v);
  }
  .in-motion .buttons {
    display: flex;
    align-items: center;
    gap: 1rem;
    max-width: 24rem;
  }
  .in-motion .buttons .plain {
    min-width: 3.5em;
  }
  .in-motion figcaption {
    min-height: 3em;
  }
  @container (width >= 64.28em) {
    .in-motion {
      position: relative;
      --plane: max(12rem, min(100svh - 31rem, 100% - 13rem));
    }
    /* Without tables above it there is more room. */
    .now > .in-motion:first-child {
      --plane: max(12rem, min(32rem, 100svh - 23rem, 100% - 13rem));
    }
    .in-motion .plane {
      display: grid;
      grid-template-columns: var(--plane) minmax(0, 1fr);
      gap: 0 1.5rem;
      max-width: none;
      margin: 0;
    }
    /* The text below the buttons may need any number of lines. */
    .in-motion figcaption {
      padding-block-start: 3.5rem;
    }
    .in-motion .buttons {
      position: absolute;
      inset-block-start: 0;
      inset-inline: var(--plane) 0;
      margin-inline-start: 1.5rem;
    }
  }
  .in-motion input {
    flex: 1;
    min-width: 6rem;
    min-height: 2.75rem;
  }
  @media (prefers-reduced-motion: reduce) {
    .in-motion .plain {
      display: none;
    }
    .side-by-side {
      transition: none;
    }
  }
`;
