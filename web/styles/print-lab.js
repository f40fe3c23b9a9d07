/** Print styles of the lab and of pages: parts are blocks, and the reader writes by hand. */

import { css } from 'lit';

export const labPrintStyles = css`
  @media print {
    /* Parts are blocks, so a sheet may end between any two of them. */
    .lab,
    .lab :is(.course, .one, .first) {
      display: block !important;
      min-height: 0;
      max-height: none !important;
      overflow: visible !important;
    }
    :is(.one, .first) > * + * {
      margin-top: 1rem;
    }
    .lab > :is(.steps + .steps, .course ~ .course) {
      margin-top: 1.5rem;
    }
    .course ~ .course-bar {
      display: none;
    }
    [data-level],
    .course-bar,
    .steps header,
    .trace header {
      break-inside: avoid;
      break-after: avoid;
      outline: none !important;
    }
    /* A title and its text stay with the first table, and a formula with the last. */
    .one > :is(header, .prose:not(:last-child)) {
      break-after: avoid;
      break-inside: avoid;
    }
    /* A sheet may end below an empty box, which would leave the title alone above it. */
    :is(.figure, .matrices):not(:has(> :not(.connectors))) {
      display: none;
    }
    .below {
      break-before: avoid;
      break-inside: avoid;
    }
    .question,
    .formula,
    .terms,
    .suspects > li {
      break-inside: avoid;
    }
    .trace,
    .head-bands,
    .vocabulary {
      overflow: visible !important;
      height: auto !important;
      max-height: none !important;
    }
    .figure > .trace {
      position: static !important;
      margin-inline: 0 !important;
      padding-inline: 0 !important;
    }

    /* The reader fills in the number by hand. */
    td.covered {
      border: 1px solid var(--faint);
    }
    td.covered::before {
      content: none;
    }
    .matrix button.may {
      width: min(var(--cell), 2.4em);
      font-size: inherit;
    }

    /* A worksheet is laid out for a sheet anyway. */
    .term:not(.paper *) {
      flex-wrap: wrap;
    }

    /* The table may stand below its neighbour. */
    .matrix.beside:not(.paper *) :is(th[scope='row'], .corner) {
      position: relative;
      inset: auto;
      clip-path: none;
    }

    /* Fields that the reader fills in by hand. */
    .blanks :is(input, select) {
      appearance: none;
      min-width: 8em;
      border: 0;
      border-bottom: 1px solid var(--ink);
      color: inherit;
      background: none;
    }
    .blanks select:has([value='-1']:checked) {
      color: transparent;
    }
    button.answer,
    .on-paper {
      display: block !important;
    }
    .own-answer {
      min-height: 2.5em;
      border-bottom: 1px solid var(--ink);
      font-style: normal;
    }
    .own-answer::before {
      content: attr(data-text);
    }
    /* The sentence would end without its link. */
    .kept-link :is(a, button).plain {
      display: inline !important;
      text-decoration: none;
    }
    .bar,
    .token-bar,
    .fields,
    .invitation,
    .more,
    .properties:not(:has([open])),
    .buttons [role='status'],
    .flip,
    p.ways,
    p.ways ~ .note,
    .settings,
    .painting > :not(.matrix),
    .painter .note,
    .connectors,
    .export,
    .editor,
    .contents,
    .experiments,
    .moves,
    .tools,
    .stages {
      display: none !important;
    }
    :is(.ways, th, td, .practice) :is(a, button) {
      text-decoration: none;
    }
  }
`;
