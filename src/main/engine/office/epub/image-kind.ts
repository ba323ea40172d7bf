/** The kind of an image in an EPUB by its first bytes; null for any other file, and for an SVG with scripts or outside references. */
export function imageKind(bytes: Uint8Array): { mediaType: string; ending: string } | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return { mediaType: "image/png", ending: "png" };
  if (head.startsWith("\xff\xd8\xff")) return { mediaType: "image/jpeg", ending: "jpg" };
  if (/^GIF8[79]a/.test(head)) return { mediaType: "image/gif", ending: "gif" };
  if (/^RIFF....WEBP/s.test(head)) return { mediaType: "image/webp", ending: "webp" };
  const text = Buffer.from(bytes).toString("utf8");
  const isSvg = /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text);
  const isPlain = !/<script|<foreignObject|\son\w+\s*=|<!DOCTYPE|(?:href|src)\s*=\s*["'](?!#)/i.test(text);
  return isSvg && isPlain ? { mediaType: "image/svg+xml", ending: "svg" } : null;
}
