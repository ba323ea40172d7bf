import fc from "fast-check";
import { expect, it } from "vitest";
import { packVectors, unpackVectors } from "./packed-vectors";
import { dimensions, openVectorScan, smallVector } from "./vector-scan";

const vector = fc
  .float32Array({ minLength: dimensions, maxLength: dimensions, noNaN: true, min: -1, max: 1 })
  .map((values) => {
    const length = Math.hypot(...values) || 1;
    return values.map((value) => value / length);
  });

const packed = (vectors: readonly Float32Array[]) =>
  packVectors(
    vectors.map((each, index) => {
      const { values, step } = smallVector(each);
      return { hash: index.toString(16).padStart(16, "0"), values: new Uint8Array(values.buffer), step };
    }),
  );

it("a cosine equals the exact one up to quantization", () => {
  fc.assert(
    fc.property(fc.array(vector, { maxLength: 5 }), vector, (vectors, question) => {
      const found = openVectorScan(unpackVectors(packed(vectors))).cosines(question);
      expect(found.length).toBe(vectors.length);
      vectors.forEach((each, index) => {
        const exact = each.reduce((sum, value, at) => sum + value * (question[at] ?? 0), 0);
        expect(Math.abs((found[index] ?? 0) - exact)).toBeLessThan(0.02);
      });
    }),
    { numRuns: 50 },
  );
});

it("a vector's cosine does not depend on the other vectors", () => {
  fc.assert(
    fc.property(fc.array(vector, { minLength: 2, maxLength: 5 }), vector, (vectors, question) => {
      const together = [...openVectorScan(unpackVectors(packed(vectors))).cosines(question)];
      const alone = vectors.map((each) => openVectorScan(unpackVectors(packed([each]))).cosines(question)[0]);
      expect(together).toEqual(alone);
    }),
    { numRuns: 20 },
  );
});

it("vectors are read at any offset in memory, and other bytes are rejected", () => {
  const bytes = packed([new Float32Array(dimensions).fill(0.05)]);
  const moved = Buffer.concat([Buffer.from("abc"), bytes]).subarray(3);
  expect(unpackVectors(moved)).toEqual(unpackVectors(bytes));
  expect(() => unpackVectors(bytes.subarray(0, 100))).toThrow();
  expect(() => unpackVectors(Buffer.from("no vectors"))).toThrow();
});
