import { expect, test } from "vitest";
import { takenBack } from "./taken-back";

const text = "The harbour was quite full that day.";
const at = (words: string) => ({ from: text.indexOf(words), to: text.indexOf(words) + words.length });

test("what puts the removed words back takes the edit back, whatever letters it leaves out", () => {
  const edit = { removed: "really empty", inserted: "quite full" };
  expect(takenBack(text, [{ ...at("quite full"), insert: "really empty" }], edit)).toEqual(at("quite full"));
  expect(
    takenBack(
      text,
      [
        { ...at("quite"), insert: "really" },
        { ...at("full"), insert: "empty" },
      ],
      edit,
    ),
  ).toEqual(at("quite full"));
  const shared = { removed: "quite foul", inserted: "quite full" };
  const letter = text.indexOf("ull");
  expect(
    takenBack(text, [{ from: letter, to: letter + 1, insert: "ou" }], { ...shared, removed: "quite foull" }),
  ).toEqual(at("quite full"));
});

test("an edit that only inserted or only removed is taken back by the opposite", () => {
  expect(takenBack(text, [{ ...at("quite "), insert: "" }], { removed: "", inserted: "quite " })).toEqual(at("quite "));
  const { from } = at("full");
  expect(takenBack(text, [{ from, to: from, insert: "half " }], { removed: "half ", inserted: "" })).toEqual({
    from,
    to: from,
  });
});

test("other words, and the same words beside the edit's, take nothing back", () => {
  const edit = { removed: "empty", inserted: "full" };
  expect(takenBack(text, [{ ...at("full"), insert: "busy" }], edit)).toBeNull();
  expect(takenBack(text, [{ ...at("quite"), insert: "empty" }], edit)).toBeNull();
  expect(takenBack(text, [{ ...at("full"), insert: "empty." }], edit)).toBeNull();
  expect(takenBack(text, [], edit)).toBeNull();
});
