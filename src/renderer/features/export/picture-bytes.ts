/** Resolution of the PNG made from a drawing, relative to its size. */
const RASTER_SCALE = 2;

/** The bytes of a `data:` URL; the content security policy does not allow `fetch` for them. */
export async function bytesOf(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const comma = address.indexOf(",");
  const data = address.slice(comma + 1);
  if (!/;base64$/i.test(address.slice(0, comma))) return new TextEncoder().encode(decodeURIComponent(data));
  const text = atob(data);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** An image as a PNG, for programs that cannot show its own format; sizes are CSS pixels. */
export async function paintedPng(
  shown: HTMLImageElement,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const scale = Math.min(RASTER_SCALE, 4000 / width, 4000 / height);
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no 2D canvas context is available");
  pen.drawImage(shown, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  return new Uint8Array(await blob.arrayBuffer());
}
