/** Opening and closing changes nothing, however unusual the document: many of them in tabs of the real app. */
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { expect } from "@playwright/test";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

/** The long run uses the number of documents that the goals ask for. */
const count = process.env["GALLEY_LONG"] ? 1000 : 10;

/** Unusual pieces of text; each document has a few of them, chosen by its number. */
const pieces: Uint8Array[] = [
  "plain line\n",
  "# Heading\r\n",
  "lone return\r",
  "\n\n\n",
  "no end",
  "\ttabs\t and trailing blanks   \n",
  "中文，日本語。\n",
  "e\u0301 combining, 👩‍👩‍👧 family\n",
  "\u2028line separator\u2029 paragraph separator\u0085",
  "- list\n    - deep\n",
  "```\nunclosed fence\n",
  "---\nfront: matter\n---\n",
  "| a | b |\n|---|\n",
  "\u200f\u202eright to left\u202c\n",
  "\ufeffmark in the middle\n",
  "x".repeat(20_000),
  "\u0001\u001f\u007f controls\n",
]
  .map((text) => Buffer.from(text) as Uint8Array)
  .concat([
    new Uint8Array([0xff, 0xfe - 1, 0x0a]),
    new Uint8Array([0xc3, 0x28, 0x0a]),
    new Uint8Array([0xed, 0xa0, 0x80]),
  ]);

function oddDocument(number: number): Uint8Array {
  let seed = number * 2_654_435_761;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const body = Buffer.concat(Array.from({ length: next(6) }, () => pieces[next(pieces.length)] ?? new Uint8Array()));
  switch (number % 5) {
    case 0:
      return Buffer.concat([new Uint8Array([0xef, 0xbb, 0xbf]), body]);
    case 1:
      return Buffer.from(`\ufeff${body.toString("utf8")}`, "utf16le");
    case 2:
      return Buffer.from(body.toString("utf8").replace(/[^\n\r\t\x20-\xff]/g, "é"), "latin1");
    default:
      return body;
  }
}

test(`opening and closing ${count} odd documents changes no byte and no time`, async () => {
  test.setTimeout(300_000);
  const names = Array.from({ length: count }, (_, number) => `odd ${String(number).padStart(3, "0")}.md`);
  const files = Object.fromEntries(names.map((name, number) => [name, oddDocument(number)]));
  const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  const galley = await start({ files, open: [".", ...names] });
  const { page } = galley;
  const before = new Map<string, number>();
  for (const name of names) before.set(name, (await stat(galley.pathOf(name))).mtimeMs);
  const tabs = page.getByRole("tab");
  await expect.poll(() => tabs.count(), { timeout: 120_000 }).toBeGreaterThan(count - 15);
  // Closing a tab activates the next one, so each is active once. The last of them may still be loading.
  const front = page.locator("[role=tab][aria-selected=true] .tab-name");
  while ((await tabs.count()) > 0) {
    const name = await front.textContent();
    await galley.runMenuCommand("Close Tab");
    await expect(page.getByRole("tab", { name: name ?? "", exact: true })).toHaveCount(0);
  }
  for (const [number, name] of names.entries()) {
    expect(hash(await readFile(galley.pathOf(name))), name).toBe(hash(oddDocument(number)));
    expect((await stat(galley.pathOf(name))).mtimeMs, name).toBe(before.get(name));
  }
  expect((await readdir(galley.root)).sort()).toEqual(names);
  await galley.close();
});
