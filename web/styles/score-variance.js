/** Styles of the step about the square root: slider, table and chart. */

import { css } from 'lit';

export const scoreVarianceStyles = css`
  .score-variance {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 1.25rem 2.5rem;
  }
  .score-variance > * {
    min-width: 0;
    max-width: 100%;
  }
  .score-variance .length {
    margin-bottom: 0.5rem;
  }
  .score-variance input {
    display: block;
    width: 100%;
    max-width: 20rem;
    height: 2.75rem;
    margin: 0;
    outline-offset: 0;
  }
  .score-variance table {
    max-width: 20rem;
  }
  .score-variance caption,
  .score-variance th {
    white-space: normal;
    vertical-align: bottom;
  }
  .score-variance tbody th {
    vertical-align: middle;
  }
  .score-variance figure {
    flex: 1 1 18rem;
    max-width: 22.5rem;
    margin: 0;
  }
  .score-variance .d {
    font-family: var(--serif);
    font-style: italic;
  }
  .score-variance line.now {
    stroke: var(--faint);
  }
  .score-variance .line {
    stroke-linejoin: round;
  }
  .score-variance .none {
    stroke-dasharray: 7 4;
  }
  .score-variance .sqrt {
    stroke-width: 2.5px;
  }
  .score-variance .width {
    stroke-dasharray: 8 3 2 3;
  }
  .score-variance .words {
    stroke-dasharray: 1.5 3.5;
  }
  @container (width >= 34.28em) {
    .score-variance figure {
      flex-basis: 22.5rem;
      max-width: 28rem;
    }
    .score-variance text {
      font-size: 10px;
    }
  }
  .histogram {
    margin: 0.75rem 0 0;
    max-width: 40rem;
  }
  .histogram rect {
    fill: var(--weight);
  }
  .histogram .spread {
    stroke-width: 4px;
    stroke: var(--trace);
  }
`;
