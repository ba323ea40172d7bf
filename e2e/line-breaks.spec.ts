/** Live preview never begins a visual line inside a word or with punctuation: lines do not break at hidden marks. */
import { expect, type Page } from "@playwright/test";
import type { GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { waitForFrames } from "./wait-until-stable";

const start = shareApp("all files");

let galley: GalleyApp;
test.afterEach(() => galley.close());

/** Pseudo-random numbers below 1 that are the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Every inline mark, around a word that may be part of a longer one. */
const MARKS: Record<string, (word: string) => string> = {
  plain: (word) => word,
  strong: (word) => `**${word}**`,
  emphasis: (word) => `*${word}*`,
  both: (word) => `***${word}***`,
  code: (word) => `\`${word}\``,
  strikethrough: (word) => `~~${word}~~`,
  highlight: (word) => `==${word}==`,
  link: (word) => `[${word}](http://example.org/a-long/path-${word}?q=1)`,
  "wiki link": (word) => `[[Some other note|${word}]]`,
  autolink: (word) => `<http://example.org/${word}>`,
  maths: () => "$x^2$",
  footnote: (word) => `${word}[^1]`,
  tag: (word) => `<kbd>${word}</kbd>`,
  escape: (word) => `${word}\\*`,
  entity: (word) => `${word}&amp;`,
};

/** Words within which a line may not begin, whatever mark is around a part of them. */
function sample(mark: (word: string) => string, next: () => number): string {
  const word = () => "abcdefghijklmno".slice(0, 2 + Math.floor(next() * 9));
  const sentences = Array.from({ length: 16 }, () => {
    const shape = Math.floor(next() * 5);
    const marked = mark(word());
    if (shape === 0) return `${word()} un${marked}ed ${word()}`;
    if (shape === 1) return `${word()} ${marked}, ${word()}`;
    if (shape === 2) return `${word()} (${marked}). ${word()}`;
    if (shape === 3) return `${marked}; ${word()}`;
    return `${word()} ${word()} ${marked}.`;
  });
  return sentences.join(" ");
}

/** The visual lines of the text that begin inside a word or with punctuation, each with what is before and after. */
const badBeginnings = (page: Page): Promise<{ lines: number; bad: string[] }> =>
  page.evaluate(() => {
    const bad: string[] = [];
    let lines = 0;
    for (const line of document.querySelectorAll(".cm-content .cm-line")) {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      let bottom = Number.NEGATIVE_INFINITY;
      let before = "";
      let lastWidget: Element | null = null;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const widget = node.parentElement?.closest("math, .cm-live-math, [contenteditable=false]") ?? null;
        const text = node.nodeValue ?? "";
        for (let at = 0; at < text.length; at++) {
          if (widget && widget === lastWidget) break;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const rect = widget ? widget.getBoundingClientRect() : range.getClientRects()[0];
          if (!rect || (rect.width === 0 && !widget)) continue;
          const character = widget ? "¤" : (text[at] ?? "");
          lastWidget = widget;
          // A smaller or raised character is still on the line: a new one begins below the last one's end.
          if (rect.top > bottom - 2 && /\S/.test(character)) {
            lines++;
            if (before !== "" && (/[.,;:!?)\]]/.test(character) || /[^\s\-/]$/u.test(before)))
              bad.push(`${before.slice(-12)}⏎${text.slice(at, at + 8)}`);
            bottom = rect.bottom;
          }
          before += character;
          if (widget) break;
        }
      }
    }
    return { lines, bad };
  });

test("no line begins inside a word or with punctuation, at any width", async () => {
  const next = random(7);
  const parts = Object.values(MARKS).map((mark) => sample(mark, next));
  galley = await start({ files: { "a.md": `Begin\n\n${parts.join("\n\n")}\n\n[^1]: note\n` }, open: [".", "a.md"] });
  const content = galley.editor;
  await expect(content).toContainText("Begin");
  for (const width of process.env["GALLEY_LONG"] ? [700, 460, 340] : [460]) {
    await content.evaluate((element, pixels) => {
      Object.assign(element.style, { maxWidth: `${pixels}px`, paddingInline: "8px" });
    }, width);
    const bad = new Set<string>();
    let lines = 0;
    for (let index = 0; index < parts.length; index++) {
      await content.evaluate((element, part) => {
        const scroller = element.closest(".cm-scroller");
        if (scroller) scroller.scrollTop = scroller.scrollHeight * part;
      }, index / parts.length);
      await waitForFrames(galley.page);
      const found = await badBeginnings(galley.page);
      lines += found.lines;
      for (const each of found.bad) bad.add(each);
    }
    expect(lines).toBeGreaterThan(parts.length * 5);
    expect([...bad], `${width} pixels`).toEqual([]);
  }
});
