/** Print styles of tables: no controls, nothing scrolls, and everything fits the sheet. */

import { css, unsafeCSS } from 'lit';

/** The polygon of slanted lines. Its lower edge joins them. */
const hatchLines = unsafeCSS(
  Array.from({ length: 10 }, (_, i) => 12 * i)
    .map((x) => [`${x - 12}% 100%,${x}% 0`, `calc(${x}% + 1px) 0,calc(${x - 12}% + 1px) 100%`])
    .join(),
);

export const printStyles = css`
  @media print {
    .lab,
    .own {
      padding: 0 !important;
      print-color-adjust: exact;
    }
    :focus-visible {
      outline: none !important;
    }
    .prose,
    figcaption {
      max-width: 40em;
    }
    figcaption.caption {
      break-after: avoid;
      outline: none !important;
    }
    .readout:empty {
      display: none;
    }
    .legend,
    .author-caption {
      break-before: avoid;
      break-inside: avoid;
    }
    tr,
    math,
    figure:has(svg),
    .matrix,
    .sheet,
    .labelled {
      break-inside: avoid;
    }
    /* On a small sheet, a table of long words may be nearly as high as the sheet. */
    @media (max-width: 500px) {
      .matrix.many {
        break-inside: auto;
      }
    }

    /* An area that scrolls on screen is as large as its content. */
    .matrix,
    .map {
      overflow: visible !important;
      height: auto !important;
      max-height: none !important;
    }

    /* PDF viewers draw a repeating gradient as grey or black areas. Clipped areas above and below
       the digits stay lines, and the frame of a row lies around them. */
    .masked {
      --hatch: none;
      position: relative;
      isolation: isolate;
      background-clip: padding-box;
    }
    .masked::before,
    .masked::after {
      content: '';
      position: absolute;
      z-index: -1;
      inset: 1px;
      background: var(--faint);
      clip-path: polygon(${hatchLines});
    }
    .masked::before {
      bottom: min(50% + 0.5em, 100% - 0.35em);
    }
    .masked::after {
      top: min(50% + 0.5em, 100% - 0.35em);
    }
    .ramp.masked::before {
      inset: 0;
    }
    .ramp.masked::after {
      content: none;
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
      position: relative;
      inset-inline-start: 0;
    }
    .again,
    .pointed,
    .gesture,
    a.plain:not(:where(th *, td *, .practice *)),
    summary:empty,
    details:not([open]),
    fieldset:not(.question),
    label:not(.blanks label, .slide label, .length label, .sliding),
    input:not(.blanks input),
    select:not(.blanks select),
    button:not(.word, .may, .thumb, .token, .answer, .head-row, .formula-line *, .ways li *, th *, td *, .practice *) {
      display: none !important;
    }
  }
`;
