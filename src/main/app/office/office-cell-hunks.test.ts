import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { officeFormatOf } from "../../../core/text/format";
import type { Argument, Reply, RequestName } from "../../../shared/contract";
import { officeProjection } from "../../engine/office/view/text-projection";
import { createTestApp, type TestApp } from "../testing/test-app";

const made = join(import.meta.dirname, "../../engine/office/samples");
let testApp: TestApp;
beforeEach(async () => {
  testApp = createTestApp();
  for (const ending of ["xlsx", "ods"]) copyFileSync(join(made, `libreoffice.${ending}`), testApp.path(`a.${ending}`));
  await testApp.start();
  await testApp.window.openWorkspace(testApp.folder);
  testApp.desktop.onEvent = ({ name, event }) => {
    if (name === "document:hand-over") void testApp.window.handlers["document:handed-over"](event.requestId);
  };
});
afterEach(() => testApp.end());

async function ask<K extends RequestName>(name: K, argument: Argument<K>): Promise<Extract<Reply<K>, { ok: true }>> {
  const answer = await (testApp.window.handlers[name] as (asked: Argument<K>) => Promise<Reply<K>>)(argument);
  expect(answer).toMatchObject({ ok: true });
  return answer as Extract<Reply<K>, { ok: true }>;
}
async function call(tool: string, args: Record<string, unknown>) {
  const caller = { id: "1", name: "Claude", roots: [testApp.folder] };
  const answer = await (await testApp.engine()).run({ name: tool, arguments: args, caller });
  expect(answer).toMatchObject({ ok: true });
  return answer;
}

describe.each(["a.xlsx", "a.ods"])("the hunks of %s", (name) => {
  const textOf = () => officeProjection(readFileSync(testApp.path(name)), officeFormatOf(name)) ?? "";
  const setCells = (cells: Record<string, unknown>) =>
    call("office_artifact", { action: "edit", path: name, operation: "set_cells", cells });
  /** The addresses of each hunk. Tab, tree, panel and `doc_history` must count the same hunks. */
  async function opened() {
    const { doc } = await testApp.open(name);
    await ask("office:content", doc);
    const hunks = async () => {
      const found = (await ask("office:hunks", doc)).hunks;
      for (const detail of ["counts", "hunks"] as const) {
        const { documents } = await ask("review:list", detail);
        expect(documents.reduce((sum, { count }) => sum + count, 0)).toBe(found.length);
      }
      const history = JSON.stringify(await call("doc_history", { path: name }));
      expect(/(\d+) edits? waits? for/.exec(history)?.[1] ?? "0").toBe(String(found.length));
      return found;
    };
    const addresses = async () =>
      (await hunks()).map(({ parts }) => parts.map((part) => ("address" in part ? part.address : "")));
    return { doc, hunks, addresses };
  }

  test("are cells: of two that an agent wrote with two calls one is kept and one undone", async () => {
    const { hunks, addresses } = await opened();
    await setCells({ "Harvest!D2": 1 });
    await setCells({ "Harvest!E2": 2 });
    await setCells({ "Harvest!B2": 33 });
    expect(await addresses()).toEqual([["B2"], ["D2"], ["E2"]]);
    const [, kept, undone] = (await hunks()).map(({ id }) => id);
    await ask("review:keep", { path: testApp.path(name), hunks: [kept ?? ""] });
    await ask("review:undo", { path: testApp.path(name), hunks: [undone ?? ""], manner: "whole" });
    expect(await addresses()).toEqual([["B2"]]);
    expect(textOf()).toContain("Harvest\tD2\t1\n");
    expect(textOf()).toContain("Harvest\tE2\t2026-04-01\n");
  });

  test("are a range if one call fills it, named by its first and last cell", async () => {
    const start = readFileSync(testApp.path(name));
    const { hunks } = await opened();
    const rows = Array.from({ length: 100 }, (_, row) =>
      Array.from({ length: 5 }, (_, column) => row * 5 + column + 1),
    );
    await call("office_artifact", {
      action: "edit",
      path: name,
      operation: "set_rows",
      sheet: "Harvest",
      start: "H1",
      rows,
    });
    const found = await hunks();
    expect(found.map(({ parts }) => parts.length)).toEqual([500]);
    const { documents } = await ask("review:list", "hunks");
    expect(documents[0]?.hunks).toMatchObject([{ cells: "Harvest!H1:L100", removed: "" }]);
    await ask("review:undo", { path: testApp.path(name), hunks: found.map(({ id }) => id), manner: "whole" });
    expect(readFileSync(testApp.path(name)).equals(start)).toBe(true);
  });

  test("are listed with their cell, and its text before and after", async () => {
    await opened();
    await setCells({ "Harvest!A3": "Leeks" });
    const { documents } = await ask("review:list", "hunks");
    expect(documents[0]?.hunks).toMatchObject([{ cells: "Harvest!A3", removed: "Peas", inserted: "Leeks" }]);
  });
});
