import fc from "fast-check";
import { expect, test } from "vitest";
import { type PackedEdit, packEdits, unpackEdits } from "../../../core/review/packed-edits";
import { runs } from "../../../core/text/texts.fixture";
import { MAX_EDITS_AT_ONCE } from "../ports/limits";
import { editsToSend, unpackInTurns } from "./many-edits";

const run = fc.tuple(fc.nat(3), fc.constantFrom("w1", "w2", null));
const edit = fc.record({
  hunk: fc.string({ minLength: 1, maxLength: 3 }),
  accepted: fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 3 }), fc.constantFrom("w1", null))),
  now: fc.array(run, { minLength: 1, maxLength: 3 }),
}) as fc.Arbitrary<PackedEdit>;

test("edits that are unpacked in turns are those that are unpacked at once, also if the text is too short", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.nat(4), edit), { minLength: 1, maxLength: 9 }),
      fc.boolean(),
      async (some, isShort) => {
        const packed = Array.from({ length: Math.ceil((2.5 * MAX_EDITS_AT_ONCE) / some.length) }, () => some).flat();
        const text = "abcdefg".repeat(isShort ? 3000 : 30_000);
        const atOnce = unpackEdits(packed, text);
        expect(await unpackInTurns(packed, text)).toEqual(atOnce);
        if (atOnce === null) return;
        const sent = await editsToSend(atOnce);
        expect(typeof sent === "string" ? JSON.parse(sent) : sent).toEqual(packEdits(atOnce));
      },
    ),
    runs(20),
  );
});
