import fc from "fast-check";
import { expect, test } from "vitest";
import { renderDocument } from "./render-document";

const messages = { alerts: {}, properties: "Properties", lineBreaks: "keep" } as const;

async function render(text: string, extent: "whole" | "cropped" = "cropped"): Promise<string> {
  const { blocks } = await renderDocument(text, messages, extent);
  return blocks.map(({ html }) => html).join("");
}

const many = (count: number, line: (at: number) => string, between = "\n") =>
  Array.from({ length: count }, (_, at) => line(at)).join(between);

const hiddenIn = (html: string) =>
  [...html.matchAll(/ … <em class="cropped">(\d+)<\/em>/g)].map(([, count]) => Number(count));

/** Checks that every opened tag is closed, in order. */
function isSound(html: string): boolean {
  const open: string[] = [];
  for (const [, end, name = "", rest = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^<>]*)>/g)) {
    if (/^(?:br|hr|img|input)$/.test(name) || rest.endsWith("/")) continue;
    if (!end) open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

test("blocks of normal size are shown completely", async () => {
  const piece = fc.constantFrom(
    "# A *b*\n\n",
    "- c\n  - d\n\n",
    "> e\n\n",
    "| f | g |\n|---|---|\n| h | i |\n\n",
    "```js\nj()\n```\n\n",
    "<div>k</div>\n\n",
    "l[^1]\n\n[^1]: m\n\n",
    "**n** `o` ![p](q.png) [r](s) \\\n- [ ] t\n\n",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 10 }), async (pieces) => {
      expect(await render(pieces.join(""))).toBe(await render(pieces.join(""), "whole"));
    }),
    { numRuns: 40 },
  );
});

test("only the beginning of a giant paragraph is shown, with open elements closed and no surrogate pair split", async () => {
  const plain = await render(`# One\n\n${"word ".repeat(100_000)}\n\nThe end.\n`);
  expect(plain.length).toBeLessThan(21_000);
  expect(hiddenIn(plain)).toEqual([479_999]);
  expect(plain).toContain("<p>The end.</p>");
  const marked = await render(`a **b ${"c *d* ".repeat(30_000)} e** f\n`);
  expect([isSound(marked), hiddenIn(marked).length]).toEqual([true, 1]);
  expect(marked.length).toBeLessThan(200_000);
  expect(await render(`x${"👍".repeat(60_000)}\n`)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
});

test("only the first of twenty thousand cells are shown, in each row", async () => {
  const wide = ["|a", "|-", "|b"].map((cell) => `${cell.repeat(20_000)}|`).join("\n");
  const html = await render(`${wide}\n\nThe end.\n`);
  expect([html.match(/<th/g)?.length, html.match(/<td/g)?.length]).toEqual([301, 300]);
  expect([isSound(html), hiddenIn(html)]).toEqual([true, [19_700, 19_700]]);
});

test("only the first rows and items of endless tables, lists and footnotes are shown, and the text after them", async () => {
  const table = `| a | b |\n|---|---|\n${many(5_000, (n) => `| row ${n} | x |`)}`;
  const list = many(8_000, (n) => `- item ${n}`);
  const notes = `${many(5_500, (n) => `w[^${n}]`, " ")}\n\n${many(5_500, (n) => `[^${n}]: note`)}`;
  for (const text of [table, list, notes]) {
    const html = await render(`${text}\n\n# The end\n`);
    expect(isSound(html)).toBe(true);
    expect(hiddenIn(html).length).toBeGreaterThan(0);
    expect(html.length).toBeLessThan(4_000_000);
    expect(html).toContain("The end");
  }
  expect(hiddenIn(await render(many(2000, (n) => `- item ${n}`)))).toEqual([]);
});

test("only the first properties of endless front matter are shown", async () => {
  const html = await render(`---\n${many(5000, (n) => `key${n}: value`)}\n---\n\nText.\n`);
  expect([isSound(html), hiddenIn(html), html.includes("key1999")]).toEqual([
    true,
    [3000 * "key0000: value".length],
    true,
  ]);
  expect(html).not.toContain("key2000");
});

test("code is cut at the end of a line, a long line in its middle, and both report how much is missing", async () => {
  const long = await render(`\`\`\`\n${"const a = 1;\n".repeat(100_000)}\`\`\`\n\nThe end.\n`);
  expect(long).toMatch(/const a = 1;\n<\/code><\/pre>/);
  expect(hiddenIn(long)).toEqual([1_300_000 - 13 * Math.floor(300_000 / 13)]);
  const line = await render(`\`\`\`\n${"x".repeat(90_000)}\nshort\n\`\`\`\n`);
  expect([hiddenIn(line), line.includes("\nshort\n")]).toEqual([[70_000], true]);
  const html = await render(`<div>${"<p>a</p>".repeat(100_000)}</div>\n\nThe end.\n`);
  expect([hiddenIn(html), html.includes("The end.")]).toEqual([[600_012], true]);
});
