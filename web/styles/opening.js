/** Styles of the first screen, which load with it. */

import { css } from 'lit';

export const openingStyles = css`
  .opening {
    max-width: 60rem;
    margin: 0 auto;
    padding-top: 1rem;
  }
  .opening .head {
    margin-top: 1.5rem;
  }
  .opening .statement {
    max-width: 34em;
    margin: 1rem 0 0.75rem;
    font: var(--text) / 1.5 var(--serif);
  }
  .opening > .note {
    max-width: 48em;
  }
  .below-opening {
    border-top: 1px solid var(--hair);
    margin-top: 2rem;
    padding-top: 1.25rem;
  }
  .below-opening > .note {
    max-width: 48em;
    margin-bottom: 1rem;
  }
  /* The space is reserved before the story loads, so nothing below it moves. */
  .story-place {
    min-height: 42rem;
  }
  .story .note {
    max-width: 48em;
  }
  .story .buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.5rem 1.25rem;
    margin: 1rem 0;
  }
  .presses {
    display: contents;
  }
  .story .buttons .note {
    flex: 1 1 20em;
    min-height: 2.9em;
  }
  .telling {
    min-height: 10.5rem;
    display: flex;
    align-items: flex-end;
  }
  .telling .arcs {
    flex: 1;
    min-width: 0;
  }
  .arcs .token.blocked {
    text-decoration: line-through 2px;
    color: var(--faint);
  }
  .head-row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.75rem;
    max-width: 100%;
    min-height: 24px;
    padding: 1px 4px 1px 0;
    color: var(--faint);
    text-align: start;
    font: var(--small) / 1.3 var(--sans);
    white-space: nowrap;
  }
  .head-row[aria-pressed='true'] {
    color: var(--ink);
    font-weight: 600;
  }
  /* The shades stay below their words, so all labels of a long story come below their shades. */
  .head-row .strip {
    flex: 0 1 auto;
    gap: 4px;
  }
  .head-row .strip span {
    width: var(--width);
    min-width: 6px;
  }
  .head-row .strongest {
    flex: 1 0 13rem;
  }
  .head-row .strip i {
    display: block;
    height: 1.1rem;
    border: 1px solid var(--hair);
    background: color-mix(in srgb, var(--weight) var(--level), var(--paper));
    /* The shade carries the meaning. */
    forced-color-adjust: none;
  }
  @container (width >= 64.28em) {
    .opening {
      padding-top: 2rem;
    }
  }
  @container (width <= 40em) {
    .heads-of-story .strip,
    .shades {
      display: none;
    }
    /* The words are a column. The buttons and the next words stay on the screen with its end. */
    .story .buttons {
      display: contents;
    }
    .presses {
      position: sticky;
      top: var(--top);
      z-index: 1;
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0.25rem 1rem;
      margin-top: 0.75rem;
      padding-block: 0.25rem;
      background: var(--paper);
    }
    .told {
      display: grid;
      grid-template-columns: 11.5rem minmax(0, 1fr);
      gap: 0 0.5rem;
    }
    .told > * {
      grid-column: 1 / -1;
    }
    .told > .telling {
      grid-area: 1 / 1;
    }
    .told > .foretold {
      grid-area: 1 / 2;
      align-self: end;
    }
    .foretold :is(th, td:nth-child(2)) {
      width: auto;
    }
    /* There is no room for bars beside the words. */
    .foretold td:nth-child(3) {
      display: none;
    }
    .opening {
      padding-top: 0;
    }
    .opening .head {
      margin-top: 0.5rem;
    }
    .opening .statement {
      margin: 0.75rem 0 0.5rem;
      line-height: 1.35;
    }
  }
`;
