/** Media type of an image, and its size in pixels if the header contains it. */
export type ImageHead = { type: string; width: number | null; height: number | null };

type Size = { width: number; height: number };

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString("latin1", from, to);

const pngSize = (bytes: Buffer): Size => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) });

const gifSize = (bytes: Buffer): Size => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) });

const bmpSize = (bytes: Buffer): Size => ({
  width: Math.abs(bytes.readInt32LE(18)),
  height: Math.abs(bytes.readInt32LE(22)),
});

const icoSize = (bytes: Buffer): Size => ({ width: (bytes[6] ?? 0) || 256, height: (bytes[7] ?? 0) || 256 });

/** Scans the segments up to the frame header. EXIF orientation, if any, comes before it. */
function jpegSize(bytes: Buffer): Size | null {
  let isTurned = false;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const length = bytes.readUInt16BE(at + 2);
    if (marker === 0xe1) isTurned ||= turnedBy(bytes.subarray(at + 4, at + 2 + length)) >= 5;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return isTurned ? { width: height, height: width } : { width, height };
    }
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}

/** The EXIF orientation, 1 to 8. From 5 on, width and height are swapped. */
function turnedBy(exif: Buffer): number {
  if (exif.length < 20 || ascii(exif, 0, 4) !== "Exif") return 1;
  const tiff = exif.subarray(6);
  const isLittle = ascii(tiff, 0, 2) === "II";
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const table = long(4);
  const entries = Math.min(short(table), 100);
  for (let n = 0; n < entries; n++) {
    const entry = table + 2 + n * 12;
    if (short(entry) === 0x0112) return short(entry + 8);
  }
  return 1;
}

function webpSize(bytes: Buffer): Size | null {
  switch (ascii(bytes, 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

function avifSize(bytes: Buffer): Size | null {
  const at = bytes.indexOf("ispe", 0, "latin1");
  return at < 0 || at + 16 > bytes.length
    ? null
    : { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
}

const START = 4000;

function isSvg(bytes: Buffer): boolean {
  const head = bytes.toString("utf8", 0, START).replace(/^\ufeff?\s*/, "");
  return head.startsWith("<") && /^(?:<\?xml[^>]*>|<!--(?:(?!-->).)*-->|<!DOCTYPE[^>]*>|\s)*<svg[\s>]/is.test(head);
}

function svgSize(bytes: Buffer): Size | null {
  const tag = /<svg\b[^>]*>/i.exec(bytes.toString("utf8", 0, START))?.[0] ?? "";
  const length = (name: string) =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`).exec(tag)?.[1]);
  const [width, height] = [length("width"), length("height")];
  if (width > 0 && height > 0) return { width: Math.round(width), height: Math.round(height) };
  const box = /\sviewBox\s*=\s*["']\s*([-\d.eE\s,]+)["']/
    .exec(tag)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , wide = 0, high = 0] = box ?? [];
  return wide > 0 && high > 0 ? { width: Math.round(wide), height: Math.round(high) } : null;
}

const KINDS: readonly [string, (bytes: Buffer) => boolean, (bytes: Buffer) => Size | null][] = [
  ["image/png", (bytes) => bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47, pngSize],
  ["image/jpeg", (bytes) => bytes.length > 4 && bytes.readUIntBE(0, 3) === 0xffd8ff, jpegSize],
  ["image/gif", (bytes) => bytes.length > 10 && /^GIF8[79]a/.test(ascii(bytes, 0, 6)), gifSize],
  ["image/webp", (bytes) => bytes.length > 30 && /^RIFF.{4}WEBP/s.test(ascii(bytes, 0, 12)), webpSize],
  ["image/avif", (bytes) => bytes.length > 16 && /^.{4}ftyp(?:avif|avis)/s.test(ascii(bytes, 0, 12)), avifSize],
  ["image/bmp", (bytes) => bytes.length > 26 && ascii(bytes, 0, 2) === "BM" && bytes.readUInt32LE(6) === 0, bmpSize],
  ["image/x-icon", (bytes) => bytes.length > 8 && bytes.readUInt32LE(0) === 0x10000, icoSize],
  ["image/svg+xml", isSvg, svgSize],
];

/** Detects the format by content, never by name; null for anything that the renderer cannot show as an image. */
export function readImageHead(bytes: Buffer): ImageHead | null {
  for (const [type, starts, size] of KINDS) {
    if (!starts(bytes)) continue;
    const found = size(bytes);
    const isSane = found && found.width > 0 && found.height > 0;
    return { type, width: isSane ? found.width : null, height: isSane ? found.height : null };
  }
  return null;
}
