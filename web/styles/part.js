/** A part within an author's text: as high as its content, and nothing sticky. */

import { css } from 'lit';

export const part = css`
  .lab.part {
    padding: 0.25rem 1rem 1rem;
  }
  .part .token-bar,
  .part .strip,
  .part .bar,
  .part .turns {
    position: static;
  }
  .part .token-bar {
    flex-wrap: wrap;
  }
  .part .tools {
    margin-left: auto;
  }
  .part .one {
    min-height: 0;
  }
  .part .bar {
    margin-top: 1rem;
  }
  .part .steps {
    border-top: 0;
    margin-top: 0;
    padding-top: 0.25rem;
  }
  .part > .badge {
    margin-top: 1rem;
  }
`;
