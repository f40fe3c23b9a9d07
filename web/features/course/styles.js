/** Pictures of two chapters of the course: three projections, a slope, cells to press. */

import { css } from 'lit';

export const flow = css`
  .flow {
    display: grid;
    grid-template-columns: repeat(3, auto);
    justify-content: start;
    align-items: end;
    gap: 0.75rem 1.5rem;
  }
  .flow .x {
    grid-row: span 3;
    align-self: center;
  }
  @container (min-width: 900px) {
    .figure:has(> .now > .flow) {
      display: flex;
      flex-wrap: wrap;
      align-items: start;
      gap: 0.75rem 1.5rem;
    }
    .now:has(> .flow) ~ .trace {
      flex: 1 0 100%;
    }
    .now:has(> .flow) + .later {
      flex: 1 1 15rem;
      margin: 0;
    }
  }
  /* Both histograms have one axis, above each other; what they give stands beside them. */
  @container (min-width: 900px) {
    .figure:has(> .now > .histogram) {
      display: grid;
      grid-template-columns: 26rem 1fr;
      align-items: start;
      column-gap: 1.5rem;
    }
    .figure:has(> .now > .histogram) > :not(.now, .later) {
      grid-column: 1 / -1;
    }
    .now:has(> .histogram) + .later {
      display: contents;
    }
    .now:has(> .histogram) + .later > :is(.histogram, .follows) {
      grid-column: 1;
    }
    .now:has(> .histogram) + .later > .score-variance {
      grid-column: 2;
    }
    .now:has(> .histogram) + .later > .score-variance:not(:has(table)) {
      grid-row: 2 / span 2;
    }
    .now:has(> .histogram) + .later > .score-variance:has(table) {
      grid-row: 1;
    }
  }
  /* The figure's own slider stands beside the table; on a phone it is out of sight. */
  @container (min-width: 561px) {
    .later > .score-variance .length {
      display: none;
    }
  }
  .now:has(> .flow) + .later > .matrices + .matrices {
    margin-top: 0.75rem;
  }
  .flow td[data-value],
  .now:has(> .flow) + .later td[data-value] {
    --cell: 1.9rem;
    min-width: 2.6rem;
  }
  .slope {
    margin: 0;
    max-width: 28rem;
  }
  .slope svg {
    display: block;
    width: 100%;
    overflow: visible;
    fill: none;
    stroke: var(--ink);
  }
  .slope .hair {
    stroke: var(--hair);
  }
  .slope polyline {
    stroke-width: 2px;
  }
  .slope .tangent {
    stroke: var(--q);
    stroke-width: 2px;
  }
  .slope circle {
    fill: var(--paper);
    stroke-width: 2px;
  }
  .slope text {
    fill: var(--ink);
    stroke: none;
    font: 12.5px var(--sans);
  }
  /* Its thumb stands below the point: the axis takes up so much of the chart. */
  .along {
    display: block;
    width: calc(86.7% + 16px);
    height: 2.75rem;
    margin: 0 0 0 calc(8.7% - 8px);
  }
  .sliding {
    display: block;
    max-width: 28rem;
  }
  .flow-row .matrices,
  .flow-row .term {
    column-gap: 0.6rem;
  }
  .flow-row td[data-value],
  .flow-row .covered {
    --cell: 2rem;
    padding: 0 4px;
  }
  .flow-row th {
    padding-inline: 4px;
  }
  .choose[aria-pressed='true'] i {
    color: inherit;
  }
  .figure .follows {
    margin-top: 0.75rem;
  }
  .press button.may {
    width: 100%;
    min-width: 44px;
    min-height: 44px;
    color: inherit;
    font-size: inherit;
    text-decoration: underline dotted var(--faint) 1px;
    text-underline-offset: 0.25em;
  }
  .press td {
    padding: 0;
  }
  .press .picked {
    outline: 2px solid var(--ink);
    outline-offset: -2px;
  }
  /* The matrices in a row, and what they make in the next. */
  @container (max-width: 560px) {
    .flow {
      gap: 0.5rem 0.4rem;
    }
    .flow .x {
      grid-row: auto;
      grid-column: 1 / -1;
    }
    .flow > :nth-child(odd):not(.x) {
      order: 1;
    }
    .flow td[data-value] {
      min-width: 1.6rem;
    }
    .flow caption {
      white-space: normal;
    }
    .flow > :nth-child(even) td[data-value] {
      min-width: 2.6rem;
    }
    .flow th,
    .flow-row th {
      padding-inline: 0 3px;
    }
    .flow button.word,
    .flow-row button.word {
      min-height: 32px;
    }
    .flow-row .term {
      flex-direction: row;
      align-items: flex-end;
    }
    .flow-row .term .sign {
      align-self: center;
      margin: 0;
    }
    .slope text {
      font-size: 16px;
    }
  }
  /* As wide as the narrowest of phones. */
  @container (max-width: 340px) {
    .flow {
      column-gap: 0.25rem;
    }
    .flow > * td[data-value],
    .flow > :nth-child(even) td[data-value] {
      min-width: 1.3rem;
      padding-inline: 2px;
    }
    .flow th[scope='row'] {
      padding-left: 0;
    }
    .flow .matrices,
    .flow .matrix {
      padding-inline: 0;
    }
    .course .corner {
      font-size: 0.7em;
    }
    .course :is(.weights, [data-tensor='maskedScores']) td[data-value] {
      min-width: 0;
      padding-inline: 1px;
    }
  }
`;

// Maps of several heads, their rows side by side, and lines between two sentences.

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
    gap: 0.75rem 1.5rem;
    margin: 0;
  }
  .clocks div {
    display: grid;
    grid-template-columns: auto auto;
    justify-items: center;
    gap: 0 0.75rem;
  }
  .clocks div > :nth-child(-n + 2) {
    grid-column: span 2;
  }
  .clocks [data-place] {
    cursor: pointer;
  }
  .clocks svg {
    width: 5rem;
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
  @container (min-width: 900px) {
    .in-motion {
      position: relative;
    }
    attention-mixing {
      --plane: max(12rem, 100svh - 31rem);
    }
    /* Without tables above it there is more room. */
    .now > attention-mixing:first-child {
      --plane: max(12rem, min(32rem, 100svh - 23rem));
    }
    .in-motion .plane {
      display: grid;
      grid-template-columns: var(--plane) minmax(0, 1fr);
      gap: 0 1.5rem;
      max-width: none;
      margin: 0;
    }
    .in-motion .buttons {
      position: absolute;
      inset-block-end: 0;
      inset-inline: var(--plane) 0;
      margin-inline-start: 1.5rem;
    }
  }
  .in-motion input {
    flex: 1;
    min-width: 6rem;
    min-height: 2.75rem;
  }
  .in-motion figcaption {
    min-height: 3em;
  }
  .in-stages {
    display: none;
    grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr));
    gap: 1rem;
  }
  @media (prefers-reduced-motion: reduce) {
    .in-motion {
      display: none;
    }
    .in-stages {
      display: grid;
    }
    .side-by-side {
      transition: none;
    }
  }
`;
