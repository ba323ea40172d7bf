import type { Picture } from "../../../core/office/docx/docx-plan";
import { bytesOf, paintedPng } from "./picture-bytes";

/** The largest size of a picture on paper, in CSS pixels. */
const MAX_WIDTH = 600;
const MAX_HEIGHT = 860;

/**
 * The size of a picture in CSS pixels, from its attributes and its own size. As in the editor, a width keeps the proportions, and a
 * height counts only without one.
 */
export function pictureSize(
  given: { width: string | null; height: string | null },
  own: { width: number; height: number },
): { width: number; height: number } {
  const width = pixels(given.width, MAX_WIDTH);
  const height = pixels(given.height, MAX_HEIGHT);
  if (width !== null) return { width, height: (width * own.height) / own.width };
  if (height !== null) return { width: (height * own.width) / own.height, height };
  return own;
}

/** An attribute of a picture: pixels, or a share of the paper. */
function pixels(value: string | null, whole: number): number | null {
  const found = /^(\d{1,5})(%?)$/.exec(value ?? "");
  const number = Number(found?.[1] ?? 0);
  return number > 0 ? (found?.[2] ? (number / 100) * whole : number) : null;
}

/** A picture of the collected document for Word; null if it cannot be read. */
export async function docxPicture(image: HTMLImageElement): Promise<Picture | null> {
  const address = image.getAttribute("src") ?? "";
  const found = /^data:image\/([a-z+]+)[;,]/i.exec(address);
  if (!found) return null;
  try {
    const shown = new Image();
    shown.src = address;
    await shown.decode();
    const own = pictureSize(
      { width: image.getAttribute("width"), height: image.getAttribute("height") },
      { width: shown.naturalWidth || 300, height: shown.naturalHeight || 150 },
    );
    const scale = Math.min(1, MAX_WIDTH / own.width, MAX_HEIGHT / own.height);
    const size = { width: Math.round(own.width * scale), height: Math.round(own.height * scale) };
    const alt = image.alt;
    const type = (found[1] ?? "").toLowerCase();
    if (type === "png" || type === "jpeg" || type === "gif" || type === "bmp") {
      const bytes = await bytesOf(address);
      return { type: type === "jpeg" ? "jpg" : type, bytes, ...size, alt };
    }
    const fallback = await paintedPng(shown, own.width, own.height);
    if (type === "svg+xml") return { type: "svg", bytes: await bytesOf(address), fallback, ...size, alt };
    return { type: "png", bytes: fallback, ...size, alt };
  } catch {
    return null;
  }
}
