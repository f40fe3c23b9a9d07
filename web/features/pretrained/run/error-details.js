/**
 * Keeps the details of errors that leave a Worker. By default, comlink sends only name, message and
 * stack.
 */

/** @import { TransferHandler } from 'comlink' */

const DETAILS = ['code', 'reason', 'argument', 'expected', 'received'];

/** Converts an error to data that a Worker can send. @param {any} error */
export const toErrorDetails = (error) => ({
  message: String(error.message),
  ...Object.fromEntries(
    DETAILS.flatMap((name) => (error[name] === undefined ? [] : [[name, error[name]]])),
  ),
});

/**
 * Makes comlink send the details of errors. Must be called in the Worker before it answers.
 * @param {Map<string, TransferHandler<any, any>>} handlers the handlers of comlink
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
