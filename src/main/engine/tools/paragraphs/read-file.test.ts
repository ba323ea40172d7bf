import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { docxOf, odtOf } from "../../office/package/packages.fixture";
import { type EngineForTests, engineForTests } from "../engine-for-tests";

type Row = { id: string; index: number; kind: string; text: string };

const documentOf = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Paragraph number ${index + 1}.\n`).join("\n");

const rowsOf = (data: Record<string, unknown> | undefined): Row[] => data?.["paragraphs"] as Row[];

const matchesOf = (data: Record<string, unknown> | undefined) => data?.["matches"] as { id: string; file: string }[];

describe("read paragraphs are listed", () => {
  it("[JR-document-tools-001.1] a read by offset and limit ends with the ids of what was read", async () => {
    const on = engineForTests({ "Document.md": documentOf(12) });
    const { message, summary, data } = await on.call("read_file", { path: "Document.md", offset: 3, limit: 5 });
    const ids = rowsOf(data).map(({ id }) => id);
    expect(ids).toHaveLength(5);
    for (const id of ids) expect(id).toMatch(/^jr_para_[a-z0-9]{12}$/);
    expect(message.endsWith(`\nRead paragraphs: ${ids.join(", ")}`)).toBe(true);
    expect(summary).toBe("read 5 paragraphs from Document.md");
    expect(data).toMatchObject({ total: 12, has_more: true, next_offset: 8 });
  });

  it("[JR-document-tools-001.2] a read by node_ids names them in document order, without duplicates", async () => {
    const on = engineForTests({ "Document.md": documentOf(6) });
    const all = rowsOf((await on.call("read_file", { path: "Document.md" })).data).map(({ id }) => id);
    const node_ids = [all[4], all[1], all[4], "jr_para_000000000000"];
    const { message, summary, data } = await on.call("read_file", { path: "Document.md", node_ids });
    expect(rowsOf(data).map(({ index }) => index)).toEqual([2, 5]);
    expect(message.endsWith(`\nRead paragraphs: ${all[1]}, ${all[4]}`)).toBe(true);
    expect(message).toContain("no paragraph of this document has the id jr_para_000000000000");
    expect(summary).toBe("read 2 paragraphs from Document.md");
    expect(data?.["unknown"]).toEqual(["jr_para_000000000000"]);
  });

  it("[JR-document-tools-001.1] [JR-document-tools-001.2] a Word document gets the footer in the required words", async () => {
    const rows = Array.from({ length: 13 }, (_, index) => `<w:p><w:r><w:t>Number ${index}</w:t></w:r></w:p>`);
    const on = engineForTests({ "Document.docx": docxOf(rows.join("")) });
    const all = rowsOf((await on.call("read_file", { path: "Document.docx" })).data).map(({ id }) => id);
    const five = await on.call("read_file", { path: "Document.docx", offset: -5 });
    expect(five.summary).toBe("read 5 paragraphs from Document.docx");
    expect(five.message.endsWith(`\nRead paragraphs: ${all.slice(8).join(", ")}`)).toBe(true);
    const one = await on.call("read_file", { path: "Document.docx", node_ids: [all[12]] });
    expect(one.summary).toBe("read 1 paragraph from Document.docx");
    expect(one.message.endsWith(`\nRead paragraphs: ${all[12]}`)).toBe(true);
    const eleven = await on.call("read_file", { path: "Document.docx", node_ids: all.slice(1, 12).reverse() });
    expect(eleven.message.endsWith(`\nRead paragraphs: ${all.slice(1, 11).join(", ")} ... and 1 more`)).toBe(true);
    expect(five.summary + one.summary + eleven.summary).not.toContain("jr_para_");
  });

  it("[JR-document-tools-001.3] a full read has no list of ids, and counts words", async () => {
    const on = engineForTests({ "Document.md": documentOf(12) });
    const { message, summary, data } = await on.call("read_file", { path: "Document.md" });
    expect(message).not.toContain("Read paragraphs");
    expect(summary).toBe("read Document.md (36 words)");
    expect(data).toMatchObject({ total: 12, has_more: false, next_offset: null });
  });

  it("[JR-document-tools-001.4] after ten ids the list says how many more there are", async () => {
    const on = engineForTests({ "Document.md": documentOf(25) });
    const { message, data } = await on.call("read_file", { path: "Document.md", offset: 1, limit: 14 });
    const ids = rowsOf(data).map(({ id }) => id);
    expect(message.endsWith(`\nRead paragraphs: ${ids.slice(0, 10).join(", ")} ... and 4 more`)).toBe(true);
    const ten = await on.call("read_file", { path: "Document.md", limit: 10 });
    expect(ten.message.endsWith(`\nRead paragraphs: ${ids.slice(0, 10).join(", ")}`)).toBe(true);
  });
});

describe("ids", () => {
  const read = async (on: EngineForTests, path = "a.md") => rowsOf((await on.call("read_file", { path })).data);

  it("stay with every paragraph that our own edit leaves, and with the one it rewrites", async () => {
    const on = engineForTests({ "a.md": "# One\n\nsame\n\nsame\n\nlast words\n" });
    const before = await read(on);
    await on.edit({ action: "patch", path: "a.md", old_text: "last words", new_text: "entirely new" });
    await on.edit({ action: "patch", path: "a.md", patch_text: "@@ # One\n+\n+put in between" });
    await on.edit({
      action: "patch",
      path: "a.md",
      version: (await on.edit({ action: "read", path: "a.md" })).data?.["version"],
      edits: [{ from: 5, to: 6 }],
    });
    const after = await read(on);
    expect(after.map(({ text }) => text)).toEqual(["# One", "put in between", "same", "entirely new"]);
    expect(after.map(({ id }) => id)).toEqual([before[0]?.id, after[1]?.id, before[2]?.id, before[3]?.id]);
    expect(before.map(({ id }) => id)).not.toContain(after[1]?.id);
  });

  it("stay through the user's saves and through writes of external programs", async () => {
    const on = engineForTests({ "a.md": "one is here\n\ntwo is here\n\nthree is here\n" });
    const before = await read(on);
    await on.engine.documents.change("/w/a.md", ["/w"], {
      by: { kind: "you", name: "you" },
      reason: "autosave",
      asker: "person",
      edit: () => ({ changes: [{ from: 0, to: 11, insert: "nothing of it" }] }),
    });
    await on.outside("a.md", "added\n\nnothing of it\n\ntwo was here\n\nthree is here\n");
    const after = await read(on);
    expect(after.slice(1).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it("are the same in both tools, and identify what grep found for read_file", async () => {
    const on = engineForTests({ "a.md": "one\n\ntwo\n\nthree two\n" });
    const { data } = await on.call("grep", { pattern: "two", path: "a.md" });
    const ids = matchesOf(data).map(({ id }) => id);
    const found = await on.call("read_file", { path: "a.md", node_ids: ids });
    expect(rowsOf(found.data).map(({ text }) => text)).toEqual(["two", "three two"]);
  });
});

describe("Office packages", () => {
  const paragraph = (text: string, name = "") =>
    `<w:p${name && ` w14:paraId="${name}"`}><w:r><w:t>${text}</w:t></w:r></w:p>`;

  it("are read by paragraph like any document, and no byte of them changes", async () => {
    const bytes = docxOf(`${paragraph("Title")}${paragraph("one two")}${paragraph("three")}`);
    const on = engineForTests({ "Document.docx": bytes, "Text.odt": odtOf("<text:p>in odt</text:p>") });
    const { summary, message, data } = await on.call("read_file", { path: "Document.docx", offset: 2 });
    expect(summary).toBe("read 2 paragraphs from Document.docx");
    expect(message).toContain(`[${rowsOf(data)[0]?.id}] one two`);
    expect((await on.call("read_file", { path: "Document.docx" })).summary).toBe("read Document.docx (4 words)");
    expect((await on.call("read_file", { path: "Text.odt" })).data).toMatchObject({ paragraphs: [{ text: "in odt" }] });
    expect(await on.bytesOf("Document.docx")).toBe(Buffer.from(bytes).toString("latin1"));
  });

  it("keep their ids by Word's own names, and without them by their texts", async () => {
    const on = engineForTests({
      "a.docx": docxOf(paragraph("one", "00000001") + paragraph("two", "00000002") + paragraph("three")),
    });
    const ids = async () => rowsOf((await on.call("read_file", { path: "a.docx" })).data).map(({ id }) => id);
    const before = await ids();
    await on.outside(
      "a.docx",
      docxOf(
        paragraph("three") + paragraph("wholly other", "00000002") + paragraph("new") + paragraph("one", "00000001"),
      ),
    );
    const after = await ids();
    expect([after[0], after[1], after[3]]).toEqual([before[2], before[1], before[0]]);
    expect(before).not.toContain(after[2]);
  });

  it("are searched with everything else", async () => {
    const on = engineForTests({
      "a.md": "apple\n",
      "b.docx": docxOf(paragraph("An apple") + paragraph("pear")),
      "c.odt": odtOf("<text:p>apple</text:p>"),
    });
    const { data, summary } = await on.call("grep", { pattern: "apple", path: "." });
    expect(matchesOf(data).map(({ file }) => file)).toEqual(["a.md", "b.docx", "c.odt"]);
    expect(summary).toContain("3 paragraphs of 3 files");
  });
});

describe("the limit of one answer", () => {
  it("a full read stops at its limit and says where to continue, until everything was read", async () => {
    const on = engineForTests({
      "a.md": Array.from({ length: 3000 }, (_, index) => `Paragraph ${index} with some words.\n`).join("\n"),
    });
    const seen: number[] = [];
    for (let offset: number | null = null; ; ) {
      const { data, message } = await on.call(
        "read_file",
        offset === null ? { path: "a.md" } : { path: "a.md", offset, limit: 700 },
      );
      seen.push(...rowsOf(data).map(({ index }) => index));
      if (offset === null)
        expect(message).toMatch(/stopped at 6,000 tokens after paragraph \d+; go on with offset \d+/);
      offset = data?.["next_offset"] as number | null;
      if (offset === null) break;
    }
    expect(seen).toEqual(Array.from({ length: 3000 }, (_, index) => index + 1));
    expect((await on.call("coverage", { path: "a.md" })).data).toMatchObject({ complete: true });
  });

  it("a paragraph too long for any answer is cropped, and does not count as read", async () => {
    const on = engineForTests({ "a.txt": "word ".repeat(500_000) });
    const { data, message } = await on.call("read_file", { path: "a.txt" });
    expect(message.length).toBeLessThan(60_000);
    expect(message).toContain("paragraph 1 (line 1) is longer than one answer holds and was cropped");
    expect(data).toMatchObject({ has_more: false, paragraphs: [{ cropped: true }] });
    expect((await on.call("coverage", { path: "a.txt" })).data).toMatchObject({ complete: false });
  });
});

it("list, count and rows agree for any request", async () => {
  const on = engineForTests({ "a.md": documentOf(37) });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -45, max: 45 }).filter((offset) => offset !== 0),
      fc.integer({ min: 1, max: 45 }),
      async (offset, limit) => {
        const { message, summary, data } = await on.call("read_file", { path: "a.md", offset, limit });
        const rows = rowsOf(data);
        const from = offset > 0 ? offset : Math.max(1, 38 + offset);
        const expected = Math.max(0, Math.min(37, from + limit - 1) - from + 1);
        expect(rows).toHaveLength(expected);
        expect(summary).toBe(`read ${expected} paragraph${expected === 1 ? "" : "s"} from a.md`);
        const list = message.slice(message.lastIndexOf("\n") + 1).replace("Read paragraphs: ", "");
        const [named = "", more = ""] = list.split(" ... and ");
        const names = named === "none" ? [] : named.split(", ");
        expect(names).toEqual(rows.slice(0, 10).map(({ id }) => id));
        expect(more).toBe(expected > 10 ? `${expected - 10} more` : "");
      },
    ),
    { numRuns: process.env["GALLEY_LONG"] ? 600 : 8 },
  );
});
