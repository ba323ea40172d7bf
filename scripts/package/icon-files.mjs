/** The icon sizes of all systems, in pixels. */
export const iconSizes = [16, 32, 48, 64, 128, 256, 512, 1024];

/** A Windows icon file: a list of complete PNGs. `pictures`: PNGs by size, at most 256 pixels. */
export function icoFile(pictures) {
  const entries = [...pictures];
  const head = Buffer.alloc(6 + 16 * entries.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(entries.length, 4);
  let at = head.length;
  for (const [index, [size, png]] of entries.entries()) {
    const entry = 6 + 16 * index;
    // 256 is stored as 0.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  }
  return Buffer.concat([head, ...entries.map(([, png]) => png)]);
}

/** The type codes of a PNG size in a macOS icon file; the same picture has another code for displays with double density. */
const appleNames = {
  16: ["icp4"],
  32: ["icp5", "ic11"],
  64: ["ic12"],
  128: ["ic07"],
  256: ["ic08", "ic13"],
  512: ["ic09", "ic14"],
  1024: ["ic10"],
};

/** A macOS icon file: named, complete PNGs. `pictures`: PNGs by size; sizes without a type code are left out. */
export function icnsFile(pictures) {
  const parts = [...pictures].flatMap(([size, png]) => (appleNames[size] ?? []).map((name) => block(name, png)));
  return block("icns", Buffer.concat(parts));
}

function block(name, bytes) {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32BE(8 + bytes.length, 4);
  return Buffer.concat([head, bytes]);
}
