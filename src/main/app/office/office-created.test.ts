import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { officeFormatOf } from "../../../core/text/format";
import { officeProjection } from "../../engine/office/view/text-projection";
import { eventually, type TestApp } from "../testing/test-app";
import { agentOf, requestsOf, startOfficeApp } from "./testing/office-app";

let testApp: TestApp;
beforeEach(async () => {
  testApp = await startOfficeApp();
});
afterEach(() => testApp.end());

const ask = requestsOf(() => testApp);
const agent = agentOf(() => testApp);
const undo = (path: string, hunks: string[]) =>
  testApp.window.handlers["review:undo"]({ path, hunks, manner: "with the user's words" });
const bytesOf = (name: string): Buffer => readFileSync(testApp.path(name));
const textOf = (name: string) => officeProjection(bytesOf(name), officeFormatOf(name));

const prose = "# Report\n\nFirst words.\n\nSecond words.";
const rows = "Crop,Kilos\nBeans,3\nPeas,4";
const deck = "# One\n\n- first\n- second\n\n# Two\n\n- third";
const created: [string, string][] = [
  ["a.docx", prose],
  ["b.odt", prose],
  ["c.xlsx", rows],
  ["d.ods", rows],
  ["e.pptx", deck],
  ["f.odp", deck],
];

describe.each(created)("%s, created by an agent", (name, content) => {
  const create = async () => {
    await agent({ action: "create", path: name, content });
    const { doc } = await testApp.open(name);
    return { doc, ...(await ask("office:hunks", doc)) };
  };
  const listed = async () => (await ask("review:list", "hunks")).documents;
  const counts = async () => (await ask("review:list", "counts")).documents.map(({ count }) => count);

  test("is pending as a whole, in the tab, the tree and the list alike", async () => {
    const { hunks, writes, doc } = await create();
    expect(hunks).toHaveLength(1);
    expect(hunks[0]?.parts).toHaveLength(textOf(name)?.trimEnd().split("\n").length ?? 0);
    expect(writes).toMatchObject([{ by: "Claude", reason: "create" }]);
    expect(await listed()).toMatchObject([{ name, count: 1, hunks: [{ id: hunks[0]?.id, removed: "" }] }]);
    expect(await counts()).toEqual([1]);
    await eventually(() => expect(testApp.desktop.events("office:review").at(-1)).toMatchObject({ doc, hunks }));
  });

  test("is accepted as a whole by Keep", async () => {
    const { hunks, path, doc } = await create();
    const before = bytesOf(name);
    await ask("review:keep", { path, hunks: hunks.map(({ id }) => id) });
    expect((await ask("office:hunks", doc)).hunks).toEqual([]);
    expect([await listed(), await counts()]).toEqual([[], []]);
    expect(bytesOf(name).equals(before)).toBe(true);
  });

  test("is never emptied by Undo: that is rejected with a reason, and the review stays pending", async () => {
    const { hunks, path, doc } = await create();
    const before = bytesOf(name);
    const ids = hunks.map(({ id }) => id);
    expect(await undo(path, ids)).toMatchObject({
      ok: false,
      error: { code: "wrong_state", hint: expect.stringContaining("trash") },
    });
    expect(bytesOf(name).equals(before)).toBe(true);
    expect((await ask("office:hunks", doc)).hunks.map(({ id }) => id)).toEqual(ids);
  });

  test("keeps the user's edits if the rest is undone", async () => {
    const { hunks, path, doc } = await create();
    if (officeFormatOf(name) === "xlsx" || officeFormatOf(name) === "ods") {
      const edit = { edit: "cells", sheet: "Sheet1", cells: { D9: "mine" }, before: {} } as const;
      await ask("office:edit", { doc, edits: [edit], how: "written" });
      await undo(
        path,
        hunks.map(({ id }) => id),
      );
      expect(textOf(name)).toBe("Sheet1\tD9\tmine\n");
    } else {
      const { paragraphs } = await ask("office:paragraphs", { doc, from: 0, count: 9 });
      const { slides } = await ask("office:slides", { doc, from: 0, count: 9 });
      const all = [...paragraphs, ...slides.flatMap(({ shapes }) => shapes.flatMap((shape) => shape.paragraphs))];
      const edit = { edit: "insert", after: all.at(-1)?.id ?? "", text: "My own words." } as const;
      await ask("office:edit", { doc, edits: [edit], how: "written" });
      await undo(
        path,
        hunks.map(({ id }) => id),
      );
      expect(textOf(name)).toContain("My own words.");
      // A shape on a slide always has at least one paragraph.
      expect(textOf(name)?.replace(/^\n+/, /p$|pptx/.test(name) ? "" : "$&")).toBe("My own words.");
    }
    expect((await ask("office:hunks", doc)).hunks).toEqual([]);
  });
});
