import { crc32, deflateRawSync } from "node:zlib";
import { ToolError } from "../../ports/tool-error";
import type { ZipEntry, ZipPackage } from "./zip";

/** The parts of a package to replace, by name: new bytes, or null to remove a part. */
export type ChangedParts = ReadonlyMap<string, Uint8Array | null>;

const localHeader = 0x04034b50;
const directoryRow = 0x02014b50;
const endRecord = 0x06054b50;
const stored = 0;
const deflated = 8;
/** Flag: the sizes of the entry follow its bytes, in a separate record. */
const sizesFollow = 1 << 3;
const utf8Name = 1 << 11;
const zip64Extra = 1;

/**
 * The package with some parts replaced. Every other entry keeps its record (header and packed bytes) byte for byte, and its position; new
 * parts come last. A replaced part is packed as before. Without changes, returns the same bytes. Rejects a package with overlapping
 * entries.
 */
export function rewritePackage(zip: ZipPackage, changed: ChangedParts, name: string): Uint8Array {
  const fresh = [...changed].filter(([part, bytes]) => !isSame(zip, part, bytes));
  if (fresh.length === 0) return zip.bytes;
  const parts = new Map(fresh);
  const pieces: Uint8Array[] = [];
  let length = 0;
  const put = (piece: Uint8Array): void => {
    pieces.push(piece);
    length += piece.length;
  };

  const inFileOrder = [...zip.entries].sort(([, one], [, other]) => one.offset - other.offset);
  const directory = zip.bytes.readUInt32LE(endOf(zip.bytes) + 16);
  const rows = new Map<string, Buffer>();
  put(zip.bytes.subarray(0, inFileOrder[0]?.[1].offset ?? directory));
  for (const [index, [part, entry]] of inFileOrder.entries()) {
    const next = inFileOrder[index + 1]?.[1].offset ?? directory;
    if (packedEnd(zip.bytes, entry) > next)
      throw new ToolError("unsupported", `${name} cannot be edited: its entries overlap`, {
        hint: "Open and save it in an office program, then try again.",
      });
    const bytes = parts.get(part);
    if (bytes === null) continue;
    const row = Buffer.from(zip.bytes.subarray(entry.row, entry.row + entry.rowLength));
    row.writeUInt32LE(length, 42);
    if (bytes === undefined) {
      put(zip.bytes.subarray(entry.offset, next));
      rows.set(part, row);
      continue;
    }
    const packed = pack(bytes, entry.packing === stored ? stored : deflated);
    put(newRecord(zip.bytes, entry, packed));
    put(packed.bytes);
    rows.set(part, newRow(row, packed));
  }
  for (const [part, bytes] of parts) {
    if (bytes === null || zip.entries.has(part)) continue;
    const { record, row, packed } = addedEntry(part, pack(bytes, deflated), length);
    put(record);
    put(packed);
    rows.set(part, row);
  }

  const start = length;
  // The directory keeps its own order.
  for (const part of [...zip.entries.keys(), ...[...rows.keys()].filter((each) => !zip.entries.has(each))]) {
    const row = rows.get(part);
    if (row !== undefined) put(row);
  }
  const end = Buffer.from(zip.bytes.subarray(endOf(zip.bytes)));
  writeEnd(end, { count: rows.size, size: length - start, start });
  put(end);
  return Buffer.concat(pieces, length);
}

/**
 * A new package of these parts, in this order; the same parts give the same bytes. A part named `mimetype` is stored uncompressed, as
 * OpenDocument requires of the first entry.
 */
export function newPackage(parts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const pieces: Uint8Array[] = [];
  const rows: Uint8Array[] = [];
  let length = 0;
  for (const [part, bytes] of parts) {
    const entry = addedEntry(part, pack(bytes, part === "mimetype" ? stored : deflated), length);
    pieces.push(entry.record, entry.packed);
    rows.push(entry.row);
    length += entry.record.length + entry.packed.length;
  }
  const size = rows.reduce((sum, row) => sum + row.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(endRecord, 0);
  writeEnd(end, { count: rows.length, size, start: length });
  return Buffer.concat([...pieces, ...rows, end]);
}

function isSame(zip: ZipPackage, part: string, bytes: Uint8Array | null): boolean {
  const entry = zip.entries.get(part);
  if (bytes === null || entry === undefined) return bytes === null && entry === undefined;
  return entry.size === bytes.length && zip.read(part)?.equals(bytes) === true;
}

type PackedEntry = { bytes: Uint8Array; packing: number; crc: number; size: number };

const pack = (bytes: Uint8Array, packing: number): PackedEntry => ({
  bytes: packing === stored ? bytes : deflateRawSync(bytes),
  packing,
  crc: crc32(bytes),
  size: bytes.length,
});

/** The header of an entry with new bytes: its name, time and extra fields stay. */
function newRecord(bytes: Buffer, { offset }: ZipEntry, packed: PackedEntry): Buffer {
  const nameTo = offset + 30 + bytes.readUInt16LE(offset + 26);
  const extra = withoutZip64(bytes.subarray(nameTo, nameTo + bytes.readUInt16LE(offset + 28)));
  const record = Buffer.concat([bytes.subarray(offset, nameTo), extra]);
  record.writeUInt16LE(record.readUInt16LE(6) & ~sizesFollow, 6);
  record.writeUInt16LE(packed.packing, 8);
  writeSizes(record, 14, packed);
  record.writeUInt16LE(extra.length, 28);
  return record;
}

function newRow(old: Buffer, packed: PackedEntry): Buffer {
  const nameTo = 46 + old.readUInt16LE(28);
  const extraTo = nameTo + old.readUInt16LE(30);
  const extra = withoutZip64(old.subarray(nameTo, extraTo));
  const row = Buffer.concat([old.subarray(0, nameTo), extra, old.subarray(extraTo)]);
  row.writeUInt16LE(row.readUInt16LE(8) & ~sizesFollow, 8);
  row.writeUInt16LE(packed.packing, 10);
  writeSizes(row, 16, packed);
  row.writeUInt16LE(extra.length, 30);
  return row;
}

/** The first day that a zip can express, so that a new part does not reveal when it was made. */
const firstDay = (1 << 5) | 1;

function addedEntry(part: string, packed: PackedEntry, offset: number) {
  const name = Buffer.from(part);
  const flags = /^[\x20-\x7e]*$/.test(part) ? 0 : utf8Name;
  const record = Buffer.concat([Buffer.alloc(30), name]);
  record.writeUInt32LE(localHeader, 0);
  record.writeUInt16LE(20, 4);
  record.writeUInt16LE(flags, 6);
  record.writeUInt16LE(packed.packing, 8);
  record.writeUInt16LE(firstDay, 12);
  writeSizes(record, 14, packed);
  record.writeUInt16LE(name.length, 26);
  const row = Buffer.concat([Buffer.alloc(46), name]);
  row.writeUInt32LE(directoryRow, 0);
  row.writeUInt16LE(20, 4);
  record.copy(row, 6, 4, 28);
  row.writeUInt32LE(offset, 42);
  return { record, row, packed: packed.bytes };
}

/** In both headers, the checksum and the two sizes are adjacent. */
function writeSizes(header: Buffer, at: number, { bytes, crc, size }: PackedEntry): void {
  header.writeUInt32LE(crc, at);
  header.writeUInt32LE(bytes.length, at + 4);
  header.writeUInt32LE(size, at + 8);
}

function writeEnd(end: Buffer, { count, size, start }: { count: number; size: number; start: number }): void {
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(start, 16);
}

/** The extra fields of a header, without the zip64 sizes. */
function withoutZip64(extra: Buffer): Buffer {
  const kept: Buffer[] = [];
  let at = 0;
  while (at + 4 <= extra.length) {
    const next = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) !== zip64Extra) kept.push(extra.subarray(at, next));
    at = next;
  }
  return Buffer.concat([...kept, extra.subarray(Math.min(at, extra.length))]);
}

function packedEnd(bytes: Buffer, { offset, packed }: ZipEntry): number {
  return offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28) + packed;
}

const endOf = (bytes: Buffer): number => bytes.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
