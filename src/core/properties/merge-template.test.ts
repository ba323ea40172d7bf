import { expect, test } from "vitest";
import { applied } from "./edit-properties";
import { mergeTemplate } from "./merge-template";

/** The text with the template's properties, and what is for the cursor. */
const merged = (text: string, template: string) => {
  const { front, body } = mergeTemplate(text, template);
  return { text: front === null ? text : applied(text, [front]), body };
};

const template = "---\ntags: [meeting, team]\nwhere: Quay   # which one\n---\n# Meeting\n";

test("the properties of a template go to the top of a text that has none", () => {
  expect(merged("# A\n\ntext", template)).toEqual({
    text: "---\ntags: [meeting, team]\nwhere: Quay   # which one\n---\n# A\n\ntext",
    body: "# Meeting\n",
  });
});

test("a text keeps its own values, and gets the properties and items that it lacks", () => {
  const own = "---\n# mine\ntags:\n  - team\nwhere: Here\n---\ntext\n";
  expect(merged(own, template)).toEqual({
    text: "---\n# mine\ntags:\n  - team\n  - meeting\nwhere: Here\n---\ntext\n",
    body: "# Meeting\n",
  });
  expect(merged("---\na: 1\n---\ntext\n", template).text).toBe(
    "---\na: 1\ntags: [meeting, team]\nwhere: Quay   # which one\n---\ntext\n",
  );
  expect(mergeTemplate(merged(own, template).text, template).front).toBeNull();
});

test("a template without properties, or with some that cannot be read, is for the cursor as a whole", () => {
  for (const [text, odd] of [
    ["---\na: 1\n---\n", "# Meeting\n---\n"],
    ["text\n", "---\n- a list\n---\nbody\n"],
    ["---\na: [1\n---\n", template],
  ] as const)
    expect(mergeTemplate(text, odd)).toEqual({ front: null, body: odd });
});
