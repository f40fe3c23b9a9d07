/** Styles of buttons, fields, choices and dialogs. */

import { css } from 'lit';

export const controlStyles = css`
  select:focus-visible,
  input[type='text']:focus-visible,
  input[type='number']:focus-visible {
    outline-offset: 0;
  }
  input[type='radio'] {
    margin: 0 0.35em 0 0;
    vertical-align: -0.1em;
  }
  select,
  textarea,
  input[type='text'],
  input[type='number'] {
    max-width: 100%;
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
  input[type='number'],
  input.number {
    width: 8em;
    font: inherit;
  }
  .choice {
    display: flow-root;
    padding: 0.35rem 0;
  }
  .choice > legend,
  .choice > label:first-child {
    width: 6.5em;
  }
  .field > label {
    color: var(--faint);
  }
  .field + .field {
    margin-top: 0.6rem;
  }
  .choice > div {
    display: flow-root;
  }
  .choice > div label {
    display: inline-block;
    margin-right: 1em;
  }
  .settings {
    display: flex;
    flex-wrap: wrap;
    column-gap: 1rem;
    align-self: start;
  }
  .settings > * {
    flex: 1 1 100%;
    min-width: 0;
  }
  /* Closed parts share a line, so that the first step is in sight on a laptop. */
  .settings > details:not([open]) {
    flex: 0 1 auto;
  }
  /* The names of changed settings, which come and go, move nothing. */
  .settings > .expert:not([open]) {
    flex: 1 1 0;
    min-width: 4rem;
  }
  .settings > .expert:not([open]) > summary {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .badge {
    margin-top: 0.75rem;
  }
  /* A note before the table that names the source of its numbers. */
  .source-note {
    margin-block: -0.35rem;
  }
  .source-note > .badge {
    margin-top: 0;
  }
  .digits {
    margin-top: 0.5rem;
  }
  .badge + .note:not(.digits) {
    margin-top: 0.25rem;
  }

  .tool {
    width: 2rem;
    height: 2rem;
    padding: 0;
    font-size: var(--text);
  }
  [aria-disabled='true'] {
    color: var(--faint);
    cursor: default;
  }
  .tool:hover:not([aria-disabled='true']),
  button.plain:hover:not([aria-disabled='true']) {
    text-decoration-thickness: 2px;
    background: color-mix(in srgb, var(--hair) 50%, transparent);
  }
  details {
    padding: 0.35rem 0;
  }
  summary {
    cursor: pointer;
  }
  .wrong {
    border-inline-start: 3px solid currentColor;
    padding-inline-start: 0.6em;
  }
  .why {
    overflow-wrap: anywhere;
    padding: 0.35rem 0;
  }
  .fill .choice > legend {
    float: none;
    width: auto;
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 2rem;
  }
  .choice.boxes div {
    display: flex;
    flex-wrap: wrap;
  }
  .choice.boxes div label {
    margin: 0;
    padding: 0 0.55em;
  }
  /* The dialog with the glossary and the keys. */
  .help {
    color: var(--ink);
    background: var(--paper);
    border: 1px solid var(--faint);
    max-width: min(36rem, 90vw);
    padding: 0;
  }
  .help .box {
    padding: 0 1rem 0.5rem;
  }
  .help header {
    position: sticky;
    top: 0;
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 1rem;
    padding: 1rem 0 0.25rem;
    background: var(--paper);
  }
  .help dl {
    display: grid;
    grid-template-columns: fit-content(38%) 1fr;
    gap: 0.35rem 1.25rem;
  }
  .help dt {
    font-weight: 600;
  }
  .help dd {
    margin: 0;
  }
  .help::backdrop {
    background: rgb(0 0 0 / 40%);
  }
`;
