import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { docxOf } from "../engine/office/package/packages.fixture";
import { type CliFixture, createCliFixture, runGalley } from "./testing/galley-process";

let fixture: CliFixture;

beforeEach(async () => {
  fixture = await createCliFixture();
});
afterEach(() => fixture.remove());

type Row = { id: string; text: string };

const put = (name: string, content: string | Uint8Array) => writeFile(join(fixture.root, name), content);

async function call(name: string, args: Record<string, unknown>) {
  const { stdout, stderr } = await runGalley(fixture, ["call", name, JSON.stringify(args)]);
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

const rowsOf = async (path: string): Promise<Row[]> => (await call("read_file", { path })).data.paragraphs;

test("ids are the same in every process, follow edits from one to the next, and are never in the file", async () => {
  await put("a.md", "# One\n\nsame\n\nsame\n\nlast\n");
  const before = await rowsOf("a.md");
  expect(new Set(before.map(({ id }) => id)).size).toBe(4);
  expect(await rowsOf("a.md")).toEqual(before);
  await call("text_editor", { action: "patch", path: "a.md", old_text: "last", new_text: "wholly different words" });
  await call("doc_insert", { file: "a.md", anchor: "one", position: "before", content: "# New\n\ntext" });
  const after = await rowsOf("a.md");
  expect(after.slice(-4).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  await put("a.md", `outside\n\n${await readFile(join(fixture.root, "a.md"), "utf8")}`);
  expect((await rowsOf("a.md")).slice(-4).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(await readFile(join(fixture.root, "a.md"), "utf8")).not.toContain("jr_para_");
});

test("several processes that request ids at the same time get the same ones", async () => {
  await put("a.md", Array.from({ length: 300 }, (_, index) => `Paragraph ${index % 20}.\n`).join("\n"));
  const answers = await Promise.all(Array.from({ length: 4 }, () => rowsOf("a.md")));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

test("a folder is searched with the bundled search program, including Office packages", async () => {
  await put("a.md", "an apple\n");
  await put("b.docx", docxOf("<w:p><w:r><w:t>Apple pie</w:t></w:r></w:p>"));
  const { data, summary } = await call("grep", { pattern: "apple", path: "." });
  expect(data.matches.map(({ file }: { file: string }) => file)).toEqual(["a.md", "b.docx"]);
  expect(summary).toBe("found 2 matches in 2 paragraphs of 2 files for “apple”");
});
