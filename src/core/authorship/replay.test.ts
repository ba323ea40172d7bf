import fc from "fast-check";
import { expect, test } from "vitest";
import { AuthorshipReplay } from "./replay";

/** The pieces of the last text, as `writer: words`. */
function replay(versions: readonly (readonly [writer: string, text: string | null])[]): string[] {
  const authorship = new AuthorshipReplay<string>("nobody");
  for (const [source, text] of versions) authorship.add({ text, source, isUser: source === "Ann" });
  const last = versions.findLast(([, text]) => text !== null)?.[1] ?? "";
  let at = 0;
  return authorship.runs.map(({ source, length, isTouched }) => {
    at += length;
    return `${source}${isTouched ? "*" : ""}: ${last.slice(at - length, at)}`;
  });
}

test("each piece belongs to who put it in", () => {
  expect(
    replay([
      ["Ann", "One two three."],
      ["Claude", "One two and a half three."],
      ["Ann", "One two and a half three. Four."],
    ]),
  ).toEqual(
    ["Ann*: One two ", "Claude: and a half ", "Ann*: three.", "Ann: Four."].map((each) =>
      each.replace("Ann: Four", "Ann:  Four"),
    ),
  );
});

test("what is new after a gap is nobody's", () => {
  expect(
    replay([
      ["Ann", "One."],
      ["Claude", null],
      ["Ann", "One. Two."],
    ]),
  ).toEqual(["Ann: One.", "nobody:  Two."]);
});

test("an undo brings the writers of the earlier text back", () => {
  expect(
    replay([
      ["Ann", "One two."],
      ["Claude", "Something else."],
      ["Ann", "One two."],
    ]),
  ).toEqual(["Ann: One two."]);
});

test("the pieces always are the whole text, and each agrees with a simulated log", () => {
  const step = fc.record({ writer: fc.constantFrom("Ann", "Bob"), at: fc.nat(), length: fc.nat({ max: 8 }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 15 }), (steps) => {
      const authorship = new AuthorshipReplay<string>("nobody", 0);
      // Every inserted sign is there only once, so that no other difference leads to the same text.
      let sign = 0x4e00;
      let log: { sign: string; writer: string }[] = [];
      for (const { writer, at, length } of steps) {
        const from = at % (log.length + 1);
        const added = Array.from({ length: 4 }, () => ({ sign: String.fromCodePoint(sign++), writer }));
        log = [...log.slice(0, from), ...added, ...log.slice(from + length)];
        authorship.add({ text: log.map((each) => each.sign).join(""), source: writer, isUser: false });
      }
      const found = authorship.runs.flatMap(({ source, length }) => Array.from({ length }, () => source));
      expect(found).toHaveLength(log.length);
      expect(found).toEqual(log.map(({ writer }) => writer));
    }),
  );
});

test("what is new in a range apart has that range's source", () => {
  const authorship = new AuthorshipReplay<string>("nobody");
  authorship.add({ text: "One. ", source: "Ann", isUser: true });
  authorship.add({
    text: "One. Two by others three.",
    source: "Ann",
    isUser: true,
    apart: [{ from: 9, to: 18, source: "pasted" }],
  });
  const shown = (text: string) => {
    let at = 0;
    return authorship.runs.map(({ source, length }) => {
      at += length;
      return `${source}: ${text.slice(at - length, at)}`;
    });
  };
  expect(shown("One. Two by others three.")).toEqual(["Ann: One. Two ", "pasted: by others", "Ann:  three."]);
  // A later version says nothing about text that was there.
  authorship.add({
    text: "One. Two by others three. Four.",
    source: "Ann",
    isUser: true,
    apart: [{ from: 0, to: 5, source: "pasted" }],
  });
  expect(shown("One. Two by others three. Four.")).toEqual([
    "Ann: One. Two ",
    "pasted: by others",
    "Ann:  three. Four.",
  ]);
});
