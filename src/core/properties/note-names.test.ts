import { expect, it } from "vitest";
import { noteNames } from "./note-names";

const names = (yaml: string) => {
  const { aliases, tags } = noteNames(`---\n${yaml}\n---\ntext\n`);
  return { aliases, tags: tags.map(({ name }) => name) };
};

it("aliases and tags are lists, or texts with commas", () => {
  expect(names("aliases: [A, 'B c']\ntags:\n  - x\n  - '#y/z'")).toEqual({ aliases: ["A", "B c"], tags: ["x", "y/z"] });
  expect(names("alias: A, B c\ntags: x, y z\ntag: w")).toEqual({ aliases: ["A", "B c"], tags: ["x", "y", "z", "w"] });
  expect(names("aliases:\ntags: [1, 2024, a b]\nAliases: Z")).toEqual({ aliases: ["Z"], tags: [] });
});

it("invalid front matter, and texts without it, have no names", () => {
  expect(names("aliases: [A")).toEqual({ aliases: [], tags: [] });
  expect(noteNames("aliases: A\n")).toEqual({ aliases: [], tags: [] });
});

it("a tag of the front matter is where its property is", () => {
  expect(noteNames("---\na: 1\ntags: x\n---\n").tags).toEqual([{ name: "x", at: 9 }]);
});
