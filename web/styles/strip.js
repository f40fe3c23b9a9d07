/** The line on top: the words to follow, the heads, what has been set by hand, and the tools. */

import { css } from 'lit';

export const strip = css`
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
    flex: 0 1 auto;
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
  /* What sticks is seen already. */
  .strip input {
    scroll-margin: 0;
  }
  @media (pointer: coarse) {
    .strip label {
      min-height: 44px;
      align-content: center;
    }
  }
  @media (forced-colors: active) {
    .strip label:has(:checked) {
      outline: 2px solid Highlight;
    }
  }
`;
