/** Styles of the wide and the narrow layout. */

import { css } from 'lit';

export const layoutStyles = css`
  /* A part of an author's text and a slide, which may be scaled, have nothing that sticks to the
     view. */
  .lab {
    --stick: static;
    max-width: 76rem;
    margin: 0 auto;
    padding: 0.75rem 1rem 2rem;
  }
  :host(:not([compact])) .sticking {
    --stick: sticky;
  }
  :where([data-level='1'], [data-level='2']) {
    font: 400 var(--large) / 1.2 var(--serif);
  }
  :where([data-level='1']) {
    color: var(--faint);
    font: italic 400 var(--text) / 1.2 var(--serif);
  }
  /* The title, which leads to the first screen. As a link it takes no more room. */
  .home {
    margin-block: -2px;
    padding-block: 2px;
  }
  :where([data-level='3']) {
    margin: 1em 0;
    font-size: 1.17em;
    font-weight: 700;
  }
  figcaption p + p {
    margin-top: 0.6em;
  }
  /* Show the note about a computation, unless the computation ends at once. */
  [aria-busy='true'] ~ .live {
    position: fixed;
    inset: auto 1rem 1rem auto;
    width: auto;
    height: auto;
    background: var(--paper);
    clip-path: none;
    animation: appear 0s 0.1s backwards;
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  .prose .cut,
  caption .cut,
  figcaption .cut {
    max-width: 12em;
  }

  .first,
  .one {
    display: grid;
    gap: 1rem 2.5rem;
    grid-template-columns: minmax(0, 1fr);
  }
  .steps,
  .steps + .first {
    border-top: 1px solid var(--hair);
    margin-top: 1.25rem;
    padding-top: 1.25rem;
    scroll-margin-top: calc(var(--top) + 3.25rem);
  }
  figure.weights {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem 2rem;
    min-width: 0;
    margin: 0;
  }
  /* If the table leaves no space beside it, the caption stands below it in fewer lines. */
  :is(.first, .term) figure.weights > figcaption {
    flex: 1 1 15em;
    max-width: 34em;
  }
  .aids {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 1.5rem;
    margin-top: 0.6em;
  }
  .aids > .framed {
    flex-basis: 100%;
    margin: 0;
  }
  /* A fixed width, because the browser would have to measure hundreds of words. */
  figure.weights select {
    width: 10em;
  }
  figure.weights > .matrix {
    --cell: var(--attention-cell-size, calc(var(--size) * max(4.25rem, 68px)));
  }
  /* New numbers are on their way. For less than half a second, nothing changes on screen. */
  .outdated :is(.overview, .figure) {
    opacity: 0.5;
    transition: opacity 0.2s 0.5s;
  }
  .figure {
    position: relative;
  }
  .connectors {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    overflow: visible;
    pointer-events: none;
    stroke: var(--trace);
    fill: none;
  }
  .matrices,
  .term {
    display: flex;
    align-items: flex-end;
    gap: 1rem 0.75rem;
    min-width: 0;
    max-width: 100%;
  }
  .matrices {
    flex-wrap: wrap;
  }
  .sign {
    align-self: center;
    font-size: var(--large);
    font-weight: 700;
    line-height: 1;
  }
  .badge,
  .comparison {
    border-left: 3px solid var(--hair);
    padding-left: 0.75rem;
  }
  .comparison {
    margin-top: 1rem;
    max-width: 40em;
  }
  .experiments li {
    padding: 0.25rem 0;
  }
  .experiments button ~ .note {
    display: block;
  }
  .export {
    border-top: 1px solid var(--hair);
    margin-top: 1.5rem;
    padding-top: 1rem;
    /* Scrolled into view, the buttons keep clear of the window's edge and of the bar. */
    scroll-margin-block: calc(var(--top) + 5rem) 5rem;
  }
  .formats {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.25rem 1.25rem;
    padding: 0.5rem 0;
  }
  .made {
    width: 100%;
    border: 1px solid var(--faint);
    padding: 0.5rem;
    font: var(--small) / 1.4 ui-monospace, 'DejaVu Sans Mono', monospace;
  }
  .made-picture {
    display: block;
    max-height: 24rem;
    outline: 1px solid var(--hair);
    margin-bottom: 0.5rem;
  }
  .export p {
    display: flex;
    flex-wrap: wrap;
    gap: 1.25rem;
  }
  .below {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 2rem;
    margin-top: 1rem;
  }
  .formula {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1.5rem;
  }
  .formula-line {
    margin: 0.35rem 0;
    font: var(--text) / 1.2 var(--serif);
    white-space: nowrap;
  }
  .formula-line > *,
  .formula-line .lit {
    display: inline-block;
    line-height: 28px;
  }
  .formula-line button {
    min-width: 24px;
    padding: 0 1px;
  }
  .formula-line button:hover {
    text-decoration: underline;
  }
  .formula-line .lit {
    border-bottom: 2px solid;
    margin-bottom: -2px;
  }
  .formula,
  .legend {
    min-width: 0;
  }
  math {
    margin: 0;
    font-size: var(--text);
    width: auto;
  }
  /* Without a mathematics font, Chromium leaves an index on the line and raises an exponent too far.
     As CSS boxes, both stand right with any font. Firefox ignores these displays. Safari, which might
     move them twice, lacks math-depth. */
  @supports (math-depth: add(1)) {
    :is(msub, msup) {
      display: inline-block;
    }
    :is(msub, msup) > * {
      display: inline math;
    }
    :is(msub, msup) > :last-child {
      vertical-align: -0.3em;
      font-size: 0.7em;
    }
    msup > :last-child {
      vertical-align: 0.45em;
    }
  }
  /* Two letters are one index, without a space between them. */
  mi.index {
    font-style: italic;
  }

  /* Over the lower end of the picture or of a goal, so that a press moves nothing. A number that was
     open before the picture has its trace below it. */
  .sticking .figure:has(.whole-picture:not(.unpressed), > .meters) > .trace {
    position: var(--stick);
    bottom: 0;
    z-index: 1;
    max-height: 40svh;
    overflow-y: auto;
    padding-bottom: 0.5rem;
    scroll-margin: 0;
    background: var(--paper);
  }
  .sticking:has(.bar) .figure:has(.whole-picture:not(.unpressed), > .meters) > .trace {
    bottom: 3.3rem;
  }
  .sticking .figure:has(> .trace) :is(.whole-picture:not(.unpressed), .goal, .moves) :is([tabindex], button, input, summary, .hint) {
    scroll-margin-bottom: calc(40svh + 4rem);
  }

  @container (width >= 64.28em) {
    .lab {
      padding: 1.25rem 2rem 3rem;
    }
    .first,
    .one {
      grid-template-columns: 20.5rem minmax(0, 1fr);
      align-content: start;
    }
    .first {
      grid-template-rows: auto auto 1fr;
    }
    .first > :not(.overview) {
      grid-column: 1;
    }
    .first > .overview {
      grid-column: 2;
      grid-row: 1 / span 3;
    }
    /* Below the whole picture the second column is free. */
    .first > .overview:not(:has(*)) + .settings {
      grid-column: 2;
      grid-row: 1 / span 3;
      max-width: 34em;
    }
    /* In two columns below a large table, so that the steps begin on the first screen. */
    .first .matrix.many.close + figcaption {
      columns: 2;
      column-gap: 2rem;
      max-width: none;
    }
    .matrix.many.close + figcaption > * {
      break-inside: avoid;
    }
    .one {
      grid-template-rows: auto 1fr;
      min-height: 36rem;
    }
    .figure {
      grid-column: 2;
      grid-row: 1 / span 2;
    }
    .figure:only-child {
      grid-column: 1 / -1;
    }
  }
`;

export const narrowStyles = css`
  @container (width < 64.28em) {
    .prose {
      max-width: 34em;
    }
    .token-bar .words {
      font-size: var(--text);
    }
    figure.weights > .matrix {
      --cell: var(--attention-cell-size, calc(var(--size) * max(3.1rem, 50px)));
    }
  }
  @container (width <= 40em) {
    /* Only words and heads stay at the top. */
    .token-bar {
      display: contents;
    }
    .strip {
      position: var(--stick);
      top: var(--top);
      z-index: 1;
      gap: 0.5rem;
      border-bottom: 1px solid var(--hair);
    }
    .token-bar fieldset {
      padding-block: 2px;
    }
    .token-bar .heads {
      max-width: 62%;
    }
    /* The line of the step names the layer, too. */
    .layer-name {
      position: absolute;
      clip-path: inset(50%);
    }
    .side {
      position: relative;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      padding: 0.25rem 0 0.75rem;
    }
    .edits {
      position: static;
    }
    /* The trace of a number lies over the bar at the bottom and under the tables. */
    .lab {
      --trace-height: clamp(11rem, 40svh, 20rem);
    }
    /* On a page enlarged to 400 %, it leaves room for the number. */
    @media (max-height: 300px) {
      .lab {
        --trace-height: 33svh;
      }
    }
    .sticking .figure:not(:has(.unpressed)) > .trace {
      position: var(--stick);
      bottom: 3.3rem;
      z-index: 1;
      max-height: var(--trace-height);
      overflow-y: auto;
      align-content: start;
      margin-inline: -1rem;
      padding: 0 1rem 0.5rem;
      scroll-margin: 0;
      background: var(--paper);
    }
    /* In the lab, a change adds texts, and the field must stay where it is pressed. */
    .sticking .figure:not(.stage, :has(.unpressed)) > .trace:has(> .editor) {
      height: var(--trace-height);
    }
    .sticking .figure:not(:has(.unpressed)) > .trace header {
      position: var(--stick);
      top: 0;
      padding: 0.5rem 0 0.25rem;
      background: inherit;
    }
    .sticking .figure:has(> .trace):not(:has(.unpressed)) [tabindex] {
      scroll-margin-bottom: calc(var(--trace-height) + 4rem);
    }
    /* The sign stays before its table, or above a table as wide as the screen. */
    .term {
      flex-wrap: wrap;
      column-gap: 0.5rem;
    }
  }
  @media (pointer: coarse) {
    .bar button,
    .check,
    .choice label,
    .choose,
    button.answer,
    button.word {
      min-height: 44px;
      align-content: center;
    }
    button.word {
      min-width: 24px;
    }
  }
  @container (width <= 17.86em) {
    .formula-line {
      white-space: normal;
    }
    .formula {
      overflow-x: auto;
    }
  }
`;
