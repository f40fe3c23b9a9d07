/** Styles of the three projections, the curve of a weight, and cells to press. */

import { css } from 'lit';

export const projectionStyles = css`
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
  @container (max-width: 17rem) {
    .flow {
      grid-template-columns: minmax(0, auto);
    }
    .flow .x {
      grid-row: auto;
    }
  }
  @container (width >= 64.28em) {
    .flow {
      column-gap: 1rem;
    }
    /* Embeddings times weight matrix: the signs stand in the gaps. */
    .flow > :not(.x) {
      position: relative;
    }
    .flow > :not(.x)::before {
      position: absolute;
      inset-inline-end: calc(100% + 0.2rem);
      inset-block-end: 1.6rem;
      font-weight: 700;
      content: '=';
      content: '=' / '';
    }
    .flow > :nth-child(even)::before {
      content: '·';
      content: '·' / '';
    }
  }
  /* Three columns of matrices, and beside them what changes. */
  @container (width >= 82em) {
    /* The message stands below the matrices, where it is in view. */
    .figure:has(> .now > .flow) {
      display: grid;
      grid-template-columns: auto minmax(15rem, 1fr);
      align-items: start;
      gap: 0.75rem 1rem;
    }
    .figure > .now:has(> .flow) {
      grid-row: 1 / span 3;
    }
    .now:has(> .flow) + .later {
      display: contents;
    }
    .now:has(> .flow) + .later > .matrices {
      grid-column: 2;
      margin: 0;
    }
    .figure:has(> .now > .flow) > :not(.now, .later),
    .now:has(> .flow) + .later > :not(.matrices) {
      order: 1;
      grid-column: 1 / -1;
      margin: 0;
    }
  }
  /* Both histograms have one axis, above each other; what they give stands beside them. */
  @container (width >= 82em) {
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
    .now:has(> .histogram) + .later > .histogram {
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
  @container (width > 40em) {
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
  .slope :is(polyline, circle) {
    stroke-width: 2px;
  }
  .slope .tangent {
    stroke: var(--q);
  }
  /* The thumb stands below the point: the axis takes up so much of the chart. */
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
  }
  .press:not(.solved) button.may {
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
  @container (width <= 40em) {
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
    .flow th {
      padding-inline: 0 3px;
    }
    .flow-row th {
      padding-inline: 3px 5px;
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
  @container (width <= 24.29em) {
    .flow {
      column-gap: 0.5rem;
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
      padding-inline: 3px;
    }
  }
`;
