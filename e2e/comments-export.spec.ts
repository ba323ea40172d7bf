/** Comments in exports: as Word's own, and as numbered notes on a page. */
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import type { GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp();

const text = `# A letter

The **quick** brown [fox](https://fox.example/fox) jumps. A fox sleeps.[^1]

- first item
- second item

| Left | Right |
|------|-------|
| one  | two   |

她说：**潮水**不等信，信也不等潮水。

قال البحر **عريض** اليوم.

\`\`\`js
const answer = 42;
\`\`\`

Last words.

[^1]: It sleeps in a note.
`;

const hostile = '<img src=x onerror="alert(1)">"/></w:comments>';
type Thread = { quote: string; messages?: [name: string, kind: string, text: string][]; status?: string };

const threads: Thread[] = [
  {
    quote: "**quick** brown [fox](https://fox.example/fox) jumps",
    messages: [
      ["Ann Lee", "user", "Is it quick?"],
      ["Claude", "agent", "It is.\nVery."],
    ],
  },
  { quote: "fox](https://fox.example/fox) jumps. A fox", messages: [[hostile, "user", hostile]] },
  { quote: "first item\n- second", messages: [["Ann Lee", "user", "Over two items"]] },
  { quote: "two ", messages: [["Ann Lee", "user", "In a cell"]], status: "resolved" },
  { quote: "潮水", messages: [["李明", "user", "哪一个潮水？"]] },
  { quote: "**عريض** اليوم", messages: [["Ann Lee", "user", "عريض جدا"]] },
  { quote: "answer", messages: [["Ann Lee", "user", "In code"]] },
  { quote: "sleeps in a note", messages: [["Ann Lee", "user", "In a note"]] },
  { quote: "words that were deleted", messages: [["Ann Lee", "user", "Lost"]] },
];

const stored = JSON.stringify({
  format: "Galley comments 1",
  threads: Object.fromEntries(
    threads.map(({ quote, messages = [], status = "open" }, index) => {
      const at = text.indexOf(quote);
      const [before, after] =
        at < 0 ? ["x", "y"] : [text.slice(Math.max(0, at - 60), at), text.slice(at + quote.length).slice(0, 60)];
      return [
        `c_000000000${index}`,
        {
          status,
          changed: "2026-01-02T03:04:05.000Z",
          anchor: { quote, before, after, section: null, paragraph_id: null },
          messages: messages.map(([name, kind, written], at) => ({
            author: { name, kind },
            text: written,
            at: `2026-01-02T03:04:0${at}.00${index}Z`,
          })),
        },
      ];
    }),
  ),
});

let galley: GalleyApp;
test.afterEach(() => galley.close());

async function exportWithComments(label: string, name: string, isAll = false): Promise<Buffer> {
  const { app, page, pathOf } = galley;
  await app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = (async () => ({ canceled: false, filePath: path })) as typeof dialog.showSaveDialog;
  }, pathOf(name));
  await galley.runMenuCommand(label);
  const choices = page.getByRole("dialog");
  const include = choices.getByRole("checkbox", { name: "Include comments" });
  await expect(include).not.toBeChecked();
  // The text still leaves room for the cards while a dialog has the focus.
  await expect(page.locator(".cm-editor.cm-with-cards")).toHaveCount(1);
  await include.check();
  if (isAll) await choices.getByRole("checkbox", { name: "Also resolved ones" }).check();
  await choices.getByRole("button", { name: "Export…" }).click();
  await expect(page.getByText(`Exported to ${name}.`)).toBeVisible({ timeout: 60_000 });
  return readFile(pathOf(name));
}

test("comments are exported on request: as Word's own, and as numbered notes on a page", { tag: "@long" }, async () => {
  galley = await start({ files: { "a.md": text, ".galley/comments/a.md.json": stored }, open: [".", "a.md"] });
  await expect(galley.page.locator(".cm-commented").first()).toBeVisible();

  await test.step("Word has them at their words, with answers and what is resolved", async () => {
    const parts = unzipSync(await exportWithComments("Export as Word Document…", "a.docx", true));
    const part = (name: string) => strFromU8(parts[`word/${name}.xml`] ?? new Uint8Array());
    const comments = part("comments");
    expect(comments.match(/<w:comment /g)).toHaveLength(10);
    expect(comments).toContain('w:author="Claude" w:date="2026-01-02T03:04:01Z" w:initials="AI"');
    expect(comments).not.toContain("<img");
    expect(part("commentsExtended").match(/w15:done="1"/g)).toHaveLength(1);
    expect(part("commentsExtended").match(/w15:paraIdParent/g)).toHaveLength(1);
    const words = (id: number) => {
      const [, range = ""] =
        new RegExp(`<w:commentRangeStart w:id="${id}"/>(.*?)<w:commentRangeEnd w:id="${id}"/>`, "s").exec(
          part("document"),
        ) ?? [];
      return range.replaceAll("</w:p>", "\n").replace(/<[^>]+>/g, "");
    };
    const found = Array.from({ length: 10 }, (_, id) => words(id));
    expect(found).toEqual([
      "quick brown fox jumps",
      "quick brown fox jumps",
      "fox jumps. A fox",
      "first item\nsecond",
      "two",
      "潮水",
      "عريض اليوم",
      "answer",
      "",
      "",
    ]);
    expect(comments).toContain("“words that were deleted”");
  });

  await test.step("a page has numbers at the words, and the comments below; only the open ones", async () => {
    const html = (await exportWithComments("Export as HTML…", "a.html")).toString("utf8");
    expect(html).not.toContain("<img");
    expect(html).not.toContain("In a cell");
    expect(html).toContain("&lt;img src=x onerror=");
    const shown = html.replace(/<style>.*<\/style>/s, "").replace(/<[^>]+>/g, "");
    expect(shown).toContain("The quick brown fox jumps[C1]. A fox[C2] sleeps.");
    expect(shown).toContain("[C1] quick brown fox jumpsAnn Lee · ");
    expect(shown).toContain("It is.\nVery.");
    expect(shown).toContain("It sleeps in a note[C7].");
    expect(shown).toContain("[C8] words that were deleted The words are gone");
    // Every number leads to its comment, and back.
    for (const [, id] of html.matchAll(/href="#(galley-comment-[^"]+)"/g)) expect(html).toContain(`id="${id}"`);
    expect(html.match(/href="#galley-comment-ref-/g)).toHaveLength(7);
  });
});
