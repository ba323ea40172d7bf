import { expect, it } from "vitest";
import { shippedDocuments } from "../shipped";
import { meaningHash, meaningOf } from "./meaning";
import { readShippedVectors } from "./shipped-vectors";

it("every shipped entry has a vector of its present text: npm run vectors makes the missing ones", async () => {
  const vectors = await readShippedVectors();
  const hashes = shippedDocuments.flatMap((each) => each.read().entries).map((entry) => meaningHash(meaningOf(entry)));
  expect(hashes.filter((hash) => !vectors.has(hash))).toEqual([]);
  // No unused vector is shipped.
  expect(vectors.size).toBe(new Set(hashes).size);
});
