/** Makes one SVG of a light and a dark one, which follows the colour scheme of the page. */

const TAG = /<[^<>]+>/g;
const PAINT = /(?<= )(fill|stroke)="([^"]*)"/g;

/**
 * Joins a light and a dark picture. A program without `light-dark()` takes the light colours.
 * @param {string} light
 * @param {string} dark
 */
export function joinThemes(light, dark) {
  const tags = dark.match(TAG) ?? [];
  // Large maps join their cells by colour, so their parts differ.
  if (light.replace(PAINT, '') !== dark.replace(PAINT, '')) return light;
  let i = 0;
  return light.replace(TAG, (tag) => {
    const others = [...(tags[i++].matchAll(PAINT) ?? [])];
    const changed = [...tag.matchAll(PAINT)].flatMap(([, name, colour], at) => {
      const [, , other] = others[at];
      return colour === other ? [] : [`${name}:light-dark(${colour},${other})`];
    });
    return changed.length === 0 ? tag : tag.replace(/\/?>$/, ` style="${changed.join(';')}"$&`);
  });
}
