/** The largest width or height of a diagram, in CSS pixels. */
const MAX_SIZE = 20_000;

const VIEW_BOX = /^<svg\b[^>]*?\bviewBox="([-\d.e ]{3,120})"/;

/**
 * Encodes the SVG as an address for an `<img>`, where the browser runs no scripts and loads nothing; null if it is not
 * an SVG. Sets width and height from the view box, because an image whose width is 100 % has no size of its own.
 */
export function diagramPicture(svg: string): { address: string; width: number; height: number } | null {
  const numbers = VIEW_BOX.exec(svg)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
  const [, , width = 0, height = 0] = numbers;
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || width <= 0 || height <= 0) return null;
  if (width > MAX_SIZE || height > MAX_SIZE) return null;
  const sized = svg.replace(/^<svg\b([^>]*)>/, (_, attributes: string) => {
    const rest = attributes.replace(/\s(?:width|height)="[^"]*"/g, "");
    return `<svg width="${width}" height="${height}"${rest}>`;
  });
  return {
    address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`,
    width: Math.ceil(width),
    height: Math.ceil(height),
  };
}
