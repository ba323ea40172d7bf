import { crc32, deflateRawSync } from "node:zlib";

/** An entry of an archive that may lie about itself; `size` is what the directory claims. */
export type LyingEntry = { name: string; data: Uint8Array; size?: number; times?: number };

/**
 * An archive written by hand: entries may share a name, claim another size, or be listed several times (`times`) over the same bytes; `directoryAt`
 * is where the end record claims that the directory begins.
 */
export function lyingZip(entries: readonly LyingEntry[], { directoryAt }: { directoryAt?: number } = {}): Uint8Array {
  const local: Buffer[] = [];
  const listed: Buffer[] = [];
  let at = 0;
  for (const { name, data, size = data.length, times = 1 } of entries) {
    const packed = deflateRawSync(data, { level: 6 });
    const sums = [crc32(data), packed.length, size] as const;
    const head = header(0x04034b50, 30, name, sums);
    local.push(head, packed);
    for (let index = 0; index < times; index++)
      listed.push(header(0x02014b50, 46, index === 0 ? name : `${index}/${name}`, sums, at));
    at += head.length + packed.length;
  }
  const directory = Buffer.concat(listed);
  const end = Buffer.alloc(22);
  const count = Math.min(listed.length, 0xffff);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(directoryAt ?? at, 16);
  return Buffer.concat([...local, directory, end]);
}

function header(
  signature: number,
  length: number,
  name: string,
  [sum, packed, size]: readonly [number, number, number],
  offset = 0,
): Buffer {
  const bytes = Buffer.alloc(length);
  // In the directory every field is two bytes later, after the version that made the archive.
  const more = length === 46 ? 2 : 0;
  bytes.writeUInt32LE(signature, 0);
  bytes.writeUInt16LE(20, 4 + more);
  bytes.writeUInt16LE(8, 8 + more);
  bytes.writeUInt32LE(sum, 14 + more);
  bytes.writeUInt32LE(packed, 18 + more);
  bytes.writeUInt32LE(size, 22 + more);
  bytes.writeUInt16LE(Buffer.byteLength(name), 26 + more);
  if (more > 0) bytes.writeUInt32LE(offset, 42);
  return Buffer.concat([bytes, Buffer.from(name)]);
}
