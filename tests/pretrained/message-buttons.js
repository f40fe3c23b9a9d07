/**
 * Returns the handlers of the buttons by their class.
 * @param {any} message @returns {[name: string, press: (event?: any) => void, label: string][]}
 */
export function buttonsIn(message) {
  if (!message?.strings) return [];
  if (!message.strings[0].startsWith('<button')) return message.values.flatMap(buttonsIn);
  const [name, press, label] = message.values;
  return [[name, press, label]];
}
