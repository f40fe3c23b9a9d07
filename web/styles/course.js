/** The first screen and the pages of the course: question, answers, reply. */

import { css } from 'lit';

export const course = css`
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
    margin-top: 1rem;
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
  .way.main,
  .check {
    background: var(--ink);
    color: var(--paper);
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
  a.way:not(.main) {
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
  a.plain {
    color: inherit;
    text-decoration-color: var(--faint);
    text-underline-offset: 0.2em;
  }
  .course-bar {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.25rem 1.5rem;
    margin-bottom: 1rem;
    border-bottom: 1px solid var(--hair);
    padding-bottom: 0.4rem;
  }
  .course-bar .note {
    margin-inline-end: auto;
  }
  .contents ol {
    margin: 0.25rem 0;
    padding-inline-start: 1.5em;
  }
  .contents[open] {
    order: 1;
    flex: 1 1 100%;
  }
  .course .prose p + p,
  .task > p,
  .reply {
    margin-top: 0.6em;
  }
  .task .badge {
    margin-top: 1.5rem;
  }
  .question {
    margin-bottom: 0.75rem;
  }
  .question legend {
    padding: 0 0 0.5rem;
  }
  .question legend,
  .asked {
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
  .is-code .answer {
    font-family: ui-monospace, 'DejaVu Sans Mono', monospace;
  }
  .reached-tasks td,
  .reached-tasks th {
    padding: 0.15rem 0.75rem;
    text-align: start;
  }
  .answer:hover,
  .answer[aria-pressed='true'] {
    border-color: var(--ink);
  }
  .answer[aria-pressed='true'] {
    box-shadow: inset 0 0 0 1px var(--ink);
  }
  .blanks label {
    display: block;
    margin-bottom: 0.35rem;
    font: var(--small) / 1.6 var(--sans);
  }
  .blanks input[type='text'] {
    width: 6em;
    font: var(--text) / 1.4 var(--sans);
  }
  .blanks .item {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1rem;
  }
  .blanks .help {
    border: 0;
    padding: 0;
    margin-bottom: 0.5rem;
    font: var(--small) / 1.6 var(--sans);
  }
  .checks {
    display: flex;
    gap: 1.25rem;
    align-items: center;
    margin-top: 0.5rem;
  }
  .check {
    border: 1px solid var(--ink);
    border-radius: 2px;
    padding: 0.3rem 1.1rem;
    cursor: pointer;
  }
  .prose .badge,
  .prose .digits,
  .prose .plain {
    font: var(--small) / 1.45 var(--sans);
  }
  @container (min-width: 900px) {
    .course .one {
      grid-template-rows: auto auto 1fr;
    }
    .course .figure {
      grid-row: 1 / span 3;
    }
    .opening {
      padding-top: 2rem;
    }
  }
  @container (max-width: 560px) {
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
    .choose,
    .check,
    .answer {
      min-height: 44px;
    }
  }
`;
