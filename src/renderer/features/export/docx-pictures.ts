import type { Picture } from "../../../core/office/docx/docx-plan";

/** The largest size of a picture on paper, in CSS pixels. */
const MAX_WIDTH = 600;
const MAX_HEIGHT = 860;

/** Resolution of the PNG made from a drawing, relative to its size. */
const RASTER_SCALE = 2;

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
    const fallback = await painted(shown, own.width, own.height);
    if (type === "svg+xml") return { type: "svg", bytes: await bytesOf(address), fallback, ...size, alt };
    return { type: "png", bytes: fallback, ...size, alt };
  } catch {
    return null;
  }
}

/** The bytes of a `data:` URL; the content security policy does not allow `fetch` for them. */
async function bytesOf(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const comma = address.indexOf(",");
  const data = address.slice(comma + 1);
  if (!/;base64$/i.test(address.slice(0, comma))) return new TextEncoder().encode(decodeURIComponent(data));
  const text = atob(data);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

async function painted(shown: HTMLImageElement, width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const scale = Math.min(RASTER_SCALE, 4000 / width, 4000 / height);
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no 2D canvas context is available");
  pen.drawImage(shown, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  return new Uint8Array(await blob.arrayBuffer());
}
