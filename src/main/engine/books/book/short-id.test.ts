import fc from "fast-check";
import { expect, it } from "vitest";
import { fewer } from "../../../../core/text/texts.fixture";
import { isShortId, shortId, shortIdCount } from "./short-id";

const signs = "abcdefghijkmnpqrstuvwxyz23456789";
const anyId = fc.nat(shortIdCount - 1).map(shortId);

it("an id has seven characters, is valid, and differs for each number", () => {
  fc.assert(
    fc.property(fc.nat(shortIdCount - 1), fc.nat(shortIdCount - 1), (a, b) => {
      expect(isShortId(shortId(a))).toBe(true);
      expect(shortId(a)).toMatch(/^[a-km-np-z2-9]{7}$/);
      expect(shortId(a) === shortId(b)).toBe(a === b);
    }),
  );
});

it("one or two wrong characters never make another valid id", () => {
  const index = fc.nat(6);
  const sign = fc.constantFrom(...signs);
  fc.assert(
    fc.property(anyId, index, sign, index, sign, (id, first, a, second, b) => {
      const typed = [...id];
      typed[first] = a;
      typed[second] = b;
      if (typed.join("") !== id) expect(isShortId(typed.join(""))).toBe(false);
    }),
    fewer(2000),
  );
});

it("swapped, missing or repeated characters make an id invalid", () => {
  fc.assert(
    fc.property(anyId, fc.nat(5), (id, at) => {
      const swapped = id.slice(0, at) + id[at + 1] + id[at] + id.slice(at + 2);
      if (swapped !== id) expect(isShortId(swapped)).toBe(false);
      expect(isShortId(id.slice(0, at) + id.slice(at + 1))).toBe(false);
      expect(isShortId(id.slice(0, at) + id[at] + id.slice(at))).toBe(false);
    }),
  );
});
