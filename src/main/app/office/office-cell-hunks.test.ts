import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { officeFormatOf } from "../../../core/text/format";
import { officeProjection } from "../../engine/office/view/text-projection";
import type { TestApp } from "../testing/test-app";
import { agentOf, requestsOf, startOfficeApp } from "./testing/office-app";

let testApp: TestApp;
beforeEach(async () => {
  testApp = await startOfficeApp({ "a.xlsx": "libreoffice.xlsx", "a.ods": "libreoffice.ods" });
});
afterEach(() => testApp.end());

const ask = requestsOf(() => testApp);
const call = agentOf(() => testApp);

describe.each(["a.xlsx", "a.ods"])("the hunks of %s", (name) => {
  const textOf = () => officeProjection(readFileSync(testApp.path(name)), officeFormatOf(name)) ?? "";
  const setCells = (cells: Record<string, unknown>) =>
    call({ action: "edit", path: name, operation: "set_cells", cells });
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
      const history = JSON.stringify(await call({ path: name }, "doc_history"));
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
    await call({
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
