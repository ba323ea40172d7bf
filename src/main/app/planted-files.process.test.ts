import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild } from "../engine/testing/child-process";
import { plantedFiles, workbookOfCells } from "../engine/testing/planted-files.fixture";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-planted-"));
  mkdirSync(join(folder, "w"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Maximum CPU milliseconds of the calling process per call, in total and without a pause. The work itself runs in other
 * processes.
 */
const maxWork = 3000;
const maxHeld = 500;
/** A busy machine needs more time. */
const patienceMs = 240_000;
const env = { NODE_OPTIONS: "--experimental-transform-types --max-old-space-size=256" };

/** One of each kind of document; `npm run test:long` takes all files. Over MCP, ten others: src/main/mcp/planted.process.test.ts. */
const sample = ["quotes.xlsx", "nested.odt", "marker.docx", "one-slide-often.pptx"];
const chosen = plantedFiles.filter(({ name }) => process.env["GALLEY_LONG"] !== undefined || sample.includes(name));

test.each(chosen)(
  "$what gets an answer from every call, and the document beside it can still be read [A19]",
  async ({ name, bytes }) => {
    writeFileSync(join(folder, "w", name), bytes());
    writeFileSync(join(folder, "w", "beside.md"), "# Beside\n\nIt is read.\n");
    const child = startChild(
      new URL("./testing/planted-files.child.ts", import.meta.url),
      [join(folder, "data"), join(folder, "w"), name],
      { env },
    );
    const timer = setTimeout(() => child.process.kill("SIGKILL"), patienceMs);
    const { code, complaint } = await child.ended;
    clearTimeout(timer);
    expect({ code, complaint, lines: child.lines }).toMatchObject({ code: 0, complaint: "" });
    const answers = child.lines.map((line) => /^(\w+) (\d+) (\d+) (\w+)/.exec(line)?.slice(1) ?? [line]);
    expect(answers.at(-1)).toEqual(["closed"]);
    expect(answers.find(([what]) => what === "beside")?.at(-1)).toBe("ok");
    for (const [what = "", work, held, answer] of answers.slice(0, -1)) {
      expect(["ok", "too_large", "unsupported", "not_found", "ambiguous"], `${what} of ${name}`).toContain(answer);
      expect(Number(work), `milliseconds to ${what} ${name}`).toBeLessThan(maxWork);
      expect(Number(held), `milliseconds at one go to ${what} ${name}`).toBeLessThan(maxHeld);
    }
  },
  patienceMs + 30_000,
);

/** 400,000 cells take ten times as long. */
const rows = process.env["GALLEY_LONG"] ? 20_000 : 2000;

test(`while a workbook of ${rows * 20} cells is read, searched, edited and exported at once, the document beside it is served first`, async () => {
  const name = "cells.xlsx";
  writeFileSync(join(folder, "w", name), workbookOfCells(rows));
  writeFileSync(join(folder, "w", "beside.md"), "# Beside\n\nIt is read.\n");
  const child = startChild(
    new URL("./testing/beside-planted.child.ts", import.meta.url),
    [join(folder, "data"), join(folder, "w"), name],
    { env },
  );
  const { code, complaint } = await child.ended;
  expect({ code, complaint }).toEqual({ code: 0, complaint: "" });
  expect(child.lines.slice(0, 2)).toEqual(["warm ok", "beside ok"]);
  expect(
    child.lines
      .slice(2)
      .map((line) => line.split(" ")[0])
      .sort(),
  ).toEqual(["edit", "export", "grep", "read"]);
});
