import { Text } from "@codemirror/state";
import fc from "fast-check";
import { expect, it } from "vitest";
import { documents } from "../../../core/text/documents.fixture";
import { OutlineFollower } from "./follow-outline";
import { OutlineService } from "./outline-service";

const docOf = (text: string) => Text.of(text.split("\n"));

const longer = fc.array(documents, { maxLength: 30 }).map((parts) => parts.join("\n"));
const edits = fc.array(fc.tuple(fc.nat(1000), fc.nat(80), documents), { minLength: 1, maxLength: 6 });

const apply = (doc: Text, [share, length, insert]: [number, number, string]): Text => {
  const from = Math.floor((share / 1000) * doc.length);
  return doc.replace(from, Math.min(doc.length, from + length), docOf(insert));
};

it("the tracked outline equals the outline of the text", async () => {
  await fc.assert(
    fc.asyncProperty(longer, edits, async (text, all) => {
      const follower = new OutlineFollower(async () => {});
      let doc = docOf(text);
      expect(await follower.packed(doc)).toEqual(new OutlineService(text).packed());
      for (const edit of all) {
        doc = apply(doc, edit);
        expect(await follower.packed(doc)).toEqual(new OutlineService(doc.sliceString(0)).packed());
      }
    }),
  );
});

it("an interrupted scan starts again", async () => {
  let isBroken = true;
  const follower = new OutlineFollower(async () => {
    if (isBroken) throw new Error("closed");
  });
  const doc = docOf("# A *b* `c`\n\n".repeat(40_000));
  await expect(follower.packed(doc)).rejects.toThrow("closed");
  isBroken = false;
  expect((await follower.packed(doc)).numbers).toEqual(new OutlineService(doc.sliceString(0)).packed().numbers);
});
