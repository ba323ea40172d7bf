import { Text } from "@codemirror/state";
import { expect, it } from "vitest";
import { headingLines } from "./fold-sections";

const headings = (text: string) => headingLines(Text.of(text.split("\n"))).map(({ line, level }) => `${line}:${level}`);

it("headings are found by lines alone, not in fences or front matter", () => {
  expect(headings("# A\n\ntext\n\n## B\n```\n# no\n~~~\n```\n### C\nTitle\n===\n")).toEqual([
    "1:1",
    "5:2",
    "10:3",
    "11:1",
  ]);
  expect(headings("---\n# no\n---\n# A\n- x\n---\n\n#no\n####### no\n    # no")).toEqual(["4:1"]);
  expect(headings("````\n```\n# no\n````\n# A")).toEqual(["5:1"]);
});

it("headings of a long text are found quickly", () => {
  const text = Text.of(Array.from({ length: 200_000 }, (_, n) => (n % 20 === 0 ? `## ${n}` : "some words in a line")));
  const before = process.cpuUsage().user;
  expect(headingLines(text)).toHaveLength(10_000);
  expect(process.cpuUsage().user - before).toBeLessThan(2_000_000);
});
