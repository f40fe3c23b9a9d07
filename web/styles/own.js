/** `<attention-map>`: what surrounds its table or map. */

import { css } from 'lit';

export const own = css`
  .own {
    position: relative;
    padding: 0.75rem 1rem;
  }
  .own caption,
  .own figcaption {
    max-width: none;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .own .heads {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.25em;
    padding: 0 0 0.5rem;
  }
  .own legend {
    float: left;
    padding: 0 0.5em 0 0;
    color: var(--faint);
  }
  .heads button {
    background: none;
    border: 0;
    border-radius: 2px;
    padding: 0.15em 0.6em;
    cursor: pointer;
  }
  .heads button:hover {
    box-shadow: inset 0 0 0 1px var(--hair);
  }
  .heads button[aria-pressed='true'] {
    box-shadow: inset 0 0 0 2px var(--ink);
  }
  .own .legend {
    margin-top: 0.5rem;
  }
  @media (pointer: coarse) {
    .heads button {
      min-width: 44px;
      min-height: 44px;
    }
  }
  @media (forced-colors: active) {
    .heads button[aria-pressed='true'] {
      outline: 2px solid Highlight;
    }
  }
`;
