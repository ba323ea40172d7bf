import { expect, test } from "vitest";
import { termFinder } from "./term-spans";

/** The text with brackets around the found terms. */
const marked = (terms: string[], text: string) => {
  let out = "";
  let done = 0;
  for (const { from, to } of termFinder(terms)(text)) {
    out += `${text.slice(done, from)}[${text.slice(from, to)}]`;
    done = to;
  }
  return out + text.slice(done);
};

test("a term matches a whole word in any case, never part of a longer word", () => {
  expect(marked(["lamp"], "The lamp. Lamps and a LAMP; clamp.")).toBe("The [lamp]. Lamps and a [LAMP]; clamp.");
});

test("the longest term matches first, and the rest of the text is searched", () => {
  expect(marked(["light", "light house", "keeper"], "The light house keeper has light.")).toBe(
    "The [light house] [keeper] has [light].",
  );
});

test("Chinese terms match anywhere, and Latin ones next to Han characters", () => {
  expect(marked(["灯塔", "Galley"], "老灯塔看守人用Galley写字。")).toBe("老[灯塔]看守人用[Galley]写字。");
});

test("letters that grow in lower case and regular-expression characters do not shift offsets", () => {
  expect(marked(["ya.r", "(x)"], "İ İ ya.r yaXr (x)")).toBe("İ İ [ya.r] yaXr [(x)]");
  expect(marked(["", "  "], "nothing  here")).toBe("nothing[  ]here");
});
