import { expect, test } from "vitest";
import { bookKey } from "../table/book-keys";
import { takenInto } from "./take-match";

/** `field` has `|` at both ends of the selection. Returns its text after a match was inserted; null if none was. */
function after(field: string, { target = "Ganz.", sentence = null as string | null, taken = "" } = {}): string | null {
  const [before = "", inside = "", behind = ""] = field.split("|");
  const text = before + inside + behind;
  const selection = { text, from: before.length, to: before.length + inside.length };
  const written = takenInto(selection, { target, sentence }, taken === "" ? undefined : taken);
  return written === null ? null : text.slice(0, written.from) + written.text + text.slice(written.to);
}

test("a match goes into an empty field, over what was taken before, or over all that is selected, and never over typed text", () => {
  expect(after("||")).toBe("Ganz.");
  expect(after(" |  |")).toBe("Ganz.");
  expect(after("Halb.||", { taken: "Halb." })).toBe("Ganz.");
  expect(after("|Getippt.|")).toBe("Ganz.");
  expect(after("Getippt.||")).toBe(null);
  expect(after("Halb. Und mehr.||", { taken: "Halb." })).toBe(null);
  expect(after("Ge|tip|pt.")).toBe(null);
});

test("a sentence goes where the cursor is, with a blank before it where the script has one", () => {
  const sentence = "It rained.";
  expect(after("||", { target: "Es regnete.", sentence })).toBe("Es regnete.");
  expect(after("Er kam.|| Dann ging er.", { target: "Es regnete.", sentence })).toBe(
    "Er kam. Es regnete. Dann ging er.",
  );
  expect(after("他来了。||", { target: "下雨了。", sentence })).toBe("他来了。下雨了。");
});

test("Ctrl+Alt with a digit takes a match, and what the right Alt key types is typed", () => {
  const press = (code: string, { ctrlKey = true, isAltGraph = false, key = "1" } = {}) => {
    const event = { key, code, ctrlKey, altKey: true, getModifierState: () => isAltGraph };
    return bookKey(event as unknown as KeyboardEvent);
  };
  expect(press("Digit1")).toBe("match 1");
  expect(press("Numpad5")).toBe("match 5");
  expect(press("Digit2", { isAltGraph: true, key: "²" })).toBe(null);
  expect([press("Digit6"), press("Digit0"), press("KeyA"), press("Digit1", { ctrlKey: false })]).toEqual(
    Array(4).fill(null),
  );
});
