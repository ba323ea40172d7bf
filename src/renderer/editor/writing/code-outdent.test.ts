import { expect, test } from "vitest";
import { markedText, stateOf } from "./after.fixture";
import { outdentTransaction } from "./code-outdent";

/** The text after typing a character; null if it is typed as it is. */
function typed(marked: string, character: string): string | null {
  const state = stateOf(marked);
  const spec = outdentTransaction(state, character);
  return spec && markedText(state.update(spec).state);
}

test("a closing bracket gets the indentation of the line that opens it", () => {
  expect(typed("```js\nif (a) {\n  b([\n    1,\n    |", "]")).toBe("```js\nif (a) {\n  b([\n    1,\n  ]|");
  expect(typed("```\nf() {\n  {}\n  |\n```\n", "}")).toBe("```\nf() {\n  {}\n}|\n```\n");
  expect(typed("- x\n\n  ```\n  f(\n    |\n  ```\n", ")")).toBe("- x\n\n  ```\n  f(\n  )|\n  ```\n");
});

test("a closing fence gets the indentation of its opening", () => {
  expect(typed("```\na\n  ``|", "`")).toBe("```\na\n```|");
  expect(typed("- x\n\n  ~~~\n  a\n    ~~|\n", "~")).toBe("- x\n\n  ~~~\n  a\n  ~~~|\n");
  expect(typed("````\na\n  ``|", "`")).toBeNull();
});

test("elsewhere everything is typed as it is", () => {
  for (const [marked, character] of [
    ["```\n{\n  a |", "}"],
    ["```\n  |", "}"],
    ["text {\n  |", "}"],
    ["```\n{\n|", "}"],
    ["```\n{\n  |a|", "}"],
    ["a\n  ``|", "`"],
  ] as const)
    expect(typed(marked, character), marked).toBeNull();
});
