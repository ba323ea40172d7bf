import { expect, it } from "vitest";
import { findUnusedStyles } from "./unused-styles.mjs";

const css = `.list > .row[data-open="true"]:hover, .row-3 { --gap: 1rem; margin: var(--gap); }
@media (width < 0.5rem) { .list .empty { color: red; } }`;

/** The unused names of the style sheet, if this is the only code. */
const unusedIn = (code, path = "src/renderer/view.tsx") =>
  findUnusedStyles(
    new Map([
      ["src/renderer/view.css", css],
      [path, code],
    ]),
    [],
  ).map((line) => line.replace("src/renderer/view.css: nothing has ", ""));

const open = "<p data-open={isOpen} />;";

it("a class, an attribute or a property that no code names is found", () => {
  expect(unusedIn("")).toEqual(["the class list", "the class row", "the class row-3", "data-open", "the class empty"]);
  expect(findUnusedStyles(new Map([["src/renderer/a.css", ":root { --ink: black; }"]]), [])).toEqual([
    "src/renderer/a.css: nothing has --ink",
  ]);
});

it("a name in a comment, in a test or in a longer word does not count", () => {
  expect(unusedIn(`${open} ["list row", "row-3"]; // empty`)).toEqual(["the class empty"]);
  expect(unusedIn(`${open} ["list row", "row-3", "empty-state"];`)).toEqual(["the class empty"]);
  expect(unusedIn(`"list row row-3 empty"; ${open}`, "src/renderer/view.test.tsx")).toHaveLength(5);
});

it("strings, templates with an expression at the end, HTML in strings and dataset are read", () => {
  expect(unusedIn(`node.dataset.open = "true"; \`list row-\${level}\`; '<p class="row empty">';`)).toEqual([]);
});

it("names that packages use are given", () => {
  const sources = new Map([["src/renderer/a.css", ".cm-scroller { color: red; }"]]);
  expect(findUnusedStyles(sources, ["cm-scroller"])).toEqual([]);
  expect(findUnusedStyles(sources)).toEqual([]);
  expect(findUnusedStyles(sources, [])).toHaveLength(1);
});
