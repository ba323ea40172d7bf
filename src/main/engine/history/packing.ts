import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";

/** Bytes as the history stores them. */
export type PackedBytes = { packing: "zstd" | "none"; bytes: Uint8Array };

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Compressing fewer bytes costs more than it saves. */
const worthIt = 256;

/** Compresses off the main thread. Bytes that do not get smaller are stored as they are. */
export async function pack(bytes: Uint8Array): Promise<PackedBytes> {
  if (bytes.length < worthIt) return { packing: "none", bytes };
  const packed = await compress(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return packed.length < bytes.length ? { packing: "zstd", bytes: packed } : { packing: "none", bytes };
}

/** The inverse of `pack`; rejects if the bytes are damaged. */
export async function unpack({ packing, bytes }: PackedBytes): Promise<Uint8Array> {
  return packing === "zstd" ? decompress(bytes) : bytes;
}
