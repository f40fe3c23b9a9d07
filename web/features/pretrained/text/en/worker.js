/** What the page says of the Worker that runs a model. */

export const workerEnded =
  'The browser ended the Worker that held the model, perhaps because memory ran out.';
