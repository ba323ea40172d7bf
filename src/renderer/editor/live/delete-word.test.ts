import { expect, it } from "vitest";
import { deleteWord } from "./delete-word";
import { liveState } from "./live-text.fixture";

/** The text after the key; null if CodeMirror's own command acts. */
function after(written: string, direction: "backward" | "forward" = "backward"): string | null {
  const state = liveState(written);
  let next = state;
  if (!deleteWord(direction)({ state, dispatch: (transaction) => (next = transaction.state) })) return null;
  const { head } = next.selection.main;
  return `${next.sliceDoc(0, head)}‸${next.sliceDoc(head)}`;
}

it("a word is deleted with the hidden marks that are around it alone", () => {
  expect(after("a **bold** ‸b")).toBe("a ‸b");
  expect(after("a ***both*** ‸b")).toBe("a ‸b");
  expect(after("a [label](to.md)  ‸b")).toBe("a ‸b");
  expect(after("a [[A note]] ‸b")).toBe("a ‸b");
  expect(after("a $x + y$ ‸b")).toBe("a ‸b");
  expect(after("a‸ **bold** b", "forward")).toBe("a‸ b");
});

it("of several words the last one is deleted, or the first one, and the others stay marked", () => {
  expect(after("a **two words** ‸b")).toBe("a **two** ‸b");
  expect(after("a ==x *of many*== ‸b")).toBe("a ==x *of*== ‸b");
  expect(after("a ==of *many*== ‸b")).toBe("a ==of== ‸b");
  expect(after("a [two words](to.md) ‸b")).toBe("a [two](to.md) ‸b");
  expect(after("a `two words` ‸b")).toBe("a `two` ‸b");
  expect(after("a‸ **two words** b", "forward")).toBe("a‸ **words** b");
});

it("a word beside a nested mark or link is deleted without a part of that", () => {
  expect(after("a **see *old name*.** ‸b")).toBe("a **see *old name*** ‸b");
  expect(after("a **see [the page](to.md).** ‸b")).toBe("a **see [the page](to.md)** ‸b");
  expect(after("a‸ **(*old name* here)** b", "forward")).toBe("a‸ ***old name* here)** b");
});

it("elsewhere the editor's own command acts", () => {
  for (const text of ["a b ‸c", "a **bold**‸ b", "**a** b ‸c", "‸ **a**", "a ⟨b⟩", "1 * 2 ‸3"])
    expect(after(text), text).toBeNull();
});
