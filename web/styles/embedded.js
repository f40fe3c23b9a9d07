/** Styles of an element within an author's text, which is as high as its content, and of a slide. */

import { css } from 'lit';

export const embeddedStyles = css`
  .lab.part {
    padding: 0.25rem 1rem 1rem;
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

  /* The attribute “compact”: a step that fits a slide, without the texts that a speaker says. */
  :host([compact]) {
    --large: calc(var(--size) * max(1.25rem, 20px));
    --cell: var(--attention-cell-size, calc(var(--size) * max(1.625rem, 26px)));
  }
  :host([compact]) .lab {
    padding: 0 0.75rem 0.25rem;
  }
  :host([compact]) :is(.export, .invitation, .one > header .note, .badge + .note),
  :host([compact]) .prose:not(.course .prose, :has(.status, [role='alert']:not(.refused))),
  :host([compact])
    .course
    :is(.setup > :not(.question, .status, [role='alert'], :has(.status, [role='alert'])), .closing, .origin) {
    display: none;
  }
  :host([compact]) .token-bar {
    min-height: 0;
    margin-bottom: 0.25rem;
  }
  :host([compact]) .steps {
    padding-top: 0;
  }
  :host([compact]) .one {
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
    min-height: 0;
  }
  :host([compact]) .one > header {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 1.5rem;
  }
  :host([compact]) .answering {
    grid-area: auto;
  }
  /* Formula and legend stand beside the last table if there is space. */
  :host([compact]) .figure {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 0.25rem 1rem;
    grid-area: auto;
  }
  :host([compact]) .matrices:not(.course .matrices) {
    display: contents;
  }
  :host([compact]) .below {
    flex: 1 1 20rem;
  }
  :host([compact]) .trace {
    flex: 1 0 100%;
    scroll-margin: 0;
  }
  /* A part that the reader opens stays on a slide of 16:9 and scrolls there, with a faded end. A
     part that the author opens is shown in full. */
  :host([compact]:not([cell], [view='whole'])) .lab:has(.trace, .walk) {
    max-height: max(56.25cqi, 480px);
    overflow-y: auto;
    scrollbar-width: thin;
  }
  :host([compact]:not([cell], [view='whole'])) .lab:has(.trace, .walk)::after {
    display: block;
    position: sticky;
    bottom: -0.25rem;
    height: 1.5rem;
    background: linear-gradient(transparent, var(--paper) 80%);
    color: var(--faint);
    text-align: center;
    pointer-events: none;
    content: '▾';
    content: '▾' / '';
  }
  @supports (animation-timeline: scroll()) {
    :host([compact]) .lab::after {
      animation: end linear both;
      animation-timeline: scroll(nearest);
    }
    @keyframes end {
      95% {
        opacity: 1;
      }
      to {
        opacity: 0;
      }
    }
  }
  :host([compact]) :is(.bar, .badge) {
    margin-top: 0.25rem;
  }
`;
