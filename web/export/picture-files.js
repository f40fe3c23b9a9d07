import { pngOf } from '../figures/pixels.js';
import { escapedForXml } from '../text/markup.js';
import { SIZE } from './drawing.js';

/** @import { Drawing } from './types.js' */

const FONT = 'sans-serif';

const HALF = 0.5;

/**
 * @param {Drawing} drawing
 * @returns {string} a whole SVG file
 */
export function toSvg({ width, height, title, rectangles, lines, labels, images = [] }) {
  const rows = [
    ...rectangles.map(
      (box) =>
        `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${box.fill}"/>`,
    ),
    ...images.map(
      ({ x, y, width: wide, height: high, canvas }) =>
        `<image x="${x}" y="${y}" width="${wide}" height="${high}" preserveAspectRatio="none" style="image-rendering:pixelated" href="${canvas.toDataURL()}"/>`,
    ),
    ...lines.map(
      ({ x, y, dx, dy, stroke, opacity = HALF, thickness = 1 }) =>
        `<path d="M${x} ${y}l${dx} ${dy}" stroke="${stroke}" opacity="${opacity}"${thickness === 1 ? '' : ` stroke-width="${thickness}"`}/>`,
    ),
    ...labels.map(
      ({ x, y, text, anchor, fill, upwards, size, italic }) =>
        `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${fill}"${
          upwards ? ` transform="rotate(-90 ${x} ${y})"` : ''
        }${size ? ` font-size="${size}"` : ''}${italic ? ' font-style="italic"' : ''}>${escapedForXml(text)}</text>`,
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" font-size="${SIZE}">
<title>${escapedForXml(title)}</title>
${rows.join('\n')}
</svg>
`;
}

/**
 * Drawn on a canvas directly: a strict policy forbids an image of the SVG.
 * @param {Drawing} drawing
 * @returns {Promise<Blob>}
 */
export function toPng({ width, height, rectangles, lines, labels, images = [] }) {
  // Some browsers make no larger canvas, and one of an image is quickly made.
  const most = images.length > 0 ? 2560 : 8192;
  const scale = Math.min(2, most / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.scale(scale, scale);
  for (const box of rectangles) {
    context.fillStyle = box.fill;
    context.fillRect(box.x, box.y, box.width, box.height);
  }
  context.imageSmoothingEnabled = false;
  for (const image of images) {
    context.drawImage(image.canvas, image.x, image.y, image.width, image.height);
  }
  for (const { x, y, dx, dy, stroke, opacity = HALF, thickness = 1 } of lines) {
    context.globalAlpha = opacity;
    context.lineWidth = thickness;
    context.strokeStyle = stroke;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + dx, y + dy);
    context.stroke();
  }
  context.globalAlpha = 1;
  for (const { x, y, text, anchor, fill, upwards, size = SIZE, italic } of labels) {
    context.save();
    context.font = `${italic ? 'italic ' : ''}${size}px ${FONT}`;
    context.translate(x, y);
    if (upwards) context.rotate(-Math.PI / 2);
    context.fillStyle = fill;
    context.textAlign = anchor === 'middle' ? 'center' : anchor;
    context.fillText(text, 0, 0);
    context.restore();
  }
  return pngOf(canvas);
}
