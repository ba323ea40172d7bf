import { describe, expect, it } from "vitest";
import { engineForTests } from "../engine-for-tests";

type Row = { id: string; index: number; kind: string; text: string };

const documentOf = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Paragraph number ${index + 1}.\n`).join("\n");

const rowsOf = (data: Record<string, unknown> | undefined): Row[] => data?.["paragraphs"] as Row[];

describe("what is read is told by paragraph", () => {
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

  it("[JR-document-tools-001.2] a read by node_ids names them in document order, once each", async () => {
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
