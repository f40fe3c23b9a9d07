/** Styles of the grid of all heads, and of lines between two columns of words. */

import { css } from 'lit';

export const headMapStyles = css`
  /* In the lab, a text may stand beside the maps. */
  .own-weights {
    container-type: inline-size;
  }
  .own-weights .boxes {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
  }
  .matrix.all-heads table {
    width: auto;
    border-spacing: 3px;
  }
  .all-heads th {
    padding: 0 0.4em;
    border: 0;
    color: var(--faint);
    text-align: center;
  }
  .all-heads th[scope='row'] {
    text-align: end;
  }
  .all-heads .corner {
    border: 0;
  }
  .all-heads td {
    padding: 0;
  }
  .all-heads .thumb {
    display: block;
    padding: 0;
    border: 1px solid var(--hair);
    border-radius: 0;
    background: none;
  }
  .all-heads button.thumb {
    cursor: zoom-in;
  }
  .all-heads button.thumb:hover {
    border-color: var(--ink);
  }
  .all-heads .thumb canvas {
    display: block;
    width: clamp(28px, (100cqi - 5rem) / var(--heads) - 8px, 160px);
    aspect-ratio: 1 / var(--shape);
    image-rendering: pixelated;
  }
  @media print {
    .all-heads .thumb canvas {
      /* As wide as a sheet upright, so that a sheet across has room for twelve layers. */
      width: min(160px, (min(100cqi, 600px) - 5rem) / var(--heads) - 8px);
    }
  }
`;

export const lineStyles = css`
  .lines {
    margin: 0;
  }
  .lines .caption {
    max-width: none;
    font: var(--small) / 1.45 var(--sans);
  }
  .lines .scroll {
    display: grid;
    grid-template-columns: minmax(4rem, auto) minmax(4.5rem, 1fr) minmax(4rem, auto);
    align-items: start;
    max-height: 45rem;
    overflow: hidden auto;
    scrollbar-width: thin;
    margin: 0.3rem 0;
  }
  /* Fades below while there are more words. Words that fit have no timeline, and so no fade. */
  @media screen and (forced-colors: none) {
    @supports (animation-timeline: scroll()) {
      .lines .scroll {
        animation: more-below linear both;
        animation-timeline: scroll(self block);
      }
    }
    @keyframes more-below {
      from,
      95% {
        mask-image: linear-gradient(#000 calc(100% - 2.5rem), transparent);
      }
    }
  }
  /* As high as the words, whatever its width. Lines end where the numbers beside the words begin. */
  .lines svg {
    align-self: stretch;
    width: 100%;
    height: auto;
    margin-block-start: 1.25rem;
    padding-right: calc(1ch * var(--after, 0));
    padding-left: calc(1ch * var(--before, 0));
    contain: size;
  }
  .lines [dir='rtl'] > svg {
    transform: scaleX(-1);
  }
  .lines path {
    fill: none;
    vector-effect: non-scaling-stroke;
  }
  .lines .column {
    display: flex;
    flex-direction: column;
    min-width: 0;
  }
  .lines .column.q {
    text-align: end;
  }
  .lines .column > * {
    padding: 0 0.4rem;
  }
  .lines .column > .note {
    height: 1.25rem;
  }
  .lines .word {
    position: relative;
    display: flex;
    align-items: center;
    height: 26px;
    color: var(--ink);
    white-space: nowrap;
  }
  .lines .q .word {
    justify-content: end;
  }
  /* Beside the word, at the end of its line: no word moves. */
  .lines .word::after {
    position: absolute;
    color: var(--ink);
    font-weight: 400;
    line-height: 1.2;
    content: attr(data-weight);
  }
  .lines .q .word::after {
    left: 100%;
  }
  .lines .k .word::after {
    right: 100%;
  }
  .lines [dir='rtl'] > .q .word::after {
    right: 100%;
    left: auto;
  }
  .lines [dir='rtl'] > .k .word::after {
    right: auto;
    left: 100%;
  }
  .lines .word.active {
    font-weight: 600;
  }
  .lines .word[aria-pressed='true'] {
    box-shadow: inset 0 0 0 2px var(--ink);
  }
  .lines .word:focus-visible {
    outline-offset: -2px;
  }
  @media (pointer: coarse) {
    .lines .word {
      height: 44px;
    }
  }
  @media (forced-colors: active) {
    .lines .word[aria-pressed='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  /* On paper all words are there at once, and in one piece, or words would leave their lines where a sheet ends. */
  @media print {
    .lines {
      display: inline-block;
      width: 100%;
    }
    .lines .scroll {
      max-height: none;
      overflow: visible;
    }
    .lines .word {
      height: var(--pitch);
      font-size: min(1em, 0.85 * var(--pitch));
    }
  }
`;
