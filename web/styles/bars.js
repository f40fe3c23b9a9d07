/** The bar at the bottom: the steps or pages, and buttons to the next and previous one. */

import { css } from 'lit';

export const bars = css`
  .bar,
  .turns {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
    position: sticky;
    bottom: 0;
    z-index: 1;
    background: var(--paper);
    border-top: 1px solid var(--hair);
    padding: 0.5rem 0;
  }
  .bar ol {
    position: static;
    display: flex;
    flex-wrap: wrap;
    list-style: none;
    width: auto;
    margin: 0;
    border: 0;
    padding: 0;
    color: inherit;
    background: none;
  }
  .bar button {
    background: none;
    border: 0;
    padding: 0.35rem 0.45rem;
    cursor: pointer;
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
    color: var(--faint);
    cursor: default;
  }
  .turns button.note::after {
    content: ' ▴';
  }
  /* Sticky, so always in view. */
  .turn {
    scroll-margin: 0;
  }
  @container (min-width: 900px) {
    .bar button {
      scroll-margin: 0;
    }
    .turns {
      position: static;
      flex: none;
      gap: 0.5rem;
      border: 0;
      padding: 0;
    }
    .turns .note {
      display: none;
    }
  }
  /* Here the names of the steps take many lines: only the buttons stick, and one of them opens the names. */
  @container (max-width: 899px) {
    .bar {
      display: contents;
    }
    .bar ol {
      margin: 1rem 0 0.5rem;
    }
    .bar ol[popover]:not(:popover-open) {
      display: none;
    }
    .bar ol:popover-open {
      position: fixed;
      inset: auto 0 0;
      margin: 0;
      max-height: 60svh;
      border-top: 2px solid var(--ink);
      padding: 0.5rem 1rem 1rem;
      background: var(--paper);
    }
    .turns {
      padding: 0.25rem 0;
    }
  }
  @media (pointer: coarse) {
    .bar button {
      min-height: 44px;
      align-content: center;
    }
  }
  @media (forced-colors: active) {
    .bar li button {
      border-bottom-color: Canvas;
    }
    .bar [aria-current='step'] {
      border-bottom-color: Highlight;
    }
  }
`;
