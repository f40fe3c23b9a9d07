/** Styles of the training panel. */

import { css } from 'lit';

export const trainingStyles = css`
  /* The text of the first changes, and nothing moves. */
  .learn :nth-last-child(2) {
    min-width: 4.5em;
    margin-right: 0.75rem;
  }
  .training .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    padding: 0.35rem 0;
  }
  .training input[type='range'] {
    width: 100%;
    margin: 0;
  }
  /* Two lines, whatever it says: nothing moves under the pointer while numbers change. */
  .reached {
    min-height: 2.9em;
  }
  .examples ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 1rem;
    list-style: none;
    margin: 0;
    padding: 0.25rem 0;
  }
  .trained-on ol {
    padding-left: 1.5em;
  }
  .vocabulary {
    max-height: 12em;
    overflow: auto;
  }
  .heads-measured :is(th, td) {
    padding: 0 0.25rem;
    text-align: right;
    white-space: normal;
  }
  .curves {
    margin: 0.25rem 0 0;
  }
  .curves polyline.loss {
    stroke: var(--k);
  }
  .curves polyline.right {
    stroke: var(--v);
  }
  /* One line each, so that the range of the loss moves nothing when it appears. */
  .curves span {
    display: block;
  }
  .curves span.loss {
    color: var(--k-letter);
  }
  .curves span.right {
    color: var(--v-letter);
  }
  @media (pointer: coarse) {
    :is(.training, .learn) button,
    .training select {
      min-height: 44px;
    }
  }
`;
