/** Errors that leave a Worker keep what they say of themselves: comlink sends name, message and stack alone. */

/** @import { TransferHandler } from 'comlink' */

const DETAILS = ['code', 'reason', 'argument', 'expected', 'received'];

/**
 * In the Worker, before it answers.
 * @param {Map<string, TransferHandler<any, any>>} handlers of comlink
 */
export function keepErrorDetails(handlers) {
  const thrown = /** @type {TransferHandler<any, any>} */ (handlers.get('throw'));
  handlers.set('throw', {
    ...thrown,
    serialize(value) {
      const [sent, transferables] = thrown.serialize(value);
      const { value: error } = value;
      if (sent.isError)
        for (const name of DETAILS) if (error[name] !== undefined) sent.value[name] = error[name];
      return [sent, transferables];
    },
  });
}
