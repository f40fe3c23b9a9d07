/**
 * Tells whether a component has to set a property itself, since a server cannot write an object.
 * @param {string} name
 * @param {unknown} value
 * @param {{ properties: object }} elementClass
 */
export const isObjectProperty = (name, value, { properties }) =>
  typeof value === 'object' && value !== null && Object.hasOwn(properties, name);
