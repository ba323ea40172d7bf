import { packSections, unpackSections } from "./sections";
import { dimensions, type SmallVectors } from "./vector-scan";

/** One entry's vector, see `smallVector`. */
export type PackedVector = { values: Uint8Array; step: number };

/** Packs vectors with the hash of each one's text, for the search database and the shipped file. */
export function packVectors(vectors: readonly (PackedVector & { hash: string })[]): Uint8Array {
  const values = new Uint8Array(vectors.length * dimensions);
  vectors.forEach(({ values: own }, index) => {
    values.set(own, index * dimensions);
  });
  return packSections({
    hashes: Uint8Array.from(Buffer.from(vectors.map(({ hash }) => hash).join(""), "hex")),
    steps: Float32Array.from(vectors, ({ step }) => step),
    values,
  });
}

/** Unpacks the vectors and their hashes, in order. Throws for other bytes. */
export function unpackVectors(packed: Uint8Array): SmallVectors & { hashes: string[] } {
  const sections = unpackSections(packed);
  const steps = sections["steps"] as Float32Array;
  const all = Buffer.from(sections["hashes"] as Uint8Array).toString("hex");
  return {
    hashes: Array.from(steps, (_, index) => all.slice(index * hashLength, (index + 1) * hashLength)),
    steps,
    values: sections["values"] as Uint8Array,
  };
}

/** The vectors by hash. */
export function vectorsByHash({ hashes, steps, values }: ReturnType<typeof unpackVectors>): Map<string, PackedVector> {
  return new Map(
    hashes.map((hash, index) => {
      const own = values.subarray(index * dimensions, (index + 1) * dimensions);
      return [hash, { values: own, step: steps[index] ?? 0 }];
    }),
  );
}

const hashLength = 16;
