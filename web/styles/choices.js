/** Styles of buttons that flip a word, and of links that look like buttons. */

import { css } from 'lit';

export const choiceStyles = css`
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
    border: 1px solid var(--ink);
    border-radius: 2px;
    padding: 0.2rem 0.9rem;
    font: var(--text) / 1.3 var(--serif);
  }
  .check,
  .course .training .buttons .plain:first-child:not([aria-disabled='true']),
  .choose[aria-pressed='true'],
  .way.main {
    background: var(--ink);
    color: var(--paper);
    /* Forced colours would paint a background behind the letters. */
    forced-color-adjust: none;
  }
  p.ways {
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
  }
  .way:not(.main) {
    color: inherit;
  }
  a.plain {
    color: inherit;
    text-decoration-color: var(--faint);
    text-underline-offset: 0.2em;
  }
  @container (width <= 40em) {
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
    .way {
      padding: 0.6rem 0.8rem;
    }
    p.ways {
      margin-top: 0.75rem;
    }
  }
`;
