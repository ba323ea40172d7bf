import { expect, it } from "vitest";
import { shippedDocuments } from "../shipped";
import { meaningHash, meaningOf } from "./meaning";
import { readShippedVectors } from "./shipped-vectors";

it("every entry that ships has its vector, of the text as it is now: npm run vectors makes what is missing", async () => {
  const vectors = await readShippedVectors();
  const hashes = shippedDocuments.flatMap((each) => each.read().entries).map((entry) => meaningHash(meaningOf(entry)));
  expect(hashes.filter((hash) => !vectors.has(hash))).toEqual([]);
  // Nothing is shipped that nothing needs.
  expect(vectors.size).toBe(new Set(hashes).size);
});
