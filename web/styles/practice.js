import { css } from 'lit';

export const practiceStyles = css`
  .suspects {
    display: flex;
    flex-wrap: wrap;
    gap: 1.5rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .suspects > li {
    display: flex;
    flex-direction: column;
    gap: 0.4rem;
    max-width: 100%;
    align-items: flex-start;
  }
  .suspects p {
    max-width: 21rem;
    margin: 0;
  }
  .suspects .found {
    outline: 2px solid var(--negative);
    outline-offset: 0.4rem;
  }
  .program.wrong {
    text-decoration: line-through;
  }
  attention-answer form {
    max-width: 26rem;
  }
  attention-answer textarea {
    display: block;
    width: 100%;
    font: inherit;
    color: inherit;
    background: none;
    border: 1px solid var(--hair);
  }
  attention-answer .checks {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem;
    align-items: center;
  }
  .others > * {
    margin-inline-end: 0.75rem;
  }
  .figure > .question {
    margin-top: 1rem;
  }
  .results > ul {
    margin: 0 0 1.25rem;
    padding: 0;
    list-style: none;
  }
  .results > ul > li {
    max-width: 44rem;
    margin-bottom: 0.9rem;
  }
  .results li p {
    margin: 0 0 0.15rem;
  }
`;
