import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonOfList, packJson, packList, unpackJson, unpackList } from "./packed-json";

/** Strings that look like the beginning of an item. */
const text = fc.oneof(fc.string(), fc.constantFrom(',{"hunk":"', ',{"', '\\",{"a', "},{", "\u2028"));
const item = fc.oneof(fc.nat(), fc.record({ hunk: text, now: fc.array(fc.tuple(text, fc.nat())) }));

test("a list is the same however it is packed and unpacked, short or long", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 40 }), async (items) => {
      const long = Array.from({ length: Math.ceil(30_000 / items.length) }, () => items).flat();
      for (const list of [[], items, long]) {
        expect(await jsonOfList(list)).toBe(JSON.stringify(list));
        const stored = await packList(list);
        // `toEqual` takes a second for a long list.
        for (const unpacked of [unpackJson(stored), await unpackList(packJson(list)), await unpackList(stored)])
          expect(JSON.stringify(unpacked) === JSON.stringify(list)).toBe(true);
      }
    }),
    { numRuns: process.env["GALLEY_LONG"] ? 8 : 1 },
  );
});

test("a long list is packed and unpacked in several turns", async () => {
  const list = Array.from({ length: 60_000 }, (_, index) => ({ hunk: `write.${index}`, now: [[index, "write"]] }));
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  const stored = await packList(list);
  const packedIn = turns;
  await unpackList(stored);
  clearInterval(counting);
  expect([packedIn > 4, turns - packedIn > 4]).toEqual([true, true]);
});
