import { expect, it } from "vitest";
import { findTags, isTagName, tagNameAt } from "./tags";

const namesIn = (text: string) => findTags(text).map(({ name }) => name);

it("tags are found in paragraphs, lists, quotes, headings and cells", () => {
  expect(
    namesIn(
      "#one and #two/three, #四 #x_y-z\n\n- #item\n\n> #quoted\n\n# Title #inheading\n\n| a |\n| - |\n| #cell |\n",
    ),
  ).toEqual(["one", "two/three", "四", "x_y-z", "item", "quoted", "inheading", "cell"]);
});

it("a tag ends before punctuation, and ranges have its sign", () => {
  expect(findTags("see #ab.")).toEqual([{ name: "ab", from: 4, to: 7 }]);
  expect(namesIn("(#no) #yes! #a,b #港口。后 #é🎉 #a//b #b/ #c#d")).toEqual(["yes", "a", "港口", "é🎉", "a", "b", "c"]);
});

it("headings, numbers and words with a sign inside are no tags", () => {
  expect(namesIn("# Title\n\n## Two ##\n\n#1 #2024 #1/2 a#b C# &#35; \\#escaped http://a.b/#c\n")).toEqual([]);
  expect(namesIn("#1st #y2024")).toEqual(["1st", "y2024"]);
});

it("code, links, HTML, comments and front matter have no tags", () => {
  const text = [
    "---\ntags: x\n# y: #z\n---\n",
    "`#code` ``a #b`` [see #c](d) [x](#e) [[#f]] [[n #g]] ![[#h]] <b title=' #i'> <!-- #j --> $$a #k$$",
    "\n```\n#l\n```\n\n    #m\n\n<div>\n#n\n</div>\n\n[r]: #o ' #p'\n",
  ].join("\n");
  expect(namesIn(text)).toEqual([]);
});

it("a tag between two pieces of code counts", () => {
  expect(namesIn("`a` #x `b` #y")).toEqual(["x", "y"]);
});

it("names have letters and parts", () => {
  for (const name of ["a", "a/b", "日记", "x-1", "🎉"]) expect(isTagName(name), name).toBe(true);
  for (const name of ["", "1", "1/2", "a/", "/a", "a b", "a.b", "a#b", "x".repeat(201)])
    expect(isTagName(name), name).toBe(false);
  expect(tagNameAt("x", "y")).toBeNull();
  expect(tagNameAt("", "y z")).toBe("y");
});

it("a long text without ends takes no time", () => {
  const hostile = [
    "#a ".repeat(20_000),
    "`#a ".repeat(20_000),
    "<a #b ".repeat(20_000),
    "$$ #a ".repeat(20_000),
    `#${"a/".repeat(100_000)}`,
  ];
  const before = performance.now();
  for (const text of hostile) findTags(text);
  expect(performance.now() - before).toBeLessThan(4000);
});
