/** Errors that leave a Worker keep what they say of themselves: comlink sends name, message and stack alone. */

/** @import { TransferHandler } from 'comlink' */

const DETAILS = ['code', 'reason', 'argument', 'expected', 'received'];

/** An error as plain data, which a Worker may send as part of an answer. @param {any} error */
export const toErrorDetails = (error) => ({
  message: String(error.message),
  ...Object.fromEntries(
    DETAILS.flatMap((name) => (error[name] === undefined ? [] : [[name, error[name]]])),
  ),
});

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
      if (sent.isError) Object.assign(sent.value, toErrorDetails(error));
      return [sent, transferables];
    },
  });
}
