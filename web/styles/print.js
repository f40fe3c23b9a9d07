/** Print styles: no controls, nothing scrolls, and everything fits the sheet. */

import { css } from 'lit';

export const print = css`
  @media print {
    .lab,
    .own {
      padding: 0 !important;
      print-color-adjust: exact;
    }

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
    .prose,
    figcaption {
      max-width: 40em;
    }
    .lab > :is(.steps + .steps, .course ~ .course) {
      margin-top: 1.5rem;
    }
    .course ~ .course-bar {
      display: none;
    }
    [data-level],
    figcaption.caption,
    .steps header,
    .trace header {
      break-after: avoid;
      outline: none !important;
    }
    tr,
    math,
    .matrix,
    .sheet,
    .labelled,
    .question,
    .formula,
    .terms {
      break-inside: avoid;
    }

    /* An area that scrolls on screen is as large as its content. */
    .matrix,
    .map,
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

    /* A wide table has smaller letters, and long words take several lines. */
    .matrix {
      --room: calc((100cqi - 1rem) / (7 + var(--columns, 1) * 0.65 + var(--letters, 1) * 0.58));
    }
    .matrix table {
      max-width: 100%;
      font-size: min(1em, var(--room));
    }
    .matrix :is(td[data-value], th, .corner, td.covered) {
      padding-inline: 0.3em;
    }
    .matrix :is(td[data-value], td.covered) {
      min-width: min(var(--cell), 3.5em);
    }
    /* The reader fills in the number by hand. */
    td.covered::before {
      content: none;
    }
    .matrix button.may {
      width: min(var(--cell), 2.4em);
      font-size: inherit;
    }
    .suspects > li {
      break-inside: avoid;
    }
    /* A worksheet is laid out for a sheet anyway. */
    .term:not(.paper *) {
      flex-wrap: wrap;
    }
    th {
      white-space: normal;
    }
    .cut {
      max-width: none !important;
      overflow: visible;
      overflow-wrap: anywhere;
      white-space: normal !important;
    }
    .matrix:not(.paper *) {
      --cell: var(--attention-cell-size, 2.2em);
    }
    .matrix.many:not(.paper *) {
      --cell: var(--attention-cell-size, 1.7em);
    }
    .many th[scope='row'] {
      position: static;
    }
    /* The table may stand below its neighbour. */
    .matrix.beside:not(.paper *) :is(th[scope='row'], .corner) {
      position: static;
      clip-path: none;
    }

    /* Fields that the reader fills in by hand. */
    .blanks :is(input, select) {
      appearance: none;
      min-width: 8em;
      border: 0;
      border-bottom: 1px solid;
      color: inherit;
      background: none;
    }
    .blanks select:has([value='-1']:checked) {
      color: transparent;
    }
    .answer,
    .on-paper {
      display: block !important;
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
    .tools,
    .stages,
    .pointed,
    .gesture,
    a.plain,
    summary:empty,
    details:not([open]),
    fieldset:not(.question),
    label:not(.blanks label),
    input:not(.blanks input),
    select:not(.blanks select),
    button:not(.word, .may, .thumb, .token, .answer, .head-row, .formula-line *, .ways li *) {
      display: none !important;
    }
    .ways button {
      text-decoration: none;
    }
  }
`;
