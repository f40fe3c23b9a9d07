// The buttons of a message of the page, as its template has them.

/** What each button does, by its class. @param {any} message @returns {[name: string, press: (event?: any) => void, label: string][]} */
export function buttonsIn(message) {
  if (!message?.strings) return [];
  if (!message.strings[0].startsWith('<button')) return message.values.flatMap(buttonsIn);
  const [name, press, label] = message.values;
  return [[name, press, label]];
}
