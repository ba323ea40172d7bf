// Writes a Word document with a given number of paragraphs, and times reading it by paragraph and editing one paragraph. Prints the milliseconds
// as JSON. Usage: file rounds paragraphs
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createEngine } from "../src/main/engine/host/create-engine";
import { readPackage } from "../src/main/engine/office/formats/read-package";
import { packageOf } from "../src/main/engine/office/package/packages.fixture";

const [file = "", count = "1", paragraphArgument = "12700"] = process.argv.slice(2);
const paragraphs = Number(paragraphArgument);

// As Word writes it: a separate run for each change of formatting, revision ids, tabs, entities, several scripts.
const paragraphAt = (index: number): string =>
  `<w:p w14:paraId="${(index + 1).toString(16).padStart(8, "0").toUpperCase()}" w:rsidR="00AA11BB" w:rsidRDefault="00AA11BB"><w:pPr><w:pStyle w:val="Normal"/><w:spacing w:after="120"/></w:pPr>` +
  `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">Paragraph ${index} &amp; some text, </w:t></w:r><w:r><w:tab/><w:t xml:space="preserve">潮水退去 and </w:t></w:r>` +
  `<w:r><w:t>more of it with words that go on for a while.</w:t></w:r></w:p>`;
const body = Array.from({ length: paragraphs }, (_, index) => paragraphAt(index)).join("");
const schemas = "http://schemas.openxmlformats.org";
const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const parts = {
  "[Content_Types].xml": `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r1" Type="${schemas}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  "word/document.xml": `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w:body>${body}</w:body></w:document>`,
};
await writeFile(file, packageOf(parts));
const edited = file.replace(/\.docx$/, " edited.docx");
await writeFile(edited, packageOf(parts));
let edits = 0;
// Each is another version: the engine keeps the last texts.
const unread = Array.from({ length: Number(count) + 2 }, (_, round) => file.replace(/\.docx$/, ` ${round}.docx`));
for (const [round, path] of unread.entries()) await writeFile(path, packageOf({ ...parts, "round.txt": `${round}` }));

const data = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-bench-"));
const engine = await createEngine({ dataDir: data });
const caller = { id: "bench", name: "bench", roots: [dirname(file)] };
const check = (found: unknown): void => {
  if (found !== paragraphs) throw new Error(`found ${found} paragraphs instead of ${paragraphs}`);
};
const contestants: Record<string, () => Promise<void>> = {
  async galley() {
    const read = readPackage(await readFile(file), "docx", "a.docx");
    check(read.paragraphs.length);
  },
  async tool() {
    const answer = await engine.run({ name: "read_file", arguments: { path: unread.pop(), limit: 1 }, caller });
    check(answer.data?.["total"]);
  },
  async edit() {
    const edit = { action: "edit", path: edited, operation: "replace_text" };
    const textOfRound = (round: number) => `Paragraph ${paragraphs - 1} & some text${".".repeat(round)}, `;
    const answer = await engine.run({
      name: "office_artifact",
      arguments: { ...edit, find: textOfRound(edits), replace: textOfRound(edits + 1) },
      caller,
    });
    if (!answer.ok) throw new Error(answer.message);
    edits++;
  },
};
const times: Record<string, number[]> = {};
for (let round = 0; round < Number(count) + 2; round++) {
  for (const [name, run] of Object.entries(contestants)) {
    const start = performance.now();
    await run();
    if (round >= 2) times[name] = [...(times[name] ?? []), performance.now() - start];
  }
}
await engine.close();
await rm(data, { recursive: true });
console.log(JSON.stringify(times));
