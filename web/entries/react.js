'use client';

/**
 * The elements as components of React. React sets objects and listeners on a custom element that it
 * creates, but not on a server-rendered one. These components set them in both cases.
 */

import { createElement, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { defineElements, AttentionLab as Lab, AttentionMap as LabMap } from './element.js';
import { isObjectProperty } from './object-properties.js';

defineElements();

export const AttentionLab = makeComponent('attention-lab', Lab);

export const AttentionMap = makeComponent('attention-map', LabMap);

/** @param {string} tag @param {typeof Lab | typeof LabMap} elementClass */
function makeComponent(tag, elementClass) {
  /** @param {Record<string, any>} props */
  return function AttentionElement({ ref, children, ...props }) {
    const element = useRef(/** @type {any} */ (null));
    // Without the empty list, React calls a ref function again after each render.
    useImperativeHandle(ref, () => element.current, []);

    /** @param {[name: string, value: unknown]} entry */
    const isObject = ([name, value]) => isObjectProperty(name, value, elementClass);
    const objects = Object.fromEntries(Object.entries(props).filter(isObject));
    const given = useRef(/** @type {Record<string, unknown>} */ ({}));
    useLayoutEffect(() => {
      for (const name of Object.keys({ ...given.current, ...objects })) {
        // React has set a text already.
        if (typeof props[name] === 'string' || isSame(objects[name], given.current[name])) continue;
        element.current[name] = objects[name] ?? null;
      }
      given.current = objects;
    });

    const listeners = Object.entries(props).filter(([name]) => isListener(name));
    useLayoutEffect(() => {
      const all = new AbortController();
      for (const [name, listener] of listeners) {
        if (listener) element.current.addEventListener(toEventName(name), listener, all);
      }
      return () => all.abort();
    });

    const rest = Object.entries(props).filter((entry) => !isListener(entry[0]) && !isObject(entry));
    return createElement(tag, { ...Object.fromEntries(rest), ref: element }, children);
  };
}

/**
 * Tells whether a render repeats a property. `state={{ key: 2 }}` is a new object each time, which
 * would undo what the reader has selected since.
 * @param {any} value @param {any} before
 */
function isSame(value, before) {
  if (value === before) return true;
  if (!isPlain(value) || !isPlain(before)) return false;
  const names = Object.keys({ ...value, ...before });
  return names.every((name) => Object.hasOwn(value, name) && value[name] === before[name]);
}

/** @param {any} value */
const isPlain = (value) => value && Object.getPrototypeOf(value) === Object.prototype;

/** @param {string} name */
const isListener = (name) => name.startsWith('onAttention');

/** Converts `onAttentionCell` to `attention-cell`. @param {string} name */
const toEventName = (name) => `attention-${name.slice('onAttention'.length).toLowerCase()}`;
