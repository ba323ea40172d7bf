import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { officeFormatOf } from "../../../core/text/format";
import type { OfficeEdit, OfficeHunk } from "../../../shared/office";
import { openZip } from "../../engine/office/package/zip";
import { officeProjection } from "../../engine/office/view/text-projection";
import { openReview } from "../../engine/review/sqlite-review";
import type { TestApp } from "../testing/test-app";
import { agentOf, requestsOf, startOfficeApp } from "./testing/office-app";

let testApp: TestApp;
beforeEach(async () => {
  testApp = await startOfficeApp(
    Object.fromEntries(
      ["docx", "odt", "xlsx", "ods", "pptx", "odp"].map((ending) => [`a.${ending}`, `libreoffice.${ending}`]),
    ),
  );
});
afterEach(() => testApp.end());

const ask = requestsOf(() => testApp);
const agent = agentOf(() => testApp);
const textOf = (name: string) => officeProjection(readFileSync(testApp.path(name)), officeFormatOf(name)) ?? "";

/** Opens a document and returns what the tests check; `cell` is the text of a cell or paragraph. */
async function opened(name: string) {
  const { doc } = await testApp.open(name);
  await ask("office:content", doc);
  const isSheet = /xlsx|ods/.test(name);
  const hunks = async () => {
    const found = (await ask("office:hunks", doc)).hunks;
    const { documents } = await ask("review:list", "counts");
    // The renderer and the tree must always count the same hunks.
    expect(documents.reduce((sum, { count }) => sum + count, 0)).toBe(found.length);
    return found;
  };
  const write = async (before: string, text: string): Promise<void> => {
    let edit: OfficeEdit;
    if (isSheet) edit = { edit: "cells", sheet: "Harvest", cells: { A3: text }, before: { A3: before } };
    else {
      const { paragraphs } = await ask("office:paragraphs", { doc, from: 0, count: 50 });
      const { slides } = await ask("office:slides", { doc, from: 0, count: 9 });
      const all = [...paragraphs, ...slides.flatMap(({ shapes }) => shapes.flatMap((shape) => shape.paragraphs))];
      const found = all.find((each) => each.text === before);
      if (found === undefined) throw new Error(`nothing says ${before}`);
      edit = { edit: "text", paragraph: found.id, before, text };
    }
    const { written } = await ask("office:edit", { doc, edits: [edit], how: "written" });
    expect(written.status).toBe("written");
  };
  const agentWrites = (before: string, text: string) =>
    agent(
      isSheet
        ? { action: "edit", path: name, operation: "set_cells", cells: { "Harvest!A3": text } }
        : { action: "edit", path: name, operation: "replace_text", find: before, replace: text },
    );
  const undo = (found: OfficeHunk[]) =>
    testApp.window.handlers["review:undo"]({
      path: testApp.path(name),
      hunks: found.map(({ id }) => id),
      manner: "whole",
    });
  return { doc, hunks, write, agentWrites, undo };
}

describe.each([
  ["a.docx", "In spring the garden is green, and a link leads out."],
  ["a.odt", "In spring the garden is green, and a link leads out."],
  ["a.xlsx", "Peas"],
  ["a.ods", "Peas"],
  ["a.pptx", "Peas early"],
  ["a.odp", "Peas early"],
])("in %s", (name, before) => {
  const theirs = before.replace(/spring|Peas/, "late frost");

  test("an edit that the user undoes with its review marks, and redoes, is pending again", async () => {
    const { doc, hunks, write, agentWrites } = await opened(name);
    const start = textOf(name);
    await agentWrites(/Peas/.test(before) ? "Peas" : "spring", "late frost");
    const waiting = await hunks();
    expect(waiting).toHaveLength(1);
    await write(theirs, `${theirs} Mine.`);
    await ask("office:undo", doc);
    expect(await hunks()).toEqual(waiting);
    await ask("office:redo", doc);
    expect(textOf(name)).toContain(`${theirs} Mine.`);
    expect(await hunks()).toHaveLength(1);
    await ask("office:undo", doc);
    const { path } = await ask("office:hunks", doc);
    await ask("review:keep", { path, hunks: (await hunks()).map(({ id }) => id) });
    expect(await hunks()).toEqual([]);
    // Kept edits stay kept, whichever version undo leads to.
    await ask("office:redo", doc);
    expect(await hunks()).toEqual([]);
    expect(textOf(name)).not.toBe(start);
  });

  test("an edit that another process kept does not wait again when the user undoes what they wrote after it", async () => {
    const { doc, hunks, write, agentWrites } = await opened(name);
    await agentWrites(/Peas/.test(before) ? "Peas" : "spring", "late frost");
    const waiting = await hunks();
    const second = `${theirs} Mine.`;
    await write(theirs, second);
    const { path } = await ask("office:hunks", doc);
    const other = openReview({ dataDir: testApp.dataDir, textOf: async () => textOf(name) });
    await other.keep(
      path,
      (await hunks()).map(({ id }) => id),
    );
    other.close();
    expect([waiting.length, await hunks()]).toEqual([1, []]);
    await ask("office:undo", doc);
    expect(textOf(name)).not.toContain(second);
    expect(await hunks()).toEqual([]);
  });

  test("an edit that goes with an older version waits again when that is undone", async () => {
    const { doc, hunks, agentWrites } = await opened(name);
    const start = textOf(name);
    await agentWrites(/Peas/.test(before) ? "Peas" : "spring", "late frost");
    const waiting = await hunks();
    const { versions } = await ask("history:list", doc);
    await ask("history:restore", { doc, version_id: versions.at(-1)?.version_id ?? "" });
    expect([textOf(name), await hunks()]).toEqual([start, []]);
    await ask("office:undo", doc);
    expect([textOf(name) === start, await hunks()]).toEqual([false, waiting]);
    await ask("office:redo", doc);
    expect([textOf(name), await hunks()]).toEqual([start, []]);
  });

  test("words that both wrote are undone only after the user confirms it", async () => {
    const { hunks, write, agentWrites, undo } = await opened(name);
    const start = textOf(name);
    await agentWrites(/Peas/.test(before) ? "Peas" : "spring", "late frost");
    const mine = theirs.replace("late frost", "late-ish frost");
    await write(theirs, mine);
    const waiting = await hunks();
    expect(waiting).toMatchObject([{ isMixed: true }]);
    const ids = waiting.map(({ id }) => id);
    expect(await undo(waiting)).toMatchObject({ ok: true, undone: [], left: ids });
    expect(textOf(name)).toContain(mine);
    const path = testApp.path(name);
    await ask("review:undo", { path, hunks: ids, manner: "with the user's words" });
    expect(textOf(name)).toBe(start);
    expect(await hunks()).toEqual([]);
  });

  test("an edit that the user reverts by hand is no longer pending", async () => {
    const { hunks, write, agentWrites } = await opened(name);
    await agentWrites(/Peas/.test(before) ? "Peas" : "spring", "late frost");
    await write(theirs, before);
    expect(await hunks()).toEqual([]);
  });
});

test("several edits of an agent are undone to the bytes before them: a deleted row and a moved paragraph come back as they were", async () => {
  const name = "a.docx";
  const start = readFileSync(testApp.path(name));
  const { hunks, undo } = await opened(name);
  const ids = async () => {
    const { data } = await agent({ action: "read", path: name });
    return data?.["paragraphs"] as { id: string; kind: string }[];
  };
  const edit = (operation: string, more: Record<string, unknown>) =>
    agent({ action: "edit", path: name, operation, ...more });
  const row = (await ids()).findLast(({ kind }) => kind === "table_row");
  await edit("delete", { node_id: row?.id });
  const [first, second] = await ids();
  await edit("move", { node_id: first?.id, after: second?.id });
  await edit("insert_after", { node_id: second?.id, content: "New." });
  expect((await hunks()).length).toBeGreaterThan(1);
  await undo(await hunks());
  expect(readFileSync(testApp.path(name)).equals(start)).toBe(true);
  expect(await hunks()).toEqual([]);
});

test("what an agent wrote after an edit, and no text shows, stays when the edit is undone", async () => {
  const name = "b.docx";
  await agent({ action: "create", path: name, content: "Same.\n\n**Same.**\n\nOther." });
  const { hunks, undo } = await opened(name);
  const path = testApp.path(name);
  await ask("review:keep", { path, hunks: (await hunks()).map(({ id }) => id) });
  const start = textOf(name);
  await agent({ action: "edit", path: name, operation: "replace_text", find: "Other", replace: "Another" });
  const { data } = await agent({ action: "read", path: name });
  const [first, second] = (data?.["paragraphs"] ?? []) as { id: string }[];
  await agent({ action: "edit", path: name, operation: "move", node_id: first?.id, after: second?.id });
  await undo(await hunks());
  expect(textOf(name)).toBe(start);
  expect(openZip(readFileSync(path), name).read("word/document.xml")?.toString()).toMatch(/<w:b\/>.*Same.*Same/s);
});
