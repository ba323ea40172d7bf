/** Parts of a packed index by name: typed arrays and texts. */
export type Sections = Record<string, Uint8Array | Uint16Array | Uint32Array | Float32Array | string>;

const types = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, text: Uint8Array };

type SectionHeader = { name: string; type: keyof typeof types; from: number; bytes: number };

/** Packs sections into bytes that `unpackSections` reads without parsing numbers. */
export function packSections(sections: Sections): Uint8Array {
  const headers: SectionHeader[] = [];
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const [name, section] of Object.entries(sections)) {
    const part =
      typeof section === "string"
        ? Buffer.from(section)
        : new Uint8Array(section.buffer, section.byteOffset, section.byteLength);
    headers.push({ name, type: typeOf(section), from, bytes: part.length });
    parts.push(part);
    from += aligned(part.length);
  }
  const head = Buffer.from(JSON.stringify(headers));
  const start = aligned(4 + head.length);
  const packed = new Uint8Array(start + from);
  new DataView(packed.buffer).setUint32(0, head.length, true);
  packed.set(head, 4);
  parts.forEach((part, index) => {
    packed.set(part, start + (headers[index]?.from ?? 0));
  });
  return packed;
}

/** The inverse of `packSections`. Throws for other bytes. */
export function unpackSections(packed: Uint8Array): Sections {
  // Typed arrays need an aligned buffer: sections start at multiples of eight, and the bytes from a database may not.
  const bytes = packed.byteOffset % 8 === 0 ? packed : new Uint8Array(packed);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const headers = JSON.parse(Buffer.from(bytes.subarray(4, 4 + length)).toString()) as SectionHeader[];
  const start = bytes.byteOffset + aligned(4 + length);
  return Object.fromEntries(
    headers.map(({ name, type, from, bytes: size }) => {
      if (type === "text") return [name, Buffer.from(bytes.buffer, start + from, size).toString()];
      const Type = types[type];
      return [name, new Type(bytes.buffer as ArrayBuffer, start + from, size / Type.BYTES_PER_ELEMENT)];
    }),
  );
}

const aligned = (size: number): number => Math.ceil(size / 8) * 8;

function typeOf(section: Sections[string]): SectionHeader["type"] {
  if (typeof section === "string") return "text";
  if (section instanceof Uint16Array) return "u16";
  if (section instanceof Uint32Array) return "u32";
  return section instanceof Float32Array ? "f32" : "u8";
}
