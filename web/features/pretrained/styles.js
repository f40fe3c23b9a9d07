/** Styles of pretrained models: their panel, all heads at a glance, the residual stream, the answers. */

import { css } from 'lit';

export const pretrainedStyles = css`
  .pretrained ul.note {
    margin-block: 0.3em;
    padding-inline-start: 1.25em;
  }

  .pretrained progress {
    inline-size: min(100%, 16rem);
  }
  /* Wide enough for a finger. */
  .pretrained .interventions label {
    display: flow-root;
    line-height: 24px;
    padding-block: 2px;
  }
  .pretrained .interventions input[type='checkbox'] {
    inline-size: 24px;
    block-size: 24px;
    margin: 0 0.4em 0 0;
    vertical-align: middle;
  }
  .head-note {
    margin-block-end: 0.6em;
  }
  .head-note .silence-head {
    min-block-size: 28px;
  }
  .silenced-mark {
    font-size: 0.8em;
  }
  /* A mark below one map moves no map. */
  .all-heads-of-model td {
    vertical-align: top;
  }
  .all-heads-of-model > .wide {
    /* All heads of a layer beside each other, whatever the width. */
    container-type: inline-size;
  }
  .all-heads-of-model {
    --side: clamp(28px, (100cqi - 7rem) / var(--heads) - 13px, var(--most));
  }
  .all-heads-of-model table {
    border-collapse: separate;
    border-spacing: 6px;
  }
  .all-heads-of-model thead th + th {
    text-align: center;
  }
  .all-heads-of-model th {
    font-weight: normal;
    color: var(--faint);
  }
  .all-heads-of-model td .note {
    display: block;
    inline-size: 3rem;
  }
  .all-heads-of-model .thumb {
    display: block;
    padding-block: 5px 0;
    padding-inline: 5px 0;
    background: var(--pieces);
    border: 1px solid var(--hair);
    cursor: pointer;
  }
  .all-heads-of-model .thumb[aria-current='true'] {
    outline: 2px solid var(--q);
    outline-offset: 1px;
  }
  .all-heads-of-model .thumb.changed {
    border: 2px dashed var(--ink);
  }
  :is(.all-heads-of-model, .weights-change) canvas {
    display: block;
    inline-size: var(--side);
    block-size: var(--side);
    image-rendering: pixelated;
  }
  .model-picture svg {
    display: block;
    max-inline-size: 100%;
    block-size: auto;
    overflow: visible;
  }
  .model-picture .part {
    cursor: pointer;
  }
  .model-picture .part:focus {
    outline: none;
  }
  .model-picture .part:hover > rect:first-child {
    stroke-opacity: 1;
    stroke-width: 2px;
  }
  .model-picture .part:focus-visible > rect:first-child {
    stroke: var(--q);
    stroke-opacity: 1;
    stroke-width: 3px;
  }
  .weights-change .maps {
    display: flex;
    flex-wrap: wrap;
    gap: 0 2rem;
  }
  .weights-change canvas {
    border: 1px solid var(--hair);
  }
  .writing input {
    inline-size: 3.5rem;
  }
  .writing .presses {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem 1.2rem;
    margin: 0.3rem 0 0;
  }
  .writing .to-write {
    min-block-size: 1.5em;
    margin: 0;
  }
  .claim {
    max-inline-size: 40rem;
    margin-block-start: 1.5rem;
  }
  table.claims :is(th, td) {
    padding: 0.1rem clamp(0.5rem, 3cqi, 1.2rem) 0.1rem 0;
    text-align: start;
    font-variant-numeric: tabular-nums;
  }
  table.claims th[scope='row'] {
    white-space: normal;
  }
  table.stream {
    inline-size: min(100%, 44rem);
    border-collapse: collapse;
  }
  table.stream caption {
    white-space: normal;
    text-align: start;
    padding-block-end: 0.5rem;
  }
  table.stream thead th {
    white-space: normal;
    vertical-align: bottom;
  }
  table.stream th,
  table.stream td {
    padding: 0.2rem 0.6rem 0.2rem 0;
    text-align: start;
    font-weight: normal;
  }
  table.stream td:nth-child(2) {
    inline-size: 45%;
  }
  table.stream:has(.lens) {
    inline-size: 100%;
  }
  table.stream:has(.lens) td:nth-child(2) {
    inline-size: 35%;
  }
  .share-bar {
    --bar: var(--faint);
    display: inline-block;
    inline-size: calc(100% - 4.5rem);
    vertical-align: middle;
  }
  /* The bar stands above its number. */
  @container (width <= 34.29em) {
    table.stream .share-bar {
      display: block;
      inline-size: 100%;
    }
  }
  table.stream .attention .share-bar {
    --bar: var(--q);
  }
  table.stream .feedForward .share-bar {
    --bar: var(--k);
  }
  table.stream .lens span {
    display: inline-block;
    margin-inline-end: 0.6rem;
    white-space: nowrap;
  }
  table.stream .lens .final {
    font-weight: bold;
  }
  table.stream .here th {
    text-decoration: underline;
  }
  table.stream .number {
    font-variant-numeric: tabular-nums;
  }
  table.answer tbody .share-bar {
    --bar: var(--ink);
  }
  table.answer .before .share-bar {
    --bar: var(--faint);
  }
  table.answer td:is(.before, .after) {
    inline-size: 40%;
  }
  table.answer td:is(.after, .cosine):nth-child(2) {
    inline-size: 85%;
  }
  table.stream .cosine i {
    margin-inline-start: 50%;
  }
  table.stream .below i {
    translate: -100%;
  }
  table.stream .scale {
    display: flex;
    justify-content: space-between;
    font-size: 0.8em;
  }
  .likeness {
    max-inline-size: 44rem;
  }
  .pretrained .field label {
    display: block;
  }
  .pretrained .kept ul {
    margin: 0;
    padding-inline-start: 1.1em;
  }
  .pretrained .pair {
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem;
    align-items: baseline;
  }
  .pretrained .pair select {
    inline-size: auto;
    max-inline-size: 9rem;
  }
  .pretrained .changes {
    margin: 0.3rem 0;
    padding-inline-start: 1.1em;
  }
  .translation {
    overflow-wrap: anywhere;
  }
`;
