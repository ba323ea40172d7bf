import { expect, test } from "vitest";
import { createMarkdown } from "./markdown";

const rendered = (text: string) => createMarkdown().renderInline(text);

test("a line break between Chinese or Japanese characters adds no space", () => {
  expect(rendered("潮水不等信，\n信也不等潮水。")).toBe("潮水不等信，信也不等潮水。");
  expect(rendered("**船**\n来了")).toBe("<strong>船</strong>来了");
  expect(rendered("かな\nカナ")).toBe("かなカナ");
  expect(rendered("他说：\n“船来了”")).toBe("他说：“船来了”");
  expect(rendered("𠮷\n𠮷")).toBe("𠮷𠮷");
});

test("a line break adds a space in Latin and Korean text, and between two kinds of script", () => {
  expect(rendered("the tide\nwaits")).toBe("the tide\nwaits");
  expect(rendered("“so”\n“there”")).toBe("“so”\n“there”");
  expect(rendered("배가\n왔다")).toBe("배가\n왔다");
  expect(rendered("船\nGalley\n号")).toBe("船\nGalley\n号");
});

test("a line break is kept where the setting says so, in any script", () => {
  const kept = (text: string) => createMarkdown().renderInline(text, { lineBreaks: "keep" });
  expect(kept("Roses are red,\nviolets are blue")).toBe("Roses are red,<br>\nviolets are blue");
  expect(kept("船\n来了")).toBe("船<br>\n来了");
});

test("a footnote reference is only its number, as in the editor", () => {
  expect(createMarkdown().render("a[^x]\n\n[^x]: b\n")).toContain('id="fnref1">1</a>');
});
