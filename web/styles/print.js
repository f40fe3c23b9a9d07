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
    .bar,
    .token-bar,
    .settings > :not(.badge),
    .painting,
    .connectors,
    a.plain,
    input,
    select,
    fieldset,
    label,
    details,
    button:not(.word, .thumb, .formula-line *) {
      display: none !important;
    }
  }
`;
