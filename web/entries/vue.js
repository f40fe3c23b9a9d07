/**
 * The elements as components of Vue. A template's constants, as in `:weights="[[1, 0]]"`, Vue takes for
 * written by the server, which cannot write an object: through a component they arrive after hydration, too.
 */

import { camelize, h } from 'vue';
import { defineElements } from './element.js';

/** @import { VNode } from 'vue' */

defineElements();

export const AttentionLab = component('attention-lab');

export const AttentionMap = component('attention-map');

/** @param {string} tag */
function component(tag) {
  /**
   * @param {Record<string, unknown>} props
   * @param {{ slots: { default?: () => VNode[] } }} context
   */
  const render = (props, { slots }) =>
    h(tag, Object.fromEntries(Object.entries(props).map(asProperty)), slots.default?.());
  // Without declared props, all is given; and nothing is set twice.
  return Object.assign(render, { inheritAttrs: false, displayName: tag });
}

/**
 * An object is set as a property, whatever its name; all else Vue knows how to set.
 * @param {[name: string, value: unknown]} entry
 */
const asProperty = ([name, value]) =>
  typeof value === 'object' && value !== null && !['class', 'style'].includes(name)
    ? [`.${camelize(name)}`, value]
    : [name, value];
