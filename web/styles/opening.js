/** Styles of the first screen, and of the buttons that flip a word. */

import { css } from 'lit';

export const opening = css`
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
  .flip {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 0.6rem;
    margin: 1rem 0 0.5rem;
  }
  .choose {
    min-width: 4.5rem;
    min-height: 2.25rem;
    background: none;
    border: 1px solid var(--ink);
    border-radius: 2px;
    padding: 0.2rem 0.9rem;
    font: var(--text) / 1.3 var(--serif);
    cursor: pointer;
  }
  .choose[aria-pressed='true'],
  .way.main {
    background: var(--ink);
    color: var(--paper);
    /* Forced colours would paint a background behind the letters. */
    forced-color-adjust: none;
  }
  .ways {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1rem;
    margin: 1.25rem 0 0.4rem;
  }
  .way {
    border: 1px solid var(--ink);
    border-radius: 2px;
    padding: 0.6rem 1.4rem;
    font: var(--text) / 1.3 var(--sans);
    text-decoration: none;
    cursor: pointer;
  }
  .way:not(.main) {
    color: inherit;
    background: none;
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
    align-items: center;
    gap: 0.75rem;
    max-width: 100%;
    min-height: 24px;
    border: 0;
    padding: 1px 4px 1px 0;
    background: none;
    color: var(--faint);
    text-align: start;
    font: var(--small) / 1.3 var(--sans);
    white-space: nowrap;
    cursor: pointer;
  }
  .head-row[aria-pressed='true'] {
    color: var(--ink);
    font-weight: 600;
  }
  .strip {
    display: flex;
    gap: 4px;
    min-width: 0;
  }
  .strip span {
    width: var(--width);
    min-width: 6px;
  }
  .strip i {
    display: block;
    height: 1.1rem;
    border: 1px solid var(--hair);
    background: color-mix(in srgb, var(--weight) var(--level), var(--paper));
    /* The shade carries the meaning. */
    forced-color-adjust: none;
  }
  a.plain {
    color: inherit;
    text-decoration-color: var(--faint);
    text-underline-offset: 0.2em;
  }
  @container (min-width: 900px) {
    .opening {
      padding-top: 2rem;
    }
  }
  @container (max-width: 560px) {
    .heads-of-story .strip,
    .shades {
      display: none;
    }
    .opening {
      padding-top: 0;
    }
    .opening .head {
      margin-top: 0.5rem;
    }
    .flip .note:last-child {
      display: none;
    }
    .flip {
      gap: 0.4rem;
      margin-top: 0.5rem;
    }
    .flip .note {
      flex: 1 1 100%;
    }
    .opening .statement {
      margin: 0.75rem 0 0.5rem;
      line-height: 1.35;
    }
    .way {
      padding: 0.6rem 0.8rem;
    }
    .ways {
      margin-top: 0.75rem;
    }
  }
  @media (pointer: coarse) {
    .choose {
      min-height: 44px;
    }
  }
`;
