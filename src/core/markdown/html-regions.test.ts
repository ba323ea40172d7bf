import { expect, test } from "vitest";
import { openedBy, showsSomething } from "./html-regions";

test.each([
  ["<details>\n<summary>More</summary>", 1],
  ["</details>", -1],
  ['<div align="center"><div>', 2],
  ["<div>a</div>", 0],
  ["<img src=a.png>", 0],
  ["<div/>", 0],
  ["<divider>", 0],
])("%j leaves %i containers open", (html, open) => {
  expect(openedBy(html)).toBe(open);
});

test.each([
  ["<img src=a.png>", true],
  ["<!-- only a comment, <b>even with a tag</b> -->", false],
  ["</details>", false],
  ["<script>alert(1)</script>", false],
])("whether %j shows something: %s", (html, shows) => {
  expect(showsSomething(html)).toBe(shows);
});
