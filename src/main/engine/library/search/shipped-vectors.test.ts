import { expect, it } from "vitest";
import { shippedDocuments } from "../sqlite-library";
import { meaningHash, meaningsOf } from "./meaning";
import { readShippedVectors } from "./shipped-vectors";

it("every shipped entry has a vector of its present text: npm run vectors makes the missing ones", async () => {
  const vectors = await readShippedVectors();
  const entries = shippedDocuments.flatMap((each) => each.read().entries);
  const hashes = entries.flatMap((entry) => meaningsOf(entry).map(meaningHash));
  expect(hashes.filter((hash) => !vectors.has(hash))).toEqual([]);
  // No unused vector is shipped.
  expect(vectors.size).toBe(new Set(hashes).size);
});
