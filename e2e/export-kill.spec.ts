/** The app is killed during an export, or the document changes meanwhile: the target is the old file or a complete new one. */
import { watch } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { unzipSync } from "fflate";
import { folder, type GalleyApp, start } from "./launch";
import { test } from "./test";

const paragraphs = Array.from({ length: 400 }, (_, at) => `## Part ${at}\n\nWords of **part** ${at}, $x^${at}$.`);
const document = `WORD first\n\n${paragraphs.join("\n\n")}\n\nWORD last\n`;

const kinds = [
  {
    kind: "html",
    label: "Export as HTML…",
    isComplete: (bytes: Buffer) => bytes.toString().trimEnd().endsWith("</html>"),
  },
  {
    kind: "pdf",
    label: "Export as PDF…",
    isComplete: (bytes: Buffer) =>
      bytes.toString("latin1").startsWith("%PDF-") && /%%EOF\s*$/.test(bytes.toString("latin1")),
  },
  {
    kind: "docx",
    label: "Export as Word Document…",
    isComplete: (bytes: Buffer) => "word/document.xml" in unzipSync(bytes),
  },
] as const;

let galley: GalleyApp;
let killed: Promise<void> | null = null;
const kill = () => (killed ??= galley.kill());
test.afterEach(kill);

async function begin(root: string): Promise<void> {
  galley = await start({ root, files: { "a.md": document.replaceAll("WORD", "before") }, open: [".", "a.md"] });
  killed = null;
  await expect(galley.editor).toBeVisible();
}

async function exportTo(label: string, name: string): Promise<void> {
  await galley.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (async () => ({ canceled: false, filePath })) as typeof dialog.showSaveDialog;
  }, galley.pathOf(name));
  await galley.runMenuCommand(label);
  await galley.page.getByRole("dialog").getByRole("button", { name: "Export…" }).click();
}

for (const { kind, label, isComplete } of kinds) {
  test(`killing the app during an export as ${kind} leaves the old file or a complete new one @long`, {
    tag: kind === "docx" ? [] : "@long",
  }, async () => {
    const root = await folder("export");
    await begin(root);
    const name = `out.${kind}`;
    await galley.writeExternally(name, "the old file");
    // The first change next to the target is the temporary file that will replace it.
    const partlyWritten = new Promise<void>((done) => {
      const watcher = watch(root, () => {
        watcher.close();
        kill().then(done, done);
      });
    });
    await exportTo(label, name).catch(() => undefined);
    await partlyWritten;
    const after = await readFile(galley.pathOf(name));
    if (after.toString() !== "the old file") expect(isComplete(after)).toBe(true);
    expect(await galley.onDisk("a.md")).toBe(document.replaceAll("WORD", "before"));
    expect((await readdir(root)).filter((each) => !each.startsWith("."))).toEqual(["a.md", name]);
  });
}

test("an export has one consistent state of a document that changes meanwhile", { tag: "@long" }, async () => {
  await begin(await folder("export"));
  await exportTo("Export as HTML…", "out.html");
  await galley.writeExternally("a.md", document.replaceAll("WORD", "behind"));
  await expect(galley.page.getByText("Exported to out.html.")).toBeVisible({ timeout: 60_000 });
  const states = new Set((await galley.onDisk("out.html")).match(/\b(?:before|behind)(?= (?:first|last)\b)/g));
  expect(states.size).toBe(1);
  await expect.poll(() => galley.onDisk("a.md")).toBe(document.replaceAll("WORD", "behind"));
});
