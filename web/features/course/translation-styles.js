/** Styles of the chapters about translation and about a pretrained model. */

import { css } from 'lit';

export const translatorStyles = css`
  .coder {
    display: grid;
    grid-template-columns: 9.5rem repeat(var(--columns), minmax(0, 1fr));
    align-items: center;
    row-gap: 0.35rem;
    max-width: 58rem;
    --dot: 9px;
  }
  .coder .name {
    grid-column: 1;
    padding-inline-end: 0.75rem;
    line-height: 1.25;
  }
  .coder .cell {
    position: relative;
    grid-column: calc(var(--at) + 1);
    display: flex;
    flex-direction: column;
    align-items: center;
    white-space: nowrap;
  }
  .tile {
    display: grid;
    grid-template-columns: repeat(8, var(--dot));
    grid-auto-rows: var(--dot);
    border: 1px solid var(--faint);
    cursor: pointer;
  }
  .coder .name .role {
    display: block;
    text-align: start;
  }
  .coder .q .tile {
    border-color: var(--q);
  }
  .coder .v .tile {
    border-color: var(--v);
  }
  .coder .role {
    min-height: 1.45em;
    line-height: 1.2;
    text-align: center;
  }
  .coder .both::before,
  .coder .next::before {
    position: absolute;
    inset-inline-start: -0.5em;
    inset-block-start: 50%;
    translate: 0 -50%;
    color: var(--faint);
  }
  .coder .both::before {
    content: '⇄';
    content: '⇄' / '';
  }
  .coder .next::before {
    content: '→';
    content: '→' / '';
  }
  .coder .v {
    padding-block-end: 0.75em;
  }
  .coder .v::after {
    position: absolute;
    inset-block-end: -0.25em;
    color: var(--faint);
    content: '↓';
    content: '↓' / '';
  }
  .coder .weight {
    cursor: pointer;
  }
  .coder .fan {
    grid-column: 2 / -1;
    width: 100%;
    height: clamp(4rem, 100svh - 43.5rem, 12rem);
    fill: none;
  }
  .fan path {
    vector-effect: non-scaling-stroke;
  }
  .fan .asks {
    stroke: var(--q);
    stroke-opacity: 0.6;
    stroke-dasharray: 2 4;
  }
  .fan .gives {
    stroke: var(--v);
  }
  .coder .token {
    min-width: min(44px, 100%);
    min-height: 44px;
    padding: 0 0.15rem;
    border: 0;
    border-bottom: 1px dotted var(--faint);
    background: none;
    color: inherit;
    font: 1.1rem var(--serif);
    cursor: pointer;
  }
  .flip + .additive {
    margin-top: 0.75rem;
  }
  .additive > .bar-rows {
    flex: 3 1 22rem;
  }
  .additive > .squeezing {
    flex: 1 1 12rem;
    max-width: 20rem;
    margin: 0;
  }
  .bar-row {
    display: grid;
    grid-template-columns: 12rem repeat(var(--columns), minmax(0, 1fr));
    align-items: stretch;
    margin-bottom: 0.5rem;
  }
  .bar-row .name {
    display: flex;
    justify-content: space-between;
    gap: 0.5rem;
    align-self: center;
    padding-inline-end: 0.5rem;
  }
  .bar-row .amount {
    position: relative;
    height: clamp(2.75rem, (100svh - 29rem) / 6, 4.5rem);
    border: 0 solid var(--hair);
    border-width: 1px 1px 1px 0;
    background: linear-gradient(var(--faint), var(--faint)) 50% / 100% 1px no-repeat;
  }
  .bar-row .name + .amount {
    border-inline-start-width: 1px;
  }
  .bar-row .amount[data-place] {
    cursor: pointer;
  }
  .bar-row .amount i {
    position: absolute;
    inset-inline: 15%;
    height: var(--part);
    background: var(--ink);
    opacity: 0.75;
  }
  .bar-row.q .amount i {
    background: var(--q);
  }
  .bar-row.k .amount i {
    background: var(--k);
  }
  .bar-row .positive {
    inset-block-end: 50%;
  }
  .bar-row .negative {
    inset-block-start: 50%;
  }
  .bar-row.written i {
    inset-inline: 12% 58%;
  }
  .bar-row .digits {
    position: absolute;
    inset-block-start: 50%;
    inset-inline-end: 18%;
    translate: 0 -50%;
    background: var(--paper);
  }
  .bar-rows .total {
    display: flex;
    gap: 1rem;
    min-height: 2rem;
    font-weight: 600;
  }
  .squeezing circle {
    fill-opacity: 0.7;
  }
  .translations {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 0.25rem 1rem;
    margin: 0 0 1rem;
    font: 1.1rem / 1.4 var(--serif);
  }
  .translations dt {
    color: var(--faint);
    font: 0.85rem / 1.8 var(--sans);
  }
  .translations dd {
    margin: 0;
  }
  .links {
    --cell: 2.15rem;
  }
  .links td[data-value] {
    min-width: 2.6rem;
    padding: 0;
  }
  .links .may {
    width: 100%;
    min-width: var(--cell);
    padding: 0;
    color: inherit;
    font-size: inherit;
  }
  @container (width <= 50em) {
    .bar-row {
      grid-template-columns: repeat(var(--columns), minmax(0, 1fr));
    }
    .bar-row .name {
      grid-column: 1 / -1;
    }
    .bar-row .amount {
      height: 2.5rem;
    }
    .links {
      --cell: 27px;
    }
    .links table {
      font-size: 0.75rem;
    }
    .links td[data-value] {
      min-width: 27px;
      height: 40px;
    }
    .links .may {
      height: 40px;
    }
    .links thead .word {
      writing-mode: vertical-rl;
    }
    .coder {
      grid-template-columns: repeat(var(--columns), minmax(0, 1fr));
      row-gap: 0.15rem;
      --dot: 4px;
    }
    .coder .name {
      grid-column: 1 / -1;
    }
    .coder .cell {
      grid-column: var(--at);
    }
    .coder .fan {
      grid-column: 1 / -1;
      height: 4rem;
    }
    .coder :is(.both, .next)::before {
      font-size: 0.6rem;
    }
    .coder .role {
      font-size: 0.7rem;
      white-space: normal;
    }
  }
`;

export const realModelStyles = css`
  .model-parts {
    display: grid;
    gap: 1rem 1.5rem;
  }
  .model-parts > * {
    min-width: 0;
  }
  .word-map {
    display: grid;
    gap: 1rem 2rem;
  }
  .word-map > * {
    min-width: 0;
    margin: 0;
  }
  .word-map .near line {
    stroke: var(--k);
    stroke-opacity: 0.6;
  }
  .word-map .plane text {
    font-size: 11px;
  }
  .word-list {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    margin-bottom: 1rem;
  }
  .word-list .token {
    min-height: 2rem;
    padding: 0 0.4rem;
    border: 0;
    background: none;
    color: inherit;
    font: 1rem / 2rem var(--serif);
  }
  .word-list button {
    box-shadow: inset 0 -1px var(--faint);
    cursor: pointer;
  }
  .word-list [aria-pressed='true'] {
    box-shadow: inset 0 0 0 2px var(--q);
  }
  .nearest {
    width: 100%;
    max-width: 26rem;
    border-collapse: collapse;
  }
  .nearest caption {
    text-align: start;
  }
  .nearest th {
    width: 6rem;
    padding: 0.25rem 0;
    font-weight: 400;
    text-align: start;
  }
  /* The bar at the bottom of the screen stays clear of it. */
  .open-part {
    scroll-margin-block-end: 5rem;
  }
  .open-part td[data-value] {
    --cell: 2.1rem;
    min-width: 1.5rem;
    padding-inline: 2px;
    font-size: 0.75rem;
  }
  .open-part th {
    padding-inline: 3px;
    font-size: var(--small);
  }
  @container (width >= 64.28em) {
    .model-parts {
      grid-template-columns: max-content minmax(0, 1fr);
    }
  }
  @container (width >= 78.57em) {
    .open-part td[data-value] {
      padding-inline: 4px;
      font-size: 0.8125rem;
    }
  }
  @container (width >= 64.28em) {
    .word-map {
      grid-template-columns: max(18rem, min(32rem, 100svh - 17rem)) minmax(0, 1fr);
    }
  }
`;
