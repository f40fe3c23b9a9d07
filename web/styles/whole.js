/** Styles of the whole picture, in the script that draws it. */

import { css } from 'lit';

export const wholeStyles = css`
  .guide {
    border-top: 0;
    margin-top: 0;
  }
  .whole-picture {
    min-width: 0;
  }
  .whole-picture svg {
    display: block;
    max-width: 100%;
    height: auto;
    margin: 0 auto;
    overflow: visible;
    forced-color-adjust: none;
  }
  @media (forced-colors: active) {
    .whole-picture text {
      fill: CanvasText;
      stroke: Canvas;
      paint-order: stroke;
    }
  }
  :host([compact]) .whole-picture :is(.pointed, .stages) {
    display: none;
  }
  :host([compact]) .whole-picture svg {
    max-height: max(56.25cqi - 200px, 280px);
  }
  .whole-picture .cells rect,
  .whole-picture [role='button'],
  .whole-picture .words text {
    cursor: pointer;
  }
  .whole-picture .edge,
  .whole-picture .hatch,
  .whole-picture .ways,
  .whole-picture .links {
    pointer-events: none;
  }
  .whole-picture .edge[role='button'] {
    pointer-events: auto;
  }
  .whole-picture svg :focus {
    outline: none;
  }
  .whole-picture rect:focus-visible {
    stroke: var(--q);
    stroke-width: 3px;
    paint-order: stroke;
  }
  .whole-picture text:focus-visible {
    text-decoration: underline;
    text-decoration-thickness: 2px;
  }
  .whole-picture .box:focus-visible .edge,
  .whole-picture .box:has(:focus-visible) .edge {
    stroke: var(--q);
    stroke-width: 2px;
  }
  .whole-picture .links .off {
    stroke-opacity: 0.12;
  }
  .whole-picture .later {
    opacity: 0.1;
  }
  .whole-picture .links .later {
    opacity: 0;
  }
  .whole-picture .now .edge {
    stroke: var(--ink);
    stroke-width: 1.5px;
  }
  .whole-picture .folded:hover .edge {
    stroke: var(--ink);
  }
  .walk {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 1.5rem;
    border-top: 1px solid var(--hair);
    margin-top: 0.5rem;
    padding-top: 0.6rem;
  }
  .walk .buttons {
    display: flex;
    gap: 1.25rem;
  }
  .walk button {
    min-height: 28px;
  }
  /* As wide as the longest label, so that nothing moves under the pointer. */
  .walk button:first-child {
    min-width: max(3em, 44px);
  }
  .scrub {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.6rem;
    flex: 0 1 20rem;
  }
  .scrub input {
    flex: 1 1 auto;
    min-width: 5rem;
  }
  .said {
    flex: 1 1 20rem;
    font: var(--text) / 1.4 var(--serif);
  }
  .stages ul,
  .stages ol {
    margin: 0.25rem 0;
    padding-inline-start: 1.5rem;
  }
  .stages ul {
    padding: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25rem;
  }
  .whole-picture .layers {
    display: flex;
    align-items: baseline;
    gap: 0.25em;
    margin-top: 0.5rem;
  }
  @media (prefers-reduced-motion: no-preference) {
    .whole-picture .box,
    .whole-picture .links path {
      transition: opacity 200ms;
    }
    .whole-picture .links .now {
      animation: come 300ms ease-out;
    }
    @keyframes come {
      from {
        stroke-dasharray: 1200;
        stroke-dashoffset: 1200;
      }
      to {
        stroke-dasharray: 1200;
        stroke-dashoffset: 0;
      }
    }
  }
  @media (pointer: coarse) {
    .walk button,
    .walk input {
      min-width: 44px;
      min-height: 44px;
    }
  }
`;
