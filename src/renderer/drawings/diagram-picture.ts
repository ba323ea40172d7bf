/** The largest side that a diagram may ask for, in CSS pixels. */
const LARGEST = 20_000;

const VIEW_BOX = /^<svg\b[^>]*?\bviewBox="([-\d.e ]{3,120})"/;

/**
 * The SVG as an address for an `<img>`, in which a browser runs no script and loads nothing; null where it is none.
 * It gets its size from its view box, as a picture with a width of 100 % has none of its own.
 */
export function diagramPicture(svg: string): { address: string; width: number; height: number } | null {
  const numbers = VIEW_BOX.exec(svg)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
  const [, , width = 0, height = 0] = numbers;
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || width <= 0 || height <= 0) return null;
  if (width > LARGEST || height > LARGEST) return null;
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
