import { readFile } from "node:fs/promises";
import { type PackedVector, unpackVectors, vectorsByHash } from "./packed-vectors";

/** The file of the shipped vectors, beside this one, also in the bundle. `npm run vectors` writes it. */
export const shippedVectorsFile = new URL("./shipped-vectors.bin", import.meta.url);

/** The shipped vectors by hash. Empty if the file cannot be read: then they are computed here. */
export async function readShippedVectors(): Promise<Map<string, PackedVector>> {
  try {
    return vectorsByHash(unpackVectors(await readFile(shippedVectorsFile)));
  } catch {
    return new Map();
  }
}
