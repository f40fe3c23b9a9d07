/**
 * Sets a constant in the text of a module that a script writes in part. Everything else stays as it
 * is, such as comments and functions.
 * @param {string} text
 * @param {string} name
 * @param {string} value the code between `=` and the semicolon that ends the line
 */
export function setConstant(text, name, value) {
  const declaration = new RegExp(`^((?:export )?const ${name} =).*?;$`, 'ms');
  if (!declaration.test(text)) throw new Error(`The module has no constant ${name}`);
  return text.replace(declaration, (_, start) => `${start}${value};`);
}
