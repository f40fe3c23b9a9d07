/** On paper there are no controls, and nothing scrolls. */

import { css } from 'lit';

export const print = css`
  @media print {
    .lab,
    .own {
      print-color-adjust: exact;
    }
    .matrix,
    .map,
    .steps {
      overflow: visible;
      break-inside: avoid;
    }
    h2,
    h3,
    .steps header,
    .steps .prose {
      break-after: avoid;
      outline: none !important;
    }
    .bar,
    .token-bar,
    .fields,
    .invitation,
    .settings > :not(.badge),
    .painting > :not(.matrix),
    .painter .note,
    .connectors,
    a.plain,
    input,
    select,
    fieldset,
    label,
    details,
    button:not(.word, .may, .thumb, .formula-line *) {
      display: none !important;
    }
  }
`;
