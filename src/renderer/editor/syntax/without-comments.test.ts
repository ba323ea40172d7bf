import { expect, test } from "vitest";
import { withoutComments } from "./without-comments";

test.each([
  ["a %%b%% c\n\n%%d\ne%% f", "a  c\n\n f"],
  ["a\n\n%%\nhidden\n\n# more\n%%\n\nb", "a\n\n\n\nb"],
  ["> %%\n> secret\n>\n> more\n> %%\n> end", "> \n> end"],
  ["```a``` is code\n\n%%secret%%\n", "```a``` is code\n\n\n"],
  ["a\n\n    ```\n\nb %%secret%%\n", "a\n\n    ```\n\nb \n"],
])("hidden comments are left out: %j", (text, expected) => {
  expect(withoutComments(text)).toBe(expected);
});

test.each([
  ["`%%code%%` and 100%% of 20%%"],
  ["```\n%%\nx\n%%\n%%y%%\n```\n"],
  ["%%never closed\n\nnext%%"],
  ["%%\nnever closed\n\nnext"],
  ["> %%\n> never closed\n\n%%\n> x"],
  ["- %%\n  never closed\n\nnext\n\n- %%\n"],
  ["a \\%%shown%% b"],
  ["`` a ` %%x%% `` b"],
  ["a\n\n    %%\n    x = 1\n    %%\n\nb"],
  ["a\n\n    x = %%y%%\n\nb"],
  ["```\n```js\n%%x%%\n```\n"],
  ["- ```\n  %%shown%%\n  ```\n"],
  ["<http://x/?a=%%b%%>"],
  ["$a %%b%% c$"],
])("everything else stays: %j", (text) => {
  expect(withoutComments(text)).toBe(text);
});

test("a comment in an item ends with it, and no text below is hidden", () => {
  const text = "- %%\n  secret\n  %%\n\nImportant text\n\n%%\nnote\n%%\n\nend\n";
  const kept = withoutComments(text);
  expect(kept).toContain("Important text");
  expect(kept).toContain("end");
  expect(kept).not.toMatch(/secret|note/);
});
