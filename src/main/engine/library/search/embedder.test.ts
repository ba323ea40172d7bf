import { expect, it } from "vitest";
import { shippedDocuments } from "../sqlite-library";
import { createEmbedder } from "./embedder";
import { meaningHash, meaningsOf } from "./meaning";
import { readShippedVectors } from "./shipped-vectors";
import { smallVector } from "./vector-scan";

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

it("the model runs in its own thread, is unloaded when idle, loads again, and is the one that made the shipped vectors", async () => {
  const embedder = createEmbedder(1);
  const [heal, dead, ship] = await Promise.all(["healing magic", "cure wounds", "sailing ship"].map(embedder.embed));
  if (!heal || !dead || !ship) throw new Error("a text without a vector");
  expect(cosine(heal, heal)).toBeCloseTo(1, 4);
  expect(cosine(heal, dead)).toBeGreaterThan(cosine(heal, ship) + 0.2);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await embedder.embed("healing magic")).toEqual(heal);
  // The shipped vectors were made by this very model.
  const entry = shippedDocuments[0]?.read().entries.find(({ name }) => name === "Torch");
  if (!entry) throw new Error("nothing ships");
  const { values, step } = smallVector(await embedder.embed(meaningsOf(entry)[0] ?? ""));
  expect((await readShippedVectors()).get(meaningHash(meaningsOf(entry)[0] ?? ""))).toEqual({
    values: new Uint8Array(values.buffer),
    step: Math.fround(step),
  });
  const lost = embedder.embed("never");
  embedder.close();
  await expect(lost).rejects.toThrow("the search was closed");
});
