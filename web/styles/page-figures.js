/** Styles of the pictures of the course: planes, bars, sliders. */

import { css } from 'lit';

export const pageFigureStyles = css`
  /* The button keeps its width with every label and when it is disabled, so the others stay in
     place. */
  .course .training .buttons .plain:first-child {
    border: 1px solid transparent;
    border-radius: 2px;
    min-width: 7rem;
    padding: 0.3rem 1.1rem;
    text-align: center;
    text-decoration: none;
  }
  .below-arcs,
  .pictures,
  .pictures > .now,
  .pictures > .later {
    display: flex;
    flex-direction: column;
    gap: 1rem;
  }
  * + .pictures,
  .pictures + * {
    margin-top: 1rem;
  }
  .learning .plane {
    margin: 0;
  }
  @container (width >= 64.28em) {
    .again {
      display: none;
    }
    .below-arcs .arcs {
      order: -1;
    }
    .figure:has(> .now > .learning) {
      display: grid;
      gap: 0.5rem 2rem;
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      align-items: start;
    }
    .now:has(> .learning) + .later {
      margin: 0;
    }
    .now:has(> .learning) ~ .trace {
      grid-column: 1 / -1;
    }
  }
  .abreast {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem 2rem;
    align-items: flex-start;
  }
  .abreast > * {
    flex: 1 1 17rem;
    min-width: 0;
  }
  .abreast > .plane {
    flex: 1 1 20rem;
    margin: 0;
  }
  @container (width <= 35.72em) {
    .abreast > .plane,
    .learning .plane {
      max-width: 20rem;
    }
    .below-arcs .arcs,
    .now:has(> .learning) + .later :is(.buttons label, .trained-on) {
      display: none;
    }
  }
  /* Wider screens have the sentence below its arcs. */
  @container (width > 35.72em) {
    .below-arcs .given {
      display: none;
    }
  }
  .plane .grid line {
    stroke: var(--hair);
    stroke-opacity: 0.5;
  }
  .plane .grid text {
    fill: var(--faint);
    font-size: 12px;
  }
  .ring,
  .cross {
    fill: none;
    stroke-width: 2px;
  }
  .ring {
    stroke-dasharray: 4 3;
  }
  .area {
    fill: var(--v);
    fill-opacity: 0.08;
    stroke: none;
  }
  .pull {
    stroke: var(--v);
    stroke-opacity: 0.45;
  }
  .projections {
    stroke: var(--faint);
    fill: var(--faint);
  }
  .projections .foot {
    stroke-dasharray: 3 3;
  }
  .finger,
  .around {
    fill: transparent;
    stroke: none;
  }
  .press,
  .handle {
    cursor: pointer;
    outline: 0;
  }
  .handle {
    cursor: grab;
  }
  .handle .around {
    fill: var(--paper);
    stroke: var(--q);
    stroke-width: 3px;
  }
  .press:hover .around,
  .press[aria-pressed='true'] .around {
    stroke: var(--ink);
    stroke-width: 1.5px;
  }
  .press:hover:not([aria-pressed='true']) .around {
    stroke-dasharray: 2 2;
  }
  .press:focus-visible .around,
  .handle:focus-visible .around {
    stroke: var(--ink);
    stroke-width: 3px;
  }
  .slide {
    display: grid;
    grid-template-columns: 5.5rem minmax(0, 1fr) 3rem;
    gap: 0.5rem;
    align-items: center;
    min-height: 44px;
  }
  .slide label {
    display: contents;
  }
  .slide input {
    width: 100%;
  }
  @media print {
    .slide {
      grid-template-columns: 5.5rem 3rem;
    }
  }
  .slide data {
    text-align: end;
    cursor: pointer;
  }
  .bar-columns {
    border-collapse: collapse;
    width: 100%;
    max-width: 44rem;
    table-layout: fixed;
  }
  .bar-columns th {
    font-weight: 400;
    text-align: start;
    padding: 0.25rem 0.5rem 0.25rem 0;
  }
  .bar-columns tr > :first-child {
    width: 4.75rem;
  }
  .bar-columns td {
    height: 36px;
    padding: 0 0.75rem 0 0;
  }
  .bar-cell[data-place] {
    cursor: pointer;
  }
  /* The longest bar leaves space for its number. */
  .measured {
    display: flex;
    gap: 0.35rem;
    align-items: center;
    padding-inline-end: 2.75rem;
    white-space: nowrap;
  }
  .bar-cell .share {
    margin-inline-start: var(--from);
  }
  /* With large letters, the word of a row stands above its numbers, and a number below its bar. */
  @container (max-width: 17rem) {
    .bar-columns tr {
      display: grid;
      grid-template-columns: repeat(3, 1fr);
    }
    .bar-columns tr > :first-child {
      grid-column: 1 / -1;
      width: auto;
    }
    .bar-columns tr > td {
      height: auto;
    }
    .measured {
      flex-direction: column;
      align-items: start;
      gap: 0;
      padding: 0;
    }
  }
  .abreast .matrix + .matrix {
    margin-top: 1rem;
  }
  /* The page shows the formula at its top and explains the stages one by one. */
  .course .whole-picture > :is(.formula-line, .stages) {
    display: none;
  }
  .course .whole-picture .walk {
    margin-top: 0.25rem;
    padding-top: 0.25rem;
  }
  /* Cancel the margin that the drawing has in a file. A sheet would cut off what is above its place. */
  @media screen {
    .course .whole-picture .drawing {
      margin-top: -1.5rem;
    }
  }
  .course .said {
    flex-basis: 12rem;
    font: var(--small) / 1.4 var(--sans);
  }
  .abreast ul {
    margin: 0.25rem 0 0;
    padding-inline-start: 1.25em;
  }
  .course-bar > .plain,
  .contents :is(li, p) > :is(a, button),
  .practice > :is(a, button),
  .more > :is(a, button),
  .task .plain {
    display: inline-block;
    line-height: 24px;
    min-height: 24px;
    padding-block: 0;
  }
  .contents summary {
    line-height: 24px;
    padding-block: 0;
  }
  .course-bar .part {
    min-width: 24px;
    text-align: start;
  }
  .item select {
    min-height: 28px;
  }
  /* Show only one sentence and one task. */
  .learning .examples,
  .learning .vocabulary,
  .watched .trained-on {
    display: none;
  }
  @media (pointer: coarse) {
    .by-keys {
      display: none;
    }
    .bar-columns td {
      height: 44px;
    }
    .course-bar > .plain,
    .contents summary,
    .contents :is(li, p) > :is(a, button),
    .practice > :is(a, button),
    .more > :is(a, button),
    .task .plain,
    .tools .tool,
    .blanks :is(input, select) {
      min-width: 44px;
      min-height: 44px;
      line-height: 44px;
    }
  }
  @container (width >= 71.42em) {
    .course .stage:not(:has(.papers, .paper)) {
      --stage: 1.2;
    }
    .stage .plane {
      max-width: min(36rem, 100svh - 17rem);
    }
    .stage .below-arcs .plane {
      max-width: max(16rem, min(36rem, 100svh - 27rem));
    }
    .stage .bar-columns {
      max-width: none;
    }
    .stage .bar-columns tr > :first-child {
      width: 6rem;
    }
    .stage .bar-columns td {
      height: 56px;
    }
  }
  .given {
    margin: 0.75rem 0 1rem;
  }
  .given mark {
    padding-inline: 0.3em;
    outline: 2px solid var(--ink);
    background: none;
    color: inherit;
  }
  table.counts {
    width: min(20rem, 100%);
    margin-top: 1.5rem;
    font: var(--small) / 1.6 var(--sans);
    font-variant-numeric: tabular-nums;
  }
  table.counts :is(caption, th) {
    white-space: normal;
  }
  table.counts th {
    font-weight: 400;
    text-align: start;
  }
  table.counts td {
    padding-inline-start: 1.5rem;
    text-align: end;
  }
  .watched .training {
    max-width: 34rem;
  }
  .plane {
    margin: 1rem 0 0;
    max-width: 24rem;
  }
  .plane svg {
    display: block;
    width: 100%;
    height: auto;
    overflow: visible;
    stroke: currentColor;
    fill: currentColor;
  }
  .plane .axis {
    stroke: var(--hair);
  }
  .plane text {
    stroke: var(--paper);
    stroke-width: 3px;
    paint-order: stroke;
    font-size: 13px;
  }
  .plane g.q line {
    stroke-width: 3px;
  }
`;
