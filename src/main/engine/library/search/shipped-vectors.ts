import { readFile } from "node:fs/promises";
import { type PackedVector, unpackVectors, vectorsByHash } from "./packed-vectors";

/** Where the vectors of what ships lie: beside this file, in the bundle too. `npm run vectors` writes them. */
export const shippedVectorsFile = new URL("./shipped-vectors.bin", import.meta.url);

/** The vectors of what ships, by the hash of what the model read. None where the file cannot be read: then they are made here. */
export async function readShippedVectors(): Promise<Map<string, PackedVector>> {
  try {
    return vectorsByHash(unpackVectors(await readFile(shippedVectorsFile)));
  } catch {
    return new Map();
  }
}
