/** Styles of the bar at the top: the words, the heads, the edits and the tools. */

import { css } from 'lit';

export const tokenBarStyles = css`
  .token-bar {
    position: var(--stick);
    top: var(--top);
    z-index: 1;
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 1rem;
    min-height: 3.3rem;
    background: var(--paper);
    border-bottom: 1px solid var(--hair);
    margin-bottom: 1rem;
  }
  .strip,
  .side {
    display: flex;
    align-items: baseline;
    gap: 0 1.5rem;
    min-width: 0;
  }
  .strip {
    flex: 1 1 auto;
    justify-content: space-between;
    background: var(--paper);
  }
  .strip:has(.heads):has(.learn) {
    flex-wrap: wrap;
  }
  .strip:has(.learn) .words {
    flex: 1 1 0;
  }
  .side {
    flex: none;
  }
  .token-bar fieldset {
    display: flex;
    align-items: baseline;
    overflow-x: auto;
    padding: 0.4rem 2px;
    scrollbar-width: thin;
    scrollbar-color: var(--faint) transparent;
  }
  .token-bar .words {
    /* Fades into the padding, so words fade only where more words follow. */
    margin-left: -1rem;
    padding-inline: 1rem;
    mask-image: linear-gradient(
      to right,
      transparent,
      #000 1rem calc(100% - 1rem),
      transparent
    );
    gap: 0.25em;
    font-family: var(--serif);
    font-size: var(--large);
    line-height: 1.3;
  }
  /* A long sentence is smaller, so that most fit. */
  .token-bar .words.long {
    font-size: var(--text);
  }
  /* Keeps the height of a line if there is no word. */
  .token-bar .words::after {
    content: '\\200b';
  }
  .token-bar .heads {
    flex: none;
    max-width: 60%;
    gap: 0.25em;
  }
  .edits,
  .learn,
  .tools {
    flex: none;
  }
  .edits {
    position: relative;
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
    margin-bottom: 0.5rem;
  }
  .token-bar label {
    flex: none;
  }
  .token-bar .words label {
    padding: 0 0.3em;
  }
  .token-bar label:has(:disabled) {
    color: var(--faint);
    cursor: default;
  }
  /* The bar is sticky, so it is always in view. */
  .token-bar input {
    scroll-margin: 0;
  }
  /* Brackets join the pieces of a word, here and in tables. */
  .piece {
    position: relative;
  }
  .piece::before {
    content: '';
    position: absolute;
    pointer-events: none;
    border: 0 solid var(--faint);
  }
  thead .piece::before,
  label.piece::before {
    block-size: 4px;
    inset-inline: 0;
    inset-block-start: 0;
    border-block-start-width: 1px;
  }
  label.piece::before {
    inset-block: auto -2px;
    border-block-width: 0 1px;
  }
  /* Labels have gaps between them. */
  label.piece:not(.piece-last)::before {
    inset-inline-end: -0.6rem;
  }
  tbody .piece::before {
    inline-size: 4px;
    inset-block: 0;
    inset-inline-start: 2px;
    border-inline-start-width: 1px;
  }
  label.piece-first::before,
  thead .piece-first::before {
    inset-inline-start: 4px;
    border-inline-start-width: 1px;
  }
  label.piece-last::before,
  thead .piece-last::before {
    inset-inline-end: 4px;
    border-inline-end-width: 1px;
  }
  tbody .piece-first::before {
    inset-block-start: 4px;
    border-block-start-width: 1px;
  }
  tbody .piece-last::before {
    inset-block-end: 4px;
    border-block-end-width: 1px;
  }
`;
