/** Styles of the trace of a number. */

import { css } from 'lit';

export const traceStyles = css`
  .trace {
    margin-top: 1rem;
    scroll-margin: var(--below-bar) 0 4.5rem;
    border-top: 2px solid var(--trace);
    padding-top: 0.6rem;
    display: grid;
    gap: 0.5rem 2.5rem;
    grid-template-columns: minmax(0, 1fr);
  }
  .trace header {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 1rem;
  }
  .trace button {
    min-height: 24px;
  }
  .trace [data-level] {
    font: 400 var(--text) / 1.3 var(--sans);
    margin: 0;
  }
  .trace [data-level='4'] {
    font-size: var(--small);
    color: var(--faint);
  }
  .sum,
  .computed {
    overflow-wrap: anywhere;
  }
  .sum {
    font-size: var(--text);
  }
  :is(.sum, .computed) .factor {
    white-space: nowrap;
  }
  .whole {
    color: var(--faint);
    font-size: var(--small);
    margin-left: 0.75em;
    white-space: nowrap;
  }
  .terms {
    justify-self: start;
  }
  @container (width <= 40em) {
    .trace .terms td:has(meter) {
      display: none;
    }
  }
  .terms td,
  .terms th {
    padding: 0.1rem 0.6rem 0.1rem 0;
    text-align: right;
    white-space: nowrap;
    border: 0;
  }
  .terms caption {
    white-space: normal;
  }
  @media (pointer: coarse) {
    .terms td[data-place] {
      height: 44px;
    }
  }
  @container (width <= 25.72em) {
    .terms :is(td, th) {
      white-space: normal;
    }
  }
  /* Bars start in the middle and extend to the right, or to the left for negative numbers. */
  .terms td:has(meter) {
    padding: 0;
    background: linear-gradient(var(--faint), var(--faint)) center / 1px 100% no-repeat;
  }
  .next-words {
    width: 100%;
    max-width: 36rem;
    margin-top: 1rem;
  }
  .next-words td {
    height: 1.75rem;
  }
  .next-words th {
    width: 5.5em;
    text-align: start;
  }
  .next-words td:nth-child(2) {
    width: 4em;
    cursor: pointer;
  }
  .share {
    display: block;
    flex: none;
    inline-size: max(1px, var(--part));
    block-size: 1.1em;
    background: var(--bar, var(--weight));
  }
  .terms meter {
    --bar: var(--positive);
    width: min(3.5rem, 10cqw);
    margin-left: min(3.5rem, 10cqw);
    height: 0.7rem;
    vertical-align: middle;
  }
  .terms meter.negative {
    --bar: var(--negative);
    margin: 0 min(3.5rem, 10cqw) 0 0;
    transform: scaleX(-1);
  }
  /* A meter is a plain bar. */
  meter {
    background: none;
    border: 0;
  }
  meter::-webkit-meter-bar {
    background: none;
    border: 0;
    border-radius: 0;
    height: 100%;
  }
  meter::-webkit-meter-inner-element {
    border: 0;
    height: 100%;
  }
  meter::-webkit-meter-optimum-value {
    background: var(--bar);
  }
  meter::-moz-meter-bar {
    background: var(--bar);
  }
  .editor {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.25rem 1rem;
  }
  .editor input.edit {
    width: 8em;
    font: inherit;
  }
  .editor [type='range'] {
    align-self: center;
  }
  .ways {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 3rem;
  }
`;
