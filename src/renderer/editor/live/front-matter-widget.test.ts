import { expect, it } from "vitest";
import { readProperties } from "./front-matter-widget";

const read = (yaml: string) =>
  readProperties(`---\n${yaml}\n---`)?.map(({ name, values }) => `${name}: ${values.join(" | ")}`) ?? null;

it("names with texts and lists are read, quoted or not", () => {
  expect(read('title: "A: b"\ntags: [x, "y z"]\n\n# why\naliases:\n  - P\n  - Q # q\nempty:\n标题: 港口')).toEqual([
    "title: A: b",
    "tags: x | y z",
    "aliases: P | Q",
    "empty: ",
    "标题: 港口",
  ]);
});

it("more complex YAML is shown as source", () => {
  for (const yaml of ["a: {b: c}", "a: |\n  text", "a:\n  b: c", "- a", "a: &x 1", "a: [b, [c]]", "just words", ""])
    expect(read(yaml), yaml).toBeNull();
});
