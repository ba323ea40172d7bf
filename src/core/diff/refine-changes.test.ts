import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges } from "../text/change";
import { edited, runs, someText } from "../text/texts.fixture";
import { refineChanges, wholeWordChanges } from "./refine-changes";

const words = (base: string, from: number, to: number, insert: string) =>
  wholeWordChanges(base, [{ from, to, insert }]).map((change) => [base.slice(change.from, change.to), change.insert]);

describe("whole-word changes", () => {
  it("replace the words that a coarse change touches, and no others", () => {
    const base = "The colour is grey.";
    expect(words(base, 6, 18, "lor is gray")).toEqual([
      ["colour", "color"],
      ["grey", "gray"],
    ]);
  });

  it("replace a word once if it changed in two positions", () => {
    expect(words("organisation", 0, 12, "Organization")).toEqual([["organisation", "Organization"]]);
  });

  it("only add or remove whole words if that is all that changed", () => {
    expect(words("a fox", 2, 2, "red ")).toEqual([["", "red "]]);
    expect(words("a red fox", 2, 6, "")).toEqual([["red ", ""]]);
  });

  it("treat one ideograph as a word", () => {
    expect(words("我喜欢猫。", 0, 5, "我喜欢狗。")).toEqual([["猫", "狗"]]);
  });

  it("lead to the same text, in order and without touching", () => {
    fc.assert(
      fc.property(edited(someText), ({ text, changes }) => {
        const whole = wholeWordChanges(text, changes);
        expect(applyChanges(text, whole)).toBe(applyChanges(text, changes));
        expect(applyChanges(text, refineChanges(text, changes))).toBe(applyChanges(text, changes));
        for (const [index, { from }] of whole.entries()) expect(from).toBeGreaterThan(whole[index - 1]?.to ?? -1);
      }),
      runs(2000),
    );
  });
});
