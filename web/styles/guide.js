/** The pages of the guided path: question, answers, reply. */

import { css } from 'lit';

export const guide = css`
  .question {
    margin-bottom: 0.75rem;
  }
  .question legend {
    padding: 0 0 0.5rem;
    font-style: italic;
  }
  .answer {
    display: block;
    width: 100%;
    text-align: start;
    background: none;
    border: 1px solid var(--hair);
    border-radius: 2px;
    padding: 0.4rem 0.6rem;
    margin-bottom: 0.35rem;
    cursor: pointer;
    font: var(--small) / 1.4 var(--sans);
  }
  .answer:hover,
  .answer[aria-pressed='true'] {
    border-color: var(--ink);
  }
  .answer[aria-pressed='true'] {
    box-shadow: inset 0 0 0 1px var(--ink);
  }
  .prose > p + p,
  .reply {
    margin-top: 0.6em;
  }
  .prose .badge,
  .prose .digits,
  .prose .plain {
    font: var(--small) / 1.45 var(--sans);
  }
`;
