import { expect, it } from "vitest";
import { shippedDocuments } from "../shipped";
import { createEmbedder } from "./embedder";
import { meaningHash, meaningOf } from "./meaning";
import { readShippedVectors } from "./shipped-vectors";
import { smallVector } from "./vector-scan";

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

it("the model runs in a thread of its own, is let go of when idle, and comes back", async () => {
  const embedder = createEmbedder(1);
  const [heal, dead, ship] = await Promise.all(["healing magic", "cure wounds", "sailing ship"].map(embedder.embed));
  if (!heal || !dead || !ship) throw new Error("a text without a vector");
  expect(cosine(heal, heal)).toBeCloseTo(1, 4);
  expect(cosine(heal, dead)).toBeGreaterThan(cosine(heal, ship) + 0.2);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await embedder.embed("healing magic")).toEqual(heal);
  const lost = embedder.embed("never");
  embedder.close();
  await expect(lost).rejects.toThrow("the search was closed");
});

it("the vectors that ship are those of this model", async () => {
  const entry = shippedDocuments[0]?.read().entries.find(({ name }) => name === "Misty Step");
  if (!entry) throw new Error("nothing ships");
  const shipped = (await readShippedVectors()).get(meaningHash(meaningOf(entry)));
  const embedder = createEmbedder();
  const { values, step } = smallVector(await embedder.embed(meaningOf(entry)));
  embedder.close();
  expect(shipped).toEqual({ values: new Uint8Array(values.buffer), step: Math.fround(step) });
});
