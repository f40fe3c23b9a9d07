/** Styles of the bar at the bottom: the steps or pages, and buttons to the next and previous one. */

import { css } from 'lit';

export const barStyles = css`
  .bar,
  .turns {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
    position: var(--stick);
    bottom: 0;
    z-index: 1;
    background: var(--paper);
    border-top: 1px solid var(--hair);
    padding: 0.5rem 0;
    /* Fades what goes on below the bar. */
    box-shadow: 0 -0.5rem 0.75rem var(--paper);
  }
  /* The bar is always at the bottom of the window, so no reply and no step moves it. */
  .lab.page:has(> :is(.bar, .course)) {
    display: flex;
    flex-direction: column;
    min-height: 100svh;
    padding-bottom: 0;
  }
  .page > .bar,
  .page > .bar > .turns {
    margin-top: auto;
  }
  .pages {
    /* Removes the styles of a popover. */
    all: unset;
    box-sizing: border-box;
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 0 0.75rem;
  }
  .bar ol {
    display: flex;
    flex-wrap: wrap;
  }
  .group > .note {
    padding-inline: 0.45rem;
  }
  .rest {
    position: relative;
    padding: 0;
  }
  .rest summary {
    border-bottom: 2px solid transparent;
    padding: 0.35rem 0.45rem;
  }
  .bar button {
    padding: 0.35rem 0.45rem;
  }
  .bar li button {
    border-bottom: 2px solid transparent;
  }
  .bar [aria-current='step'] {
    border-bottom-color: var(--ink);
    font-weight: 600;
  }
  .bar .turn {
    flex: none;
    border: 1px solid var(--faint);
    border-radius: 2px;
    padding: 0.35rem 0.75rem;
    white-space: nowrap;
  }
  .bar .turn[aria-disabled='true'] {
    border-color: var(--hair);
  }
  .turns button.note::after {
    content: ' ▴';
  }
  /* The bar is sticky, so it is always in view. */
  .turn {
    scroll-margin: 0;
  }
  @container (width >= 64.28em) {
    /* Begins under the words and ends above Export and the bar. */
    .page > .steps > .one {
      min-height: max(36rem, 100svh - 13rem);
    }
    .bar :is(button, summary) {
      scroll-margin: 0;
    }
    .turns {
      position: static;
      flex: none;
      gap: 0.5rem;
      border: 0;
      padding: 0;
      box-shadow: none;
    }
    .turns .note {
      display: none;
    }
    .more-steps {
      position: absolute;
      inset: auto 0 100% auto;
      z-index: 2;
      width: max-content;
      max-width: min(26rem, 90cqw);
      max-height: 60svh;
      overflow-y: auto;
      border: 1px solid var(--faint);
      padding: 0.5rem 0.75rem;
      background: var(--paper);
    }
  }
  /* The names of the steps would take many lines here. Only the buttons stick, and one of them
     opens the names. */
  @container (width < 64.28em) {
    .bar {
      display: contents;
    }
    .pages {
      margin: 1rem 0 0.5rem;
    }
    .pages[popover]:not(:popover-open) {
      display: none;
    }
    .pages:popover-open {
      position: fixed;
      inset: auto 0 0;
      margin: 0;
      max-height: 60svh;
      overflow-y: auto;
      border-top: 2px solid var(--ink);
      padding: 0.5rem 1rem 1rem;
      background: var(--paper);
    }
    .turns {
      flex-wrap: wrap;
      padding: 0.25rem 0;
    }
  }
  @media (pointer: coarse) {
    /* A keyboard leaves little space, in which the bar would lie over the next field. */
    .course:not(:has(.closing)):has(.blanks input:focus) :is(.bar, .turns) {
      position: static;
    }
  }
  @media (forced-colors: active) {
    .bar :is(li button, summary) {
      border-bottom-color: Canvas;
    }
    .bar [aria-current='step'] {
      border-bottom-color: Highlight;
    }
  }
`;
