// Renders Lit templates as text, without a browser.

/** @import { TemplateResult } from 'lit' */

/** @param {unknown} value a template or a list of templates @returns {string} */
export function markup(value) {
  if (Array.isArray(value)) return value.map(markup).join('');
  const { strings, values } = /** @type {TemplateResult} */ (value ?? {});
  const made = /** @type {{ _$litDirective$?: new (part: object) => any, values: unknown[] }} */ (
    value ?? {}
  );
  if (made._$litDirective$?.name === 'KeepOldNumbers')
    return markup(new made._$litDirective$({}).render(...made.values));
  if (!strings) return ['symbol', 'function'].includes(typeof value) ? '' : String(value ?? '');
  return strings.map((part, i) => (i > 0 ? markup(values[i - 1]) : '') + part).join('');
}

/** @param {string} source @returns {string} the text without tags */
export const plain = (source) =>
  source
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
