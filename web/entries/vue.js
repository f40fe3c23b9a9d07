/**
 * The elements as components of Vue. When Vue hydrates, it does not set the constants of a
 * template, such as `:weights="[[1, 0]]"`, and a server cannot write an object. These components
 * also set them after hydration. A server would write false as a text, which counts as true.
 */

import { camelize, h } from 'vue';
import { defineElements, AttentionLab as Lab, AttentionMap as LabMap } from './element.js';
import { isObjectProperty } from './object-properties.js';

/** @import { VNode } from 'vue' */

defineElements();

export const AttentionLab = makeComponent('attention-lab', Lab);

export const AttentionMap = makeComponent('attention-map', LabMap);

/** @param {string} tag @param {typeof Lab | typeof LabMap} elementClass */
function makeComponent(tag, elementClass) {
  /**
   * @param {Record<string, unknown>} props
   * @param {{ slots: { default?: () => VNode[] } }} context
   */
  const render = (props, { slots }) =>
    h(tag, Object.fromEntries(Object.entries(props).map(toProperty)), slots.default?.());
  // Without declared props, all attributes are passed, and nothing is set twice.
  return Object.assign(render, { inheritAttrs: false, displayName: tag });

  /**
   * Sets an object or false as a property, which no server writes. Vue handles other values itself.
   * @param {[name: string, value: unknown]} entry
   */
  function toProperty([name, value]) {
    const property = camelize(name);
    const isFalse = value === false && Object.hasOwn(elementClass.properties, property);
    const isProperty = isFalse || isObjectProperty(property, value, elementClass);
    return isProperty ? [`.${property}`, value] : [name, value];
  }
}
