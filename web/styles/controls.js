/** What can be pressed, ticked and typed in. */

import { css } from 'lit';

export const controls = css`
  button,
  input {
    font: inherit;
    color: inherit;
  }
  /* Room for the sentence, which stays on top, and the bar, which stays below. */
  button,
  input,
  [tabindex] {
    scroll-margin: 4rem 0 5rem;
  }
  :focus-visible {
    outline: 2px solid var(--q);
    outline-offset: 2px;
  }
  select:focus-visible,
  input[type='text']:focus-visible,
  input[type='number']:focus-visible {
    outline-offset: 0;
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
  select,
  textarea,
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
    display: flow-root;
    padding: 0.35rem 0;
  }
  /* A legend is no item of a grid or flex box; floating, it shares a line with its choices. */
  .choice > legend,
  .choice > label:first-child {
    float: left;
    width: 6.5em;
    padding: 0 0.5em 0 0;
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
  .digits {
    margin-top: 0.5rem;
  }

  .strip {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 1.5rem;
    min-height: 3.3rem;
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
  /* A line's height also where there is no word. */
  .strip .words::after {
    content: '\\200b';
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
  .strip .only,
  .tools {
    flex: none;
  }
  .strip .only {
    color: var(--faint);
  }
  .strip .only input {
    position: static;
    opacity: 1;
    width: auto;
    height: auto;
    margin: 0 0.35em 0 0;
    vertical-align: -0.1em;
    accent-color: var(--ink);
  }
  .strip .words + .only,
  .strip .heads {
    margin-left: auto;
  }
  .edits {
    position: relative;
    flex: none;
  }
  .sheet-of-edits {
    position: absolute;
    right: 0;
    z-index: 2;
    width: max-content;
    max-width: min(26rem, 90cqw);
    max-height: 60vh;
    overflow-y: auto;
    background: var(--paper);
    border: 1px solid var(--faint);
    padding: 0.5rem 0.75rem;
  }
  .sheet-of-edits ul {
    list-style: none;
    margin: 0 0 0.5rem;
    padding: 0;
  }
  .tool {
    background: none;
    border: 0;
    width: 2rem;
    height: 2rem;
    padding: 0;
    cursor: pointer;
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
  /* A button that reads like a link. */
  button.plain {
    background: none;
    border: 0;
    padding: 0.1rem 0;
    text-align: start;
    text-decoration: underline;
    text-decoration-color: var(--faint);
    text-underline-offset: 0.2em;
    cursor: pointer;
  }
  button.plain[aria-pressed='true'] {
    text-decoration-color: var(--ink);
    text-decoration-thickness: 2px;
  }
  details {
    padding: 0.35rem 0;
  }
  summary {
    cursor: pointer;
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
  /* Digits side by side, the chosen one in a box. */
  .counts div {
    display: flex;
    flex-wrap: wrap;
  }
  .choice.counts div label {
    position: relative;
    margin: 0;
    padding: 0 0.55em;
    border-radius: 2px;
    cursor: pointer;
  }
  .counts label:has(:checked) {
    box-shadow: inset 0 0 0 2px var(--ink);
  }
  .counts label:has(:focus-visible) {
    outline: 2px solid var(--q);
    outline-offset: 1px;
  }
  .counts input {
    position: absolute;
    inset: 0;
    opacity: 0;
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
  .strip fieldset input {
    position: absolute;
    inset: 0;
    opacity: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    cursor: inherit;
  }
  .strip fieldset label:has(:checked) {
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

  .bar,
  .turns {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
  }
  .bar,
  .turns {
    position: sticky;
    bottom: 0;
    z-index: 1;
    background: var(--paper);
    border-top: 1px solid var(--hair);
    padding: 0.5rem 0;
  }
  .bar ol {
    display: flex;
    flex-wrap: wrap;
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .bar button {
    background: none;
    border: 0;
    padding: 0.35rem 0.45rem;
    cursor: pointer;
  }
  .bar li button {
    border-bottom: 2px solid transparent;
  }
  .pages button {
    width: 1.6rem;
    height: 1.6rem;
  }
  .pages button::before {
    content: '';
    display: block;
    height: 0.5rem;
    border: 1px solid var(--faint);
    border-radius: 50%;
    width: 0.5rem;
    margin: auto;
  }
  .pages [aria-current='step']::before {
    background: var(--ink);
    border-color: var(--ink);
  }
  .bar [aria-current='step'] {
    border-bottom-color: var(--ink);
    font-weight: 600;
  }
  .bar .turn {
    flex: none;
    border: 1px solid var(--faint);
    border-radius: 2px;
    padding: 0.35rem 0.75rem;
    white-space: nowrap;
  }
  .bar .turn[aria-disabled='true'] {
    border-color: var(--hair);
    color: var(--faint);
    cursor: default;
  }
  /* What sticks is seen already. */
  .strip input,
  .turn {
    scroll-margin: 0;
  }
  @container (min-width: 900px) {
    .bar button {
      scroll-margin: 0;
    }
    .turns {
      position: static;
      flex: none;
      gap: 0.5rem;
      border: 0;
      padding: 0;
    }
    .turns .note {
      display: none;
    }
  }
  /* Here the names of the steps take many lines: only the buttons stick. */
  @container (max-width: 899px) {
    .bar {
      display: contents;
    }
    .bar ol {
      margin: 1rem 0 0.5rem;
    }
  }
  @media (pointer: coarse) {
    .bar button,
    .choice label,
    .strip label,
    button.word {
      min-height: 44px;
      align-content: center;
    }
  }
  /* Shadows go and transparent borders show there. */
  @media (forced-colors: active) {
    .counts label:has(:checked),
    .strip label:has(:checked) {
      outline: 2px solid Highlight;
    }
    .bar li button {
      border-bottom-color: Canvas;
    }
    .bar [aria-current='step'] {
      border-bottom-color: Highlight;
    }
  }
`;
