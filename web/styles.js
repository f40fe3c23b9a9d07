import { css, unsafeCSS } from 'lit';
import { PALETTES } from './colour.js';

const { light, dark } = PALETTES;

/** @param {string} inLight @param {string} inDark */
const pair = (inLight, inDark) => unsafeCSS(`light-dark(${inLight}, ${inDark})`);

const tokens = css`
  :host {
    color-scheme: light dark;
    --paper: ${pair(light.paper, dark.paper)};
    --ink: ${pair(light.ink, dark.ink)};
    --faint: ${pair('#5c5f66', '#a3a5aa')};
    --hair: ${pair('#d9d6cf', '#3a3c41')};
    --weight: var(--attention-weight, ${pair(light.weight, dark.weight)});
    --negative: var(--attention-negative, ${pair(light.negative, dark.negative)});
    --positive: var(--attention-positive, ${pair(light.positive, dark.positive)});
    /* Okabe and Ito's hues for rules; for letters, tones of them that can be read on paper. */
    --q: var(--attention-q, ${pair('#0072b2', '#56a8dc')});
    --k: var(--attention-k, ${pair('#d55e00', '#f08a3c')});
    --v: var(--attention-v, ${pair('#009e73', '#35bd94')});
    --q-letter: var(--attention-q, ${pair('#0068a3', '#6cb6e6')});
    --k-letter: var(--attention-k, ${pair('#b04c00', '#f59a55')});
    --v-letter: var(--attention-v, ${pair('#00785a', '#4fcba6')});
    --cell: var(--attention-cell-size, 2.5rem);
    --sans: var(
      --attention-font,
      Seravek,
      'Gill Sans Nova',
      'Source Sans 3',
      'Noto Sans',
      Ubuntu,
      Calibri,
      'DejaVu Sans Condensed',
      sans-serif
    );
    --serif:
      Charter, 'Bitstream Charter', 'Source Serif 4', 'Sitka Text', Cambria, 'Noto Serif',
      'DejaVu Serif Condensed', serif;
    /* The three sizes. */
    --large: 1.625rem;
    --text: 1.0625rem;
    --small: 0.875rem;
    display: block;
    container-type: inline-size;
    color: var(--ink);
    background: var(--paper);
    font: var(--small) / 1.45 var(--sans);
    font-variant-numeric: lining-nums tabular-nums;
    text-size-adjust: 100%;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  .q {
    color: var(--q-letter);
  }
  .k {
    color: var(--k-letter);
  }
  .v {
    color: var(--v-letter);
  }
`;

const layout = css`
  * {
    box-sizing: border-box;
  }
  .lab {
    max-width: 76rem;
    margin: 0 auto;
    padding: 0.75rem 1rem 2rem;
  }
  h1,
  h2 {
    margin: 0;
    font: 400 var(--large) / 1.2 var(--serif);
  }
  h1 {
    color: var(--faint);
    font: italic 400 var(--text) / 1.2 var(--serif);
  }
  p {
    margin: 0;
  }
  .prose,
  figcaption,
  .sorry {
    max-width: 19em;
    font: var(--text) / 1.5 var(--serif);
  }
  figcaption p + p {
    margin-top: 0.6em;
  }
  .note,
  .legend,
  .shape {
    color: var(--faint);
    font: var(--small) / 1.45 var(--sans);
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .cut {
    display: inline-block;
    max-width: 9em;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    vertical-align: bottom;
  }
  .prose .cut,
  caption .cut,
  figcaption .cut {
    max-width: 12em;
  }

  .first,
  .steps {
    display: grid;
    gap: 1rem 2.5rem;
    grid-template-columns: minmax(0, 1fr);
  }
  .steps {
    border-top: 1px solid var(--hair);
    margin-top: 2rem;
    padding-top: 1.25rem;
    scroll-margin-top: 3.25rem;
  }
  figure.weights {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem 2rem;
    margin: 0;
  }
  figure.weights > .matrix {
    --cell: 4.25rem;
  }
  .matrices,
  .term {
    display: flex;
    align-items: flex-end;
    gap: 1rem 0.75rem;
    min-width: 0;
    max-width: 100%;
  }
  .matrices {
    flex-wrap: wrap;
  }
  .sign {
    align-self: center;
    color: var(--faint);
    font-size: var(--text);
  }
  .below {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 2rem;
    margin-top: 1rem;
  }
  .formula {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1.5rem;
  }
  .formula,
  .legend {
    min-width: 0;
  }
  .legend span {
    white-space: nowrap;
  }
  math {
    margin: 0;
    font-size: var(--text);
    width: auto;
  }

  @container (min-width: 900px) {
    .lab {
      padding: 1.25rem 2rem 3rem;
    }
    .first,
    .steps {
      grid-template-columns: 20.5rem minmax(0, 1fr);
      align-content: start;
    }
    .first {
      grid-template-rows: auto 1fr;
    }
    .first > .picture {
      grid-column: 2;
      grid-row: 1 / span 2;
    }
    .steps {
      grid-template-rows: auto 1fr auto;
      min-height: 41rem;
    }
    .steps > header,
    .steps > .prose {
      grid-column: 1;
    }
    .steps > .prose {
      grid-row: 2;
    }
    .stage {
      grid-column: 2;
      grid-row: 1 / span 2;
    }
    .bar {
      grid-column: 1 / -1;
      grid-row: 3;
    }
  }
`;

const controls = css`
  button,
  input {
    font: inherit;
    color: inherit;
    /* Room for the sentence, which stays on top. */
    scroll-margin-top: 4rem;
  }
  :focus-visible {
    outline: 2px solid var(--q);
    outline-offset: 2px;
  }
  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
    min-width: 0;
  }
  input[type='radio'] {
    accent-color: var(--ink);
    margin: 0 0.35em 0 0;
    vertical-align: -0.1em;
  }
  input[type='text'],
  input[type='number'] {
    background: transparent;
    border: 0;
    border-bottom: 1px solid var(--faint);
    border-radius: 0;
    padding: 0.2rem 0;
  }
  input[type='text'] {
    width: 100%;
    font: var(--text) / 1.4 var(--serif);
  }
  input[type='number'] {
    width: 6em;
  }
  .choice {
    padding: 0.35rem 0;
  }
  /* A legend is no item of a grid or flex box; floating, it shares a line with its choices. */
  .choice > legend,
  .choice > label:first-child {
    float: left;
    width: 6.5em;
    padding: 0;
    color: var(--faint);
  }
  .field > label {
    color: var(--faint);
  }
  .choice > div {
    display: flow-root;
  }
  .choice > div label {
    display: inline-block;
    margin-right: 1em;
  }
  .settings {
    align-self: start;
  }
  .badge {
    margin-top: 0.75rem;
    border-left: 3px solid var(--hair);
    padding-left: 0.75rem;
  }

  .strip {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 1.5rem;
    background: var(--paper);
    border-bottom: 1px solid var(--hair);
    margin-bottom: 1rem;
  }
  .strip fieldset {
    display: flex;
    align-items: baseline;
    overflow-x: auto;
    padding: 0.4rem 2px;
  }
  .strip .words {
    gap: 0.25em;
    font-family: var(--serif);
    font-size: var(--large);
    line-height: 1.3;
  }
  .strip .heads {
    flex: none;
    gap: 0.25em;
  }
  .strip .heads legend {
    float: left;
    margin-right: 0.5em;
    padding: 0;
    color: var(--faint);
  }
  .strip label {
    position: relative;
    flex: none;
    padding: 0 0.3em;
    border-radius: 2px;
    cursor: pointer;
  }
  .strip .heads label {
    padding: 0.15em 0.6em;
  }
  .strip input {
    position: absolute;
    inset: 0;
    opacity: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    cursor: inherit;
  }
  .strip label:has(:checked) {
    box-shadow: inset 0 0 0 2px var(--ink);
  }
  .strip label:has(:disabled) {
    color: var(--faint);
    cursor: default;
  }
  .strip label:hover:not(:has(:disabled)):not(:has(:checked)) {
    box-shadow: inset 0 0 0 1px var(--hair);
  }
  .strip label:has(:focus-visible) {
    outline: 2px solid var(--q);
    outline-offset: 1px;
  }

  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0.5rem;
    border-top: 1px solid var(--hair);
    padding-top: 0.5rem;
  }
  .bar ol {
    display: flex;
    flex-wrap: wrap;
    list-style: none;
    margin: 0;
    padding: 0;
    order: 3;
    width: 100%;
    counter-reset: step;
  }
  .bar button {
    background: none;
    border: 0;
    padding: 0.35rem 0.5rem;
    cursor: pointer;
  }
  .bar li button {
    counter-increment: step;
    border-bottom: 2px solid transparent;
  }
  .bar li button::before {
    content: counter(step) ' ';
    color: var(--faint);
  }
  .bar [aria-current='step'] {
    border-bottom-color: var(--ink);
    font-weight: 600;
  }
  .bar button:disabled {
    color: var(--faint);
    cursor: default;
  }
  .bar .turn {
    border: 1px solid var(--faint);
    border-radius: 2px;
    padding: 0.35rem 0.9rem;
  }
  .bar .turn:disabled {
    border-color: var(--hair);
  }
  @container (min-width: 900px) {
    .bar {
      flex-wrap: nowrap;
    }
    .bar ol {
      order: 0;
      width: auto;
      justify-content: center;
    }
  }
  @media (pointer: coarse) {
    .bar button,
    .choice label,
    .strip label,
    button.word {
      min-height: 44px;
    }
  }
`;

const tables = css`
  .matrix {
    max-width: 100%;
    overflow-x: auto;
    padding: 2px;
  }
  table {
    border-collapse: separate;
    border-spacing: 0;
  }
  caption {
    text-align: left;
    white-space: nowrap;
    padding: 0 0 0.3rem;
  }
  caption i,
  .prose i,
  caption sub {
    font-family: var(--serif);
  }
  sub {
    font-size: 0.75em;
    line-height: 0;
  }
  .shape {
    margin-left: 0.35em;
  }
  th {
    font-weight: 400;
    text-align: right;
    padding: 0.1rem 0.45rem;
    white-space: nowrap;
  }
  th.index {
    color: var(--faint);
  }
  thead th {
    border-bottom: 1px solid var(--faint);
  }
  table.of-q thead tr:last-child > * {
    border-bottom: 2px solid var(--q);
  }
  table.of-k thead tr:last-child > * {
    border-bottom: 2px solid var(--k);
  }
  table.of-v thead tr:last-child > * {
    border-bottom: 2px solid var(--v);
  }
  th[scope='row'] {
    padding-left: 0;
  }
  th .cut {
    max-width: 5.2em;
  }
  .corner {
    border-bottom: 1px solid var(--faint);
    color: var(--faint);
    padding: 0 0.45rem 0 0;
    text-align: right;
    vertical-align: bottom;
  }
  .corner span {
    display: block;
    line-height: 1.25;
    white-space: nowrap;
  }
  .bands .corner {
    border: 0;
  }
  .bands th {
    text-align: left;
    border-bottom: 0;
    color: var(--faint);
  }
  .of-q caption {
    color: var(--q-letter);
  }
  .of-k caption {
    color: var(--k-letter);
  }
  .of-v caption {
    color: var(--v-letter);
  }
  td[data-value] {
    min-width: var(--cell);
    height: var(--cell);
    padding: 0 0.4rem;
    text-align: right;
    white-space: nowrap;
    border-bottom: 1px solid var(--hair);
  }
  .band {
    border-left: 2px solid var(--faint);
  }
  td.negative {
    background: color-mix(in srgb, var(--negative) var(--level), var(--paper));
  }
  td.positive {
    background: color-mix(in srgb, var(--positive) var(--level), var(--paper));
  }
  table.weights td[data-value] {
    --on-light: #000;
    --on-dark: #fff;
    background: color-mix(in srgb, var(--weight) var(--level), var(--paper));
    color: light-dark(var(--on-light), var(--on-dark));
    text-align: center;
  }
  table.weights td.flips-light {
    --on-light: #fff;
  }
  table.weights td.flips-dark {
    --on-dark: #000;
  }
  td.masked,
  table.weights td.masked,
  .ramp.masked {
    background: repeating-linear-gradient(
      135deg,
      var(--paper) 0 4px,
      var(--hair) 4px 5px
    );
  }
  tr.chosen {
    outline: 2px solid var(--ink);
    outline-offset: -1px;
  }
  button.word {
    background: none;
    border: 0;
    padding: 0.1rem 0;
    cursor: pointer;
  }
  button.word:hover {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  .chosen button.word {
    font-weight: 600;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.5em;
  }
  figcaption .legend {
    margin-top: 1em;
  }
  .ramp {
    display: inline-block;
    width: 5em;
    height: 0.8em;
    vertical-align: -0.05em;
    margin: 0 0.2em;
    border: 1px solid var(--hair);
  }
  .ramp.signed {
    background: linear-gradient(to right, var(--negative), var(--paper), var(--positive));
  }
  .ramp.weights {
    background: linear-gradient(to right, var(--paper), var(--weight));
  }
  .ramp.masked {
    width: 1.6em;
  }
  @media (forced-colors: active) {
    .ramp {
      forced-color-adjust: none;
    }
    .strip label:has(:checked) {
      outline: 2px solid Highlight;
    }
  }
`;

const narrow = css`
  @container (max-width: 899px) {
    .strip .words {
      font-size: var(--text);
    }
    figure.weights > .matrix {
      --cell: 3.1rem;
    }
    td[data-value],
    th,
    .corner {
      padding-left: 0.2rem;
      padding-right: 0.25rem;
    }
  }
  @container (max-width: 560px) {
    .strip {
      gap: 0.5rem;
    }
    .strip .heads legend {
      position: absolute;
      clip-path: inset(50%);
    }
    .term {
      flex-direction: column;
      align-items: flex-start;
    }
    .term .sign {
      align-self: flex-start;
      margin-left: 1rem;
    }
  }
  /* Many words: lower rows, and the words at the left stay when the columns are moved. */
  .matrix.many,
  figure.weights > .matrix.many {
    --cell: 1.85rem;
  }
  .many th[scope='row'] {
    position: sticky;
    left: -2px;
    background: var(--paper);
  }
  .many .chosen th[scope='row'] {
    box-shadow: inset 0 0 0 2px var(--ink);
  }
`;

export const styles = [tokens, layout, controls, tables, narrow];
