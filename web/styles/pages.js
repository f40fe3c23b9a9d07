/** Styles of the pages of the course: question, answers, reply. */

import { css } from 'lit';

export const pageStyles = css`
  .more > *,
  .practice > * {
    margin-inline-end: 0.75rem;
  }
  .course-bar .part {
    padding: 0;
    color: inherit;
    text-decoration: none;
  }
  .course-bar .part:hover {
    text-decoration: underline;
  }
  .course-bar .formula-line {
    margin: 0;
    white-space: normal;
  }
  .course-bar {
    position: relative;
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
  .answers-notice {
    margin-bottom: 0.5rem;
  }
  /* On a phone, the links and the tools share a line. */
  @container (width <= 35.72em) {
    .course-bar {
      gap: 0 0.5rem;
      margin-bottom: 0.5rem;
    }
    .course-bar .note {
      flex: 1 1 100%;
    }
    .course-bar:has(.formula-line) .note {
      flex-basis: 50%;
    }
    /* A line break, so that the links stay in place when the formula comes. */
    .course-bar::before {
      content: '';
      order: 1;
      flex-basis: 100%;
    }
    .contents,
    .contents ~ * {
      order: 1;
    }
    .course-bar .tools {
      margin-inline-start: auto;
    }
    .contents {
      padding-block: 0;
    }
    .contents .roomy {
      display: none;
    }
    .course .one {
      row-gap: 0.5rem;
    }
    .course .asked {
      margin-bottom: 0;
    }
  }
  @container (width <= 24.29em) {
    .course-bar {
      column-gap: 0.25rem;
    }
    .course-bar .tools .tool {
      min-width: 34px;
    }
  }
  .contents ol {
    margin: 0.25rem 0;
    padding-inline-start: 1.5em;
  }
  /* The list lies over the page, so that neither its title nor the page moves. */
  .contents > div {
    position: absolute;
    inset: 100% 0 auto;
    z-index: 2;
    border-bottom: 1px solid var(--faint);
    padding-block: 0.25rem 0.75rem;
    background: var(--paper);
  }
  .course .prose p + p,
  .task > p,
  .reply,
  .after {
    margin-top: 0.6em;
  }
  .recap {
    margin-top: 1em;
    border-block-start: 1px solid var(--hair);
    padding-block-start: 0.6em;
  }
  /* The bar must not touch the last line. */
  .closing > :last-child {
    margin-block-end: 0.75rem;
  }
  /* The reply belongs to the previous content of the field. */
  .course:has(.blanks :invalid) .reply {
    visibility: hidden;
  }
  .blanks .refused {
    margin: 0;
  }
  .reply,
  .show-answer,
  .after,
  .closing {
    scroll-margin: var(--below-bar) 0 5rem;
  }
  .question {
    margin-bottom: 0.75rem;
  }
  .question legend {
    width: 100%;
    padding: 0 0 0.5rem;
  }
  .question legend,
  .asked {
    font-style: italic;
  }
  button.answer {
    display: block;
    width: 100%;
    text-align: start;
    border: 1px solid var(--hair);
    border-radius: 2px;
    position: relative;
    padding: 0.4rem 1.5rem 0.4rem 0.6rem;
    margin-bottom: 0.35rem;
    font: var(--small) / 1.4 var(--sans);
  }
  button.answer .tick {
    position: absolute;
    inset-inline-end: 0.5rem;
  }
  .is-code .answer {
    font-family: ui-monospace, 'DejaVu Sans Mono', monospace;
  }
  .reached-tasks td,
  .reached-tasks th {
    padding: 0.15rem 0.75rem;
    text-align: start;
    white-space: normal;
  }
  /* A solved question has no answer to choose. */
  :not(:has(> .answer > .tick)) > button.answer:hover {
    background: color-mix(in srgb, var(--hair) 50%, transparent);
  }
  button.answer[aria-pressed='true'] {
    border-color: var(--ink);
    box-shadow: inset 0 0 0 1px var(--ink);
  }
  /* Keep the next line in place when an instruction disappears. */
  .asked .room::after {
    visibility: hidden;
    content: attr(data-text);
  }
  .blanks label {
    display: block;
    margin-bottom: 0.35rem;
    font: var(--small) / 1.6 var(--sans);
  }
  /* The line to write on is as close to the digits as that of a form on paper. */
  .blanks input[type='text'] {
    width: 6em;
    padding: 0.5rem 0 0;
    font: var(--text) / 1.2 var(--sans);
  }
  .blanks label:has([aria-invalid='true'])::after {
    content: '✗';
    content: '✗' / '';
    margin-inline-start: 0.4em;
  }
  .blanks label:has([data-right='true'])::after {
    content: '✓' / '';
    margin-inline-start: 0.4em;
  }
  .blanks .item {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 0.5rem;
    position: relative;
    padding-inline-end: 1.4em;
  }
  /* Leads the eye from an item to its menu at the other side. */
  .blanks .item + .item {
    border-top: 1px solid var(--hair);
    padding-block-start: 0.35rem;
  }
  /* The place of the mark is free before there is one. */
  .blanks .item::after {
    position: absolute;
    inset: auto 0 0 auto;
  }
  /* All answers stand below their items, not only answers without space beside them. */
  @container (width <= 28.58em) {
    .blanks .item select {
      flex: 1 1 100%;
    }
  }
  .blanks .help {
    border: 0;
    padding: 0;
    margin-bottom: 0.5rem;
    font: var(--small) / 1.6 var(--sans);
  }
  .checks {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.25rem;
    align-items: center;
    margin-top: 0.5rem;
  }
  .check {
    border: 1px solid var(--ink);
    border-radius: 2px;
    padding: 0.3rem 1.1rem;
  }
  .prose .badge,
  .prose .plain {
    font: var(--small) / 1.45 var(--sans);
  }
  .course .one {
    align-content: start;
  }
  .page > .course {
    display: flex;
    flex: 1;
    flex-direction: column;
  }
  .page > .course > .one {
    flex: 1;
  }
  .later {
    margin-top: 1rem;
    min-width: 0;
  }
  .stage > * + .status {
    margin-top: 1rem;
  }
  /* Content that comes with the reply stands below it, so that neither question nor reply moves. */
  @container (width < 64.28em) {
    .course .one {
      position: relative;
    }
    .course .figure:has(.now),
    .figure > .pictures:has(.now) {
      display: contents;
    }
    .answering {
      display: contents;
    }
    .course .task {
      order: 1;
    }
    .later,
    .closing,
    .figure:has(.later) > :is(.status, .training) {
      order: 2;
      margin-top: 0;
    }
    .course :is(.trace, .origin) {
      order: 3;
    }
  }
  @container (width >= 64.28em) {
    .course .stage {
      font-size: var(--small);
    }
    .course .one {
      grid-template-rows: auto auto 1fr auto;
    }
    .course .figure {
      grid-row: 1 / span 3;
    }
    .answering {
      grid-row: 3 / span 2;
    }
    /* A chapter that cannot be read has problems in place of figures. */
    .setup:has(> [role='alert']) {
      grid-column: 1 / -1;
      max-width: 40em;
    }
    .setup:has(> [role='alert']) + .figure {
      display: none;
    }
    /* The source of the numbers stands below them and takes no space from question and reply. */
    .course .origin {
      grid-area: 4 / 2;
      display: flex;
      flex-wrap: wrap;
      gap: 0 1.5rem;
      max-width: none;
      margin-bottom: 0.5rem;
    }
    .course .origin > * {
      margin-top: 0;
    }
    .lab:not(.page):has(.course) {
      padding-bottom: 1rem;
    }
  }
  .bar .dot {
    width: 1.6rem;
    height: 1.6rem;
  }
  .dot::before {
    content: '';
    display: block;
    height: 0.5rem;
    border: 1px solid var(--faint);
    border-radius: 50%;
    width: 0.5rem;
    margin: auto;
  }
  .dot[aria-current='step']::before {
    background: var(--ink);
    border-color: var(--ink);
  }
  .dot.answered::before {
    background: var(--faint);
  }
  /* The page has no task that is counted. */
  .dot.uncounted::before {
    height: 0;
  }
  /* The task of the page is solved. */
  .dot.solved::before {
    width: auto;
    height: auto;
    border: 0;
    background: none;
    line-height: 1;
    content: '✓';
    content: '✓' / '';
  }
  .token.picked:not(.from) {
    box-shadow: inset 0 0 0 1px var(--ink);
  }
  .arcs button.token {
    text-decoration: underline dotted var(--faint) 1px;
    text-underline-offset: 0.25em;
  }
  .arcs button.token:hover {
    text-decoration-style: solid;
  }
`;
