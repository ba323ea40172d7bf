// Writes the vectors of the shipped documents to `shipped-vectors.bin`: one for each text, in the order of their hashes. The model reads
// only texts without a vector; equal texts give an equal file. `--check` fails if a vector is missing.
import { readFile, writeFile } from "node:fs/promises";
import { shippedDocuments } from "../sqlite-library";
import { createEmbedder } from "./embedder";
import { meaningHash, meaningsOf } from "./meaning";
import { type PackedVector, packVectors, unpackVectors, vectorsByHash } from "./packed-vectors";
import { shippedVectorsFile } from "./shipped-vectors";
import { smallVector } from "./vector-scan";

const texts = new Map(
  shippedDocuments
    .flatMap((document) => document.read().entries)
    .flatMap((entry) => meaningsOf(entry))
    .map((meaning) => [meaningHash(meaning), meaning] as const),
);
const known = await readFile(shippedVectorsFile).then(
  (bytes) => vectorsByHash(unpackVectors(bytes)),
  () => new Map<string, PackedVector>(),
);
const missing = [...texts].filter(([hash]) => !known.has(hash));
const embedder = createEmbedder();

const write = async (): Promise<void> => {
  const hashes = [...texts.keys()].filter((hash) => known.has(hash)).sort();
  const vectors = hashes.map((hash) => ({ hash, values: new Uint8Array(), step: 0, ...known.get(hash) }));
  await writeFile(shippedVectorsFile, packVectors(vectors));
};

for (const [index, [hash, meaning]] of missing.entries()) {
  const { values, step } = smallVector(await embedder.embed(meaning));
  known.set(hash, { values: new Uint8Array(values.buffer), step });
  if (index % 100 !== 99) continue;
  console.error(`${index + 1} of ${missing.length}`);
  await write();
}
await write();
embedder.close();
console.error(`${texts.size} vectors, ${missing.length} of them new`);
