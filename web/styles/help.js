/** The dialog that lists the keys. */

import { css } from 'lit';

export const help = css`
  .help {
    color: var(--ink);
    background: var(--paper);
    border: 1px solid var(--faint);
    max-width: min(36rem, 90vw);
  }
  .help dl {
    display: grid;
    grid-template-columns: auto 1fr;
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
