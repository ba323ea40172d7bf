import { expect, test } from "vitest";
import { countWords } from "../text/words";
import { proseOf } from "./prose";

test("prose is counted without addresses, tags and marks", () => {
  const cases: [string, number][] = [
    ["[a](http://b.c/d/e-f)", 1],
    ['[two words](other.md "its title") and ![alt text|200](pic.png)', 5],
    ["[a](<b c.md>), [b][ref-name], [c][]", 3],
    ["[ref]: https://example.com/a/b 'Title here'", 0],
    ["https://example.com/a-b?c=d <https://x.y/z> word", 1],
    ["un**believ**able ~~gone~~ ==marked== `code` *it*", 5],
    ["1. one\n2. two\n- [x] done\n> [!NOTE] Title\n> 3. three", 5],
    ["## Heading {", 1],
    ["```js title\nlet a = 1;\n```", 3],
    ["a note[^1]\n\n[^1]: its text", 4],
    ['<span class="big red">shown</span><br>more &nbsp; &amp; done', 3],
    ["[[Page one|shown text]] [[Page]] ![[my picture.png|200]] [a][my ref]", 4],
    ["don't 3.14 well-known 港口", 5],
    ["a < b and 3 > 2", 5],
    ["one %%not [[counted]] here%% two (%%nor this%%) 100%% of 20%%", 5],
  ];
  for (const [text, words] of cases) expect(countWords(proseOf(text)), text).toBe(words);
});

test("prose of text made to be slow is found in linear time", () => {
  for (const text of ["](", "[[", "<a ", "[", "](a(", "`", "<!--", "&a", "http://(", "%%", " %%a"].map((part) =>
    part.repeat(50_000),
  )) {
    const started = process.cpuUsage();
    proseOf(text);
    expect(process.cpuUsage(started).user / 1000, text.slice(0, 10)).toBeLessThan(2000);
  }
});
