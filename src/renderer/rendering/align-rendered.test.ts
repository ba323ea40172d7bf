import { expect, test } from "vitest";
import { alignRendered } from "./align-rendered";

/** Finds the part of the source between `{` and `}` in the rendered text. */
function found(marked: string, rendered: string, kind?: "code"): string | null {
  const from = marked.indexOf("{");
  const source = marked.replace("{", "");
  const to = source.indexOf("}");
  const range = alignRendered(source.replace("}", ""), rendered, kind).inRendered({ from, to });
  return range && rendered.slice(range.from, range.to);
}

test("words are found without the marks around and in them", () => {
  expect(found("Some **{bold} text**, and *more*", "Some bold text, and more")).toBe("bold");
  expect(found("Some {**bold** `code`} here.", "Some bold code here.")).toBe("bold code");
  expect(found("## {A title!}", "A title!")).toBe("A title!");
  expect(found("half a w{or}d", "half a word")).toBe("or");
});

test("equal words in an address, a tag, a note or a number of a list are not meant", () => {
  expect(found("[fox](https://fox.example/fox) and {fox}", "fox and fox")).toBe("fox");
  const rendered = "fox and fox";
  const source = "[fox](https://fox.example/fox) and fox";
  expect(alignRendered(source, rendered).inRendered({ from: source.length - 3, to: source.length })).toEqual({
    from: 8,
    to: 11,
  });
  expect(found('<span title="fox">a</span> {fox}', "a fox")).toBe("fox");
  expect(found("1. {1 apple}\n2. 2 pears", "1 apple\n2 pears")).toBe("1 apple");
  expect(found("See[^1] {1 fox}", "See 1 fox")).toBe("1 fox");
});

test("a passage over cells and paragraphs of a block is found from its first word to its last", () => {
  expect(found("| a {b} | c |\n|---|---|\n| d | e |", "\na b\nc\n\nd\ne\n")).toBe("b");
  expect(found("| a | {c |\n|---|---|\n| d} | e |", "\na\nc\n\nd\ne\n")).toBe("c\n\nd");
  expect(found("- one {two\n- three} four", "\none two\nthree four\n")).toBe("two\nthree");
});

test("Chinese, Japanese, Arabic and Hebrew are found", () => {
  expect(found("她说：**{潮水}**不等信。", "她说：潮水不等信。")).toBe("潮水");
  expect(found("潮水不等{信，\n信也}不等潮水。", "潮水不等信，信也不等潮水。")).toBe("信，信也");
  expect(found("قال **{عريض}** نعم", "قال عريض نعم")).toBe("عريض");
});

test("what is shown otherwise than written does not move what is behind it", () => {
  expect(found("caf&eacute; :smile: and {fox}", "café 😄 and fox")).toBe("fox");
  expect(found("```js\nlet {answer} = 42; // <b>\n```", "let answer = 42; // <b>\n", "code")).toBe("answer");
});

test("selected words are found in the source, with the marks inside them", () => {
  const source = "Some **bold** [link](https://bold.example), and more.";
  const rendered = "Some bold link, and more.";
  const inSource = (words: string) => {
    const from = rendered.indexOf(words);
    const range = alignRendered(source, rendered).inSource({ from, to: from + words.length });
    return range && source.slice(range.from, range.to);
  };
  expect(inSource("bold")).toBe("bold");
  expect(inSource("Some bold link")).toBe("Some **bold** [link");
  expect(inSource("more.")).toBe("more.");
  expect(alignRendered(source, rendered).inSource({ from: 4, to: 5 })).toBe(null);
});

test("what is not rendered is not found", () => {
  expect(found("A [link](https://{example}.com) b", "A link b")).toBe(null);
  expect(found("A <!-- {hidden} --> b", "A b")).toBe(null);
  expect(found("{fox}", "entirely different")).toBe(null);
});

test("a hostile source takes no time", () => {
  const start = performance.now();
  for (const part of ["](", "[^", "<a ", "&a", "[[", "<!--", "1. "])
    alignRendered(part.repeat(20_000 / part.length), "x".repeat(20_000)).inRendered({ from: 0, to: 9 });
  expect(performance.now() - start).toBeLessThan(1000);
});
