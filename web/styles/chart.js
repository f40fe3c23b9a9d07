/** Styles of charts. */

import { css } from 'lit';

export const chartStyles = css`
  .chart {
    display: block;
    width: 100%;
    overflow: visible;
    fill: none;
  }
  .chart :is(line, polyline, circle) {
    stroke: var(--ink);
    vector-effect: non-scaling-stroke;
  }
  .chart :is(polyline, circle) {
    stroke-width: 1.5px;
  }
  .chart .hair {
    stroke: var(--hair);
  }
  .chart circle {
    fill: var(--paper);
  }
  /* In units of the chart: --small at full width. */
  .chart text {
    fill: var(--ink);
    font: 12.5px var(--sans);
  }
  /* Forced colours apply to text, but not to shapes. */
  @media (forced-colors: active) {
    .chart {
      --paper: Canvas;
      --ink: CanvasText;
      --faint: CanvasText;
      --hair: CanvasText;
    }
  }
`;
