/** Styles shared by both elements: texts, notes, buttons. */

import { css } from 'lit';

export const baseStyles = css`
  * {
    box-sizing: border-box;
  }
  p,
  form {
    margin: 0;
  }
  .prose,
  figcaption,
  .status {
    max-width: 19em;
    font: var(--text) / 1.5 var(--serif);
  }
  .status {
    max-width: 45em;
  }
  .status > .choose {
    display: block;
    margin-top: 0.6rem;
  }
  /* Paths, names from authors and lines of Python have no blanks to break at. */
  .status,
  [role='alert'] {
    overflow-wrap: anywhere;
  }
  .note,
  .legend,
  .shape {
    color: var(--faint);
    font: var(--small) / 1.45 var(--sans);
  }
  .limits {
    display: block;
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  /* Hidden texts do not lengthen the page around a box that scrolls. */
  .container,
  .lab {
    position: relative;
  }
  /* Laid out, so that less work is left for the next frame, but neither visible nor focusable. */
  .unfinished {
    height: 0;
    overflow: hidden;
  }
  /* Space for an element that waits. */
  .place {
    min-height: var(--wide);
  }
  @container (max-width: 960px) {
    .place {
      min-height: var(--medium);
    }
  }
  @container (max-width: 500px) {
    .place {
      min-height: var(--narrow);
    }
  }
  .cut {
    display: inline-block;
    max-width: 9em;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    vertical-align: bottom;
  }
  .on-paper {
    display: none;
  }
  /* Pages without a doctype have other styles of tables and forms. */
  button,
  input,
  table {
    font: inherit;
    color: inherit;
  }
  button {
    background: none;
    border: 0;
    cursor: pointer;
  }
  .bar ol,
  .comparison ul,
  .experiments ul,
  .sheet-of-edits ul,
  .stages ul,
  .ways ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  /* Space for the sticky bars at the top and bottom. */
  a,
  button,
  input,
  select,
  summary,
  textarea,
  [tabindex],
  g[tabindex] * {
    scroll-margin: var(--below-bar) 0 5rem;
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
  /* Choices side by side, with a box around the chosen one. A legend cannot be a flex item. As a float,
     it shares a line with its choices. */
  .boxes legend:not(.hidden),
  .choice > legend,
  .choice > label:first-child {
    float: left;
    padding: 0 0.5em 0 0;
    color: var(--faint);
  }
  .boxes label {
    position: relative;
    padding: 0.15em 0.6em;
    border-radius: 2px;
    cursor: pointer;
  }
  .boxes label input {
    position: absolute;
    inset: 0;
    opacity: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    cursor: inherit;
  }
  .boxes label:has(:checked) {
    box-shadow: inset 0 0 0 2px var(--ink);
  }
  .boxes label:hover:not(:has(:disabled, :checked)) {
    box-shadow: inset 0 0 0 1px var(--hair);
  }
  .boxes label:has(:focus-visible) {
    outline: 2px solid var(--q);
    outline-offset: 1px;
  }
  @media (pointer: coarse) {
    .boxes label {
      min-height: 44px;
      align-content: center;
    }
  }
  /* Forced colours remove shadows and show transparent borders. */
  @media (forced-colors: active) {
    .boxes label:has(:checked),
    button.answer[aria-pressed='true'] {
      outline: 2px solid Highlight;
    }
  }
  /* Large enough for a finger. The padding of a link in a text does not move its line. */
  a.plain {
    padding-block: 4px;
  }
  summary {
    margin-block: -2px;
    padding-block: 2px;
  }
  [type='range'] {
    min-height: 24px;
  }
  /* A button that looks like a link. */
  button.plain {
    padding: 0.15rem 0;
    text-align: start;
    text-decoration: underline;
    text-decoration-color: var(--faint);
    text-underline-offset: 0.2em;
  }
  button.plain[aria-pressed='true'] {
    text-decoration-color: var(--ink);
    text-decoration-thickness: 2px;
  }
  /* Below the left end of its table, also if it runs from right to left. */
  .author-caption {
    width: fit-content;
    max-width: 100%;
    margin: 0.75rem 0 0;
    font: var(--small) / 1.45 var(--sans);
  }
  /* An author's long words and addresses. */
  .author-caption,
  .course-bar :is(.note, .plain),
  .course :is(p, legend, label, .step-title, .answer) {
    overflow-wrap: anywhere;
  }
`;
