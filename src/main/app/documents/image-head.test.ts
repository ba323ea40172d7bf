import { expect, test } from "vitest";
import { readImageHead } from "./image-head";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat([
    ...parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
    Buffer.alloc(64),
  ]);
const read = (...parts: (string | number[])[]) => {
  const head = readImageHead(bytes(...parts));
  return head && `${head.type.replace("image/", "")} ${head.width}×${head.height}`;
};

const exif = (orientation: number) => [
  0xff,
  0xe1,
  0,
  34,
  ...Buffer.from("Exif\0\0MM\0*", "latin1"),
  0,
  0,
  0,
  8,
  0,
  1,
  0x01,
  0x12,
  0,
  3,
  0,
  0,
  0,
  1,
  0,
  orientation,
  0,
  0,
  0,
  0,
  0,
  0,
];
const frame = [0xff, 0xc0, 0, 17, 8, 0, 200, 1, 64, 3];

test("the size of each kind of image is read from its header", () => {
  expect(read([0x89], "PNG\r\n\x1a\n", [0, 0, 0, 13], "IHDR", [0, 0, 1, 64, 0, 0, 0, 200])).toBe("png 320×200");
  expect(read("GIF89a", [64, 1, 200, 0])).toBe("gif 320×200");
  expect(read([0xff, 0xd8], frame)).toBe("jpeg 320×200");
  expect(read([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0], frame)).toBe("jpeg 320×200");
  expect(read("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0, 0, 0, 0, 0, 63, 1, 0, 199, 0, 0])).toBe("webp 320×200");
  expect(read("RIFF", [0, 0, 0, 0], "WEBPVP8L", [10, 0, 0, 0, 0x2f, 63, 193, 49, 0])).toBe("webp 320×200");
  expect(read([0, 0, 0, 28], "ftypavif", new Array(20).fill(0), "ispe", [0, 0, 0, 0, 0, 0, 1, 64, 0, 0, 0, 200])).toBe(
    "avif 320×200",
  );
  expect(read("BM", [1, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 64, 1, 0, 0, 56, 255, 255, 255])).toBe(
    "bmp 320×200",
  );
  expect(read([0, 0, 1, 0, 1, 0, 32, 16])).toBe("x-icon 32×16");
});

test("a photo that was taken in portrait has width and height exchanged", () => {
  expect(read([0xff, 0xd8], exif(1), frame)).toBe("jpeg 320×200");
  expect(read([0xff, 0xd8], exif(6), frame)).toBe("jpeg 200×320");
});

test("an SVG has its own size, or that of its view box, or none", () => {
  const svg = (attributes: string) => read(`<?xml version="1.0"?>\n<!-- a -->\n<svg ${attributes}></svg>`);
  expect(svg('width="320" height="200px"')).toBe("svg+xml 320×200");
  expect(svg('width="100%" viewBox="0 0 320 200"')).toBe("svg+xml 320×200");
  expect(svg("")).toBe("svg+xml null×null");
});

test("a file that is not an image has no size, whatever it begins with, and a truncated one does not throw", () => {
  for (const other of ["", "<html><svg></svg>", "%PDF-1.7", "hello", "MZ", "BM is a word and no picture at all"])
    expect(read(other), other).toBeNull();
  const whole = [
    bytes([0x89], "PNG\r\n\x1a\n", [0, 0, 0, 13], "IHDR", [0, 0, 1, 64, 0, 0, 0, 200]),
    bytes([0xff, 0xd8], exif(6), frame),
    bytes("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0, 0, 0, 0, 0, 63, 1, 0, 199, 0, 0]),
    bytes([0, 0, 0, 28], "ftypavif", [0, 0, 0, 0], "ispe"),
  ];
  for (const image of whole) for (let end = 0; end < image.length; end++) readImageHead(image.subarray(0, end));
});

test("a file that begins with hundreds of comments is read as fast as any other", () => {
  const begun = process.cpuUsage();
  for (const piece of ["<!---->", "<!-- -->\n", "<?xml?>", "<!DOCTYPE>", "<!--"])
    expect(read(piece.repeat(600), "x")).toBeNull();
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(500);
  expect(read("<!---->".repeat(300), '<svg width="2" height="3">')).toBe("svg+xml 2×3");
});
