import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { headingsOf, sameHeading } from "./headings";

const textOf = (text: string) => Text.of(text.split("\n"));

test("a heading is found again in an edited text, unless it was removed", async () => {
  const doc = textOf("# One\n\n## Two\n\n## Three\n");
  const rows = await headingsOf(doc);
  const headings = { doc, rows };
  const [, two, three] = rows as [never, (typeof rows)[0], (typeof rows)[0]];
  expect(await sameHeading(headings, two, doc)).toBe(two);
  const now = textOf("new\n\n# One\n\nmore\n\n## Two\n\n");
  expect((await sameHeading(headings, two, now))?.lineStart).toBe(7);
  expect(await sameHeading(headings, three, now)).toBeNull();
});
