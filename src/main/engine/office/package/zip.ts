import { crc32, inflateRawSync } from "node:zlib";
import { MiB } from "../../../../core/limits";
import {
  MAX_ENTRY_BYTES,
  MAX_PACKAGE_BYTES,
  MAX_PACKAGE_ENTRIES,
  MAX_UNPACKED_AT_ONCE_BYTES,
  MAX_UNPACKING_RATIO,
} from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";

/** An entry in the directory of a zip. */
export type ZipEntry = {
  packing: number;
  crc: number;
  packed: number;
  size: number;
  /** The offset of its local header. */
  offset: number;
  isLocked: boolean;
  /** The offset and length of its row in the directory. */
  row: number;
  rowLength: number;
};

/** The entries of a zip package, each unpacked on request. */
export type ZipPackage = {
  names: readonly string[];
  /** The package itself, and its entries by name, in the order of its directory. */
  bytes: Buffer;
  entries: ReadonlyMap<string, ZipEntry>;
  /** The bytes of an entry; null if there is no such entry. Rejects damaged entries and zip bombs. */
  read(name: string): Buffer | null;
};

/** A smaller entry may grow by any factor. */
const MIN_SUSPICIOUS_BYTES = 16 * MiB;

/**
 * Reads the directory of a zip package; `name` is its name in error messages. Rejects truncated packages, and those with entries that lead
 * out of the package.
 */
export function openZip(bytes: Uint8Array, name: string): ZipPackage {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const damaged = (why: string): ToolError =>
    new ToolError("unsupported", `${name} cannot be read as an Office package: ${why}`, {
      hint: "Open and save it in an office program, then try again.",
    });
  const tooLarge = (what: string): ToolError =>
    new ToolError("too_large", `${name} unpacks to too much: ${what}; nothing was read`);
  const older = olderContainer(buffer);
  if (older !== null) throw new ToolError("unsupported", `${name} ${older.what}`, { hint: older.hint });
  const entries = readDirectory(buffer, damaged);
  let together = 0;
  const counted = new Set<string>();

  return {
    names: [...entries.keys()],
    bytes: buffer,
    entries,
    read(part) {
      const entry = entries.get(part);
      if (entry === undefined) return null;
      if (part === "content.xml" && isProtected(buffer, entries, damaged))
        throw new ToolError("unsupported", `${name} is protected by a password`, { hint: withoutPassword });
      const { size, packed } = entry;
      const inMiB = `${part} has ${Math.ceil(size / MiB)} MiB`;
      if (size > MAX_ENTRY_BYTES) throw tooLarge(`${inMiB}; the limit is ${MAX_ENTRY_BYTES / MiB} MiB`);
      if (size > MIN_SUSPICIOUS_BYTES && size > packed * MAX_UNPACKING_RATIO)
        throw tooLarge(`${inMiB}, packed into ${packed} bytes`);
      if (!counted.has(part)) together += size;
      counted.add(part);
      if (together > MAX_PACKAGE_BYTES)
        throw tooLarge(`its parts have more than ${MAX_PACKAGE_BYTES / MiB} MiB together`);
      return unpack(buffer, part, entry, damaged);
    },
  };
}

const withoutPassword = "Open it in an office program and save it without a password, then try again.";

/** Recognizes the container of older Office programs, which is also used for password-protected files. */
function olderContainer(buffer: Buffer): { what: string; hint: string } | null {
  if (buffer.length < 512 || buffer.toString("latin1", 0, 8) !== "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1")
    return null;
  if (buffer.includes(Buffer.from("EncryptedPackage", "utf16le")))
    return { what: "is protected by a password", hint: withoutPassword };
  return {
    what: "is a file of an older Office program (doc, xls or ppt), whatever its name says",
    hint: "Save it as docx, xlsx or pptx in an office program, then try again.",
  };
}

/** Whether an OpenDocument package declares its content as encrypted. */
function isProtected(
  buffer: Buffer,
  entries: ReadonlyMap<string, ZipEntry>,
  damaged: (why: string) => ToolError,
): boolean {
  const manifest = entries.get("META-INF/manifest.xml");
  if (manifest === undefined || manifest.size > MiB) return false;
  return unpack(buffer, "META-INF/manifest.xml", manifest, damaged).includes("encryption-data");
}

/** Marks a number that is stored in the zip64 field instead. */
const elsewhere = 0xffffffff;
const zip64Reason = "it uses zip64, the format for packages of more than 4 GiB or 65,535 entries";

/** The sizes of an entry; programs that do not know them in advance write them with 64 bits, however small they are. */
function sizesOf(size: number, packed: number, extra: Buffer): { size: number; packed: number } {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const large = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    const wanted = [size, packed].filter((each) => each === elsewhere).length;
    if (large.length < 8 * wanted) break;
    return {
      size: size === elsewhere ? Number(large.readBigUInt64LE(0)) : size,
      packed: packed === elsewhere ? Number(large.readBigUInt64LE(8 * (wanted - 1))) : packed,
    };
  }
  return { size, packed };
}

function readDirectory(buffer: Buffer, damaged: (why: string) => ToolError): Map<string, ZipEntry> {
  const end = findEnd(buffer);
  if (end < 0) throw damaged(buffer.length === 0 ? "it is empty" : "it is not a zip file, or is cut off");
  const count = buffer.readUInt16LE(end + 10);
  const size = buffer.readUInt32LE(end + 12);
  let at = buffer.readUInt32LE(end + 16);
  if (count === 0xffff || size === elsewhere || at === elsewhere) throw damaged(zip64Reason);
  if (count > MAX_PACKAGE_ENTRIES) throw damaged(`it has ${count} entries; the limit is ${MAX_PACKAGE_ENTRIES}`);
  if (at + size > end) throw damaged("its directory is cut off");
  const entries = new Map<string, ZipEntry>();
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || buffer.readUInt32LE(at) !== 0x02014b50) throw damaged("its directory is damaged");
    const nameLength = buffer.readUInt16LE(at + 28);
    const name = buffer.toString("utf8", at + 46, at + 46 + nameLength);
    if (/^[\\/]|^[A-Za-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)|\0/.test(name))
      throw damaged(`its entry ${JSON.stringify(name.slice(0, 80))} leads out of the package`);
    if (entries.has(name)) throw damaged(`it has two entries called ${JSON.stringify(name.slice(0, 80))}`);
    const extraLength = buffer.readUInt16LE(at + 30);
    const rowLength = 46 + nameLength + extraLength + buffer.readUInt16LE(at + 32);
    const offset = buffer.readUInt32LE(at + 42);
    if (offset === elsewhere) throw damaged(zip64Reason);
    const extra = buffer.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    entries.set(name, {
      packing: buffer.readUInt16LE(at + 10),
      crc: buffer.readUInt32LE(at + 16),
      ...sizesOf(buffer.readUInt32LE(at + 24), buffer.readUInt32LE(at + 20), extra),
      offset,
      isLocked: (buffer.readUInt16LE(at + 8) & 1) === 1,
      row: at,
      rowLength,
    });
    at += rowLength;
  }
  return entries;
}

/** The end record, after which there is only an optional comment. */
function findEnd(buffer: Buffer): number {
  const first = Math.max(0, buffer.length - 22 - 0xffff);
  for (let at = buffer.length - 22; at >= first; at--) if (buffer.readUInt32LE(at) === 0x06054b50) return at;
  return -1;
}

function unpack(buffer: Buffer, name: string, entry: ZipEntry, damaged: (why: string) => ToolError): Buffer {
  const { packing, crc, packed, size, offset, isLocked } = entry;
  if (isLocked) throw damaged(`${name} is encrypted`);
  if (offset + 30 > buffer.length || buffer.readUInt32LE(offset) !== 0x04034b50) throw damaged(`${name} is missing`);
  const start = offset + 30 + buffer.readUInt16LE(offset + 26) + buffer.readUInt16LE(offset + 28);
  if (start + packed > buffer.length) throw damaged(`${name} is cut off`);
  const stored = buffer.subarray(start, start + packed);
  const bytes = packing === 0 ? stored : inflated(stored, size);
  if (packing !== 0 && packing !== 8) throw damaged(`${name} uses an unknown compression method (${packing})`);
  if (bytes === null || bytes.length !== size || crc32(bytes) !== crc) throw damaged(`${name} is damaged`);
  return bytes;
}

function inflated(stored: Buffer, size: number): Buffer | null {
  try {
    // One byte more than the declared size shows that the declaration is false.
    return inflateRawSync(stored, {
      maxOutputLength: size + 1,
      chunkSize: Math.max(64, Math.min(size + 1, MAX_UNPACKED_AT_ONCE_BYTES)),
    });
  } catch {
    return null;
  }
}
