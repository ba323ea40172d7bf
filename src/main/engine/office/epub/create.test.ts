import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { imagesInChapter } from "./chapter-xhtml";
import { createEpub } from "./create";

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
const svg = (inside: string) => new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);

function bodyOf(
  text: string,
  images: Record<string, Uint8Array> = {},
): { body: string; names: string[]; manifest: string } {
  const files = unzipSync(
    createEpub({
      title: "T",
      language: "en",
      identifier: "x",
      chapters: [{ title: "One", volume: "", text, images: new Map(Object.entries(images)) }],
    }),
  );
  const page = strFromU8(files["book/c0001.xhtml"] ?? new Uint8Array());
  return {
    body: /<body>([\s\S]*)<\/body>/.exec(page)?.[1]?.trim() ?? "",
    names: Object.keys(files).filter((name) => name.includes("images/")),
    manifest: strFromU8(files["book/book.opf"] ?? new Uint8Array()),
  };
}

it("footnotes, quotes, nested lists, tables, highlights and line breaks are those of the page", () => {
  const { body } = bodyOf(
    "A[^1] ==b== H~2~O.\n\n> *Said* he.<br/>Yes.\n\n- a\n  1. b\n\n| x |\n|--:|\n| 1 |\n\n[^1]: Note.\n",
  );
  expect(body).toContain(
    '<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup> <mark>b</mark> H<sub>2</sub>O.',
  );
  expect(body).toContain("<blockquote>\n<p><em>Said</em> he.<br />\nYes.</p>\n</blockquote>");
  expect(body).toMatch(/<ul>\n<li>a\n<ol>\n<li>b<\/li>\n<\/ol>\n<\/li>\n<\/ul>/);
  expect(body).toContain('<td style="text-align:right">1</td>');
  expect(body).toMatch(/<li id="fn1" class="footnote-item"><p>Note\./);
});

it("each line is a paragraph, unless a mark goes over its end", () => {
  expect(bodyOf("one\ntwo\n\n*three\nfour*").body).toBe("<p>one</p>\n<p>two</p>\n<p><em>three<br/>\nfour</em></p>");
});

it("images are taken along, each once; one that is missing or may run scripts shows its description", () => {
  const text = "![Harbour](a%20b.png) ![Again](c.png) ![Bad](bad.svg) ![Good](good.svg) ![None](none.png)";
  expect(imagesInChapter(text)).toEqual(["a%20b.png", "c.png", "bad.svg", "good.svg", "none.png"]);
  const { body, names, manifest } = bodyOf(text, {
    "a%20b.png": png,
    "c.png": png,
    "bad.svg": svg("<script>x</script>"),
    "good.svg": svg("<path d='M0 0'/>"),
  });
  expect(body).toBe(
    '<p><img src="images/i0001.png" alt="Harbour"/> <img src="images/i0001.png" alt="Again"/> Bad <img src="images/i0002.svg" alt="Good"/> None</p>',
  );
  expect(names).toEqual(["book/images/i0001.png", "book/images/i0002.svg"]);
  expect(manifest).toContain('href="images/i0002.svg" media-type="image/svg+xml"');
});

it("links that lead nowhere in the book and all HTML are text", () => {
  const { body } = bodyOf(
    '[a](other.md) [b](https://x.example/?a&b "t") [c](javascript:x) <script>x</script> <b>y</b>',
  );
  expect(body).toBe(
    '<p>a <a href="https://x.example/?a&amp;b">b</a> [c](javascript:x) &lt;script&gt;x&lt;/script&gt; &lt;b&gt;y&lt;/b&gt;</p>',
  );
});
