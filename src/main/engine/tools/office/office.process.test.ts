import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { createEngine } from "../../host/create-engine";
import type { Engine } from "../../host/engine";
import { libreOffice } from "../../office/convert/libreoffice";
import { readPackage } from "../../office/formats/read-package";
import { packageOf } from "../../office/package/packages.fixture";
import { makeTemporaryFolder, unrecorded } from "../../storage/saving/temporaries";
import { startChild } from "../../testing/child-process";

const long = process.env["GALLEY_LONG"] !== undefined;
const program = await libreOffice({ makeFolder: () => makeTemporaryFolder(unrecorded) }).program();
let folder: string;
let work: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-office-"));
  work = join(folder, "w");
  mkdirSync(work);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("a process killed while it saves leaves the complete old package or the complete new one", async () => {
  const noise = randomBytes(400_000).toString("base64");
  const target = join(work, "a.docx");
  for (let round = 0; round < (long ? 60 : 3); round++) {
    writeFileSync(
      target,
      packageOf({
        "[Content_Types].xml": "<Types/>",
        "word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>save 0.</w:t></w:r></w:p></w:body></w:document>`,
        "word/media/image1.bin": noise,
      }),
    );
    const child = startChild(new URL("./save-package.child.ts", import.meta.url), [join(folder, "data"), target]);
    await child.printed("saved 1");
    await pause(Math.random() * 80);
    child.process.kill("SIGKILL");
    await child.ended;
    const confirmed = Number(child.lines.at(-1)?.slice(6));
    const { text } = readPackage(readFileSync(target), "docx", "a.docx");
    expect([`save ${confirmed}.`, `save ${confirmed + 1}.`]).toContain(text);
  }
}, 120_000);

describe.skipIf(program === null)("with LibreOffice, which is not installed on every machine", () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await createEngine({ dataDir: join(folder, "data") });
  });
  afterEach(() => engine.close());

  const call = (args: Record<string, unknown>) =>
    engine.run({
      name: "office_artifact",
      arguments: args,
      caller: { id: "1", name: "tester", roots: [work] },
    });

  /** Samples that do not have the words which the others share. */
  const gardenWords: Record<string, string> = { "python-docx-comments.docx": "garden in spring" };

  it("documents that we create and edit open there, with the same text", async () => {
    const made = join(import.meta.dirname, "../../office/samples");
    // LibreOffice exports the deleted words of tracked changes, too; `odt/suggestions.test.ts` is about these.
    const names = readdirSync(made).filter((name) => /(?<!tracked)\.(?:docx|odt)$/.test(name));
    for (const name of names) writeFileSync(join(work, name), readFileSync(join(made, name)));
    for (const name of ["new.docx", "new.odt"])
      await call({ action: "create", path: name, content: "# Title\n\nIn spring the garden  is\n\n1. one\n- two\n" });
    for (const name of [...names, "new.docx", "new.odt"]) {
      const edits = [
        {
          operation: "replace_text",
          find: gardenWords[name] ?? "spring the garden",
          replace: "summer\tthe <lake> & 花",
        },
        {
          operation: "append_text",
          content: "## Appended\n\n**Bold** and `code`\n\n- a\n- b\n\n1. x\n\n| A | B |\n| - | - |\n| 1 | 2 |",
        },
        ...(name.endsWith(".docx")
          ? [{ operation: "replace_text", find: "Bold and code", replace: "Bold and plain", track_changes: true }]
          : []),
      ];
      for (const edit of edits) {
        const done = await call({ action: "edit", path: name, ...edit });
        expect(done, `${name}: ${done.message}`).toMatchObject({ ok: true });
      }
    }
    const all = [...names, "new.docx", "new.odt"];
    const shown = textsOf(all.map((name) => join(work, name)));
    for (const [index, name] of all.entries()) {
      const ours = readPackage(readFileSync(join(work, name)), name.endsWith(".odt") ? "odt" : "docx", name);
      // LibreOffice shows a suggested deletion beside the suggested insertion.
      const theirs = plainText(shown[index] ?? "").replace("codeplain", "plain");
      for (const { text, kind } of ours.paragraphs)
        for (const piece of kind === "table_row" ? text.split(" | ") : [text])
          if (kind !== "note") expect(theirs, name).toContain(plainText(piece));
    }
  }, 120_000);

  it("a document is converted to the other format of its kind, and to no other kind", async () => {
    await call({ action: "create", path: "a.odt", content: "# Title\n\nIn spring the garden is green\n" });
    const done = await call({ action: "export", path: "a.odt", format: "docx" });
    expect(done, done.message).toMatchObject({ ok: true, data: { exported: "a.docx", exported_format: "docx" } });
    expect(readPackage(readFileSync(join(work, "a.docx")), "docx", "a.docx").text).toBe(
      "Title\nIn spring the garden is green",
    );
    expect(await call({ action: "export", path: "a.odt", format: "docx" })).toMatchObject({
      error: { code: "wrong_state" },
    });
    expect(await call({ action: "export", path: "a.odt", format: "xlsx" })).toMatchObject({
      error: { code: "bad_arguments", message: "export of odt writes pdf, html, md, txt or docx, not xlsx" },
    });
  }, 120_000);

  it("a document with an odd name becomes a PDF, and nothing that it links to is fetched", async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked++;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const content = `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body><office:text><text:p>Hello<draw:frame svg:width="2cm" svg:height="2cm"><draw:image xlink:href="http://127.0.0.1:${port}/x.png" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p></office:text></office:body></office:document-content>`;
    const name = `--headless $(touch pwned) ';"花.odt`;
    writeFileSync(
      join(work, name),
      packageOf({
        mimetype: "application/vnd.oasis.opendocument.text",
        "META-INF/manifest.xml": `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
        "content.xml": content,
      }),
    );
    const done = await call({ action: "export", path: name, format: "pdf" });
    server.close();
    expect(done, done.message).toMatchObject({ ok: true });
    const pdf = join(work, name.replace(/odt$/, "pdf"));
    expect(readFileSync(pdf).toString("latin1", 0, 5)).toBe("%PDF-");
    expect(existsSync(join(work, "pwned"))).toBe(false);
    expect(asked).toBe(0);
    expect(readdirSync(work).sort()).toEqual([name, name.replace(/odt$/, "pdf")].sort());
  }, 120_000);
});

const plainText = (text: string): string => text.replaceAll(/[\s\ufeff]+/g, " ").trim();

/** The texts that LibreOffice reads from several documents, in one start. */
function textsOf(paths: readonly string[]): string[] {
  const out = join(folder, "out");
  const profile = pathToFileURL(join(folder, "profile")).href;
  const texts: string[] = [];
  for (const [index, path] of paths.entries())
    writeFileSync(join(folder, `${index}.${path.endsWith(".odt") ? "odt" : "docx"}`), readFileSync(path));
  const sources = paths.map((path, index) => join(folder, `${index}.${path.endsWith(".odt") ? "odt" : "docx"}`));
  const args = [`-env:UserInstallation=${profile}`, "--headless", "--convert-to", "txt:Text (encoded):UTF8"];
  spawnSync(program ?? "", [...args, "--outdir", out, ...sources], { timeout: 90_000 });
  for (const index of paths.keys()) texts.push(readFileSync(join(out, `${index}.txt`), "utf8"));
  return texts;
}
