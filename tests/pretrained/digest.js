/** @import { PretrainedModel } from '../../src/js/pretrained/model.js' */

/**
 * Computes one number (FNV-1a) from the bits of all tables and results of some texts.
 * @param {PretrainedModel} model @param {readonly string[]} texts
 */
export const digestRuns = (model, texts) =>
  texts.map((text) => {
    const { layers, hidden, embedding } = model.run(text, { trace: true });
    const tensors = [...layers.flatMap((tables) => Object.values(tables)), hidden, embedding];
    let hash = 0x811c9dc5;
    for (const { buffer } of tensors.flatMap((tensor) => tensor?.data ?? []))
      for (const byte of new Uint8Array(buffer)) hash = Math.imul(hash ^ byte, 0x01000193);
    return hash >>> 0;
  });
