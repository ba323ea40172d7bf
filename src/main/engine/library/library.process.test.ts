import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild } from "../testing/child-process";
import { openContentLibrary } from "./sqlite-library";

const child = new URL("./library.child.ts", import.meta.url);
const rounds = process.env["GALLEY_LONG"] === undefined ? 2 : 40;
const entries = 1_500;
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "galley-library-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The number of the addition that is present; 0 if none. Throws for a mixture, or a part of one. */
function additionIn(): number {
  const notices: string[] = [];
  const library = openContentLibrary({ dataDir, notice: (sentence) => notices.push(sentence) });
  try {
    const document = library.documents().find((each) => each.document === "house");
    const texts = new Set<string>();
    let count = 0;
    for (const { text } of library.entries("house")) {
      texts.add(text);
      count++;
    }
    expect(notices).toEqual([]);
    expect(library.documents().map((each) => each.document)).toContain("srd-5e");
    if (document === undefined) {
      expect(count).toBe(0);
      return 0;
    }
    expect({ count, reported: document.entryCount, texts: texts.size }).toEqual({
      count: entries,
      reported: entries,
      texts: 1,
    });
    const number = Number.parseInt([...texts][0] ?? "", 10);
    expect(document.title).toBe(`House ${number}`);
    return number;
  } finally {
    library.close();
  }
}

test("kill -9 while a document comes in leaves the library without it, or with all of it", async () => {
  for (let round = 0; round < rounds; round++) {
    const before = additionIn();
    const one = startChild(child, [dataDir, String(entries), "1000"]);
    // Once during the first addition, then at any moment.
    await one.printed(round === 0 ? "came 1000" : "added 1");
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
    one.process.kill("SIGKILL");
    await one.ended;
    const confirmed = one.lines.filter((line) => line.startsWith("added ")).length;
    const after = additionIn();
    if (round === 0) expect(after).toBe(before);
    else expect([confirmed, confirmed + 1]).toContain(after);
  }
});

test("several processes that open a library for the first time at once add the shipped documents once", async () => {
  const several = Array.from({ length: 3 }, () => startChild(child, [dataDir, "0", "0"]));
  const answers = await Promise.all(several.map((one) => one.printed("has")));
  expect(answers).toEqual(Array(3).fill("has srd-5e 1440"));
  expect((await Promise.all(several.map((one) => one.ended))).map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(additionIn()).toBe(0);
});

test("an answer during imports is of one generation: all that it counts is there, and of the same import [8.11]", async () => {
  const library = openContentLibrary({ dataDir });
  const one = startChild(child, [dataDir, "50", "1000"]);
  await one.printed("added 1");
  for (let round = 0; round < 2_000; round++) {
    const named = round % 2 === 0 ? { name: "spell 1" } : {};
    const { entries: found, total } = library.lookup({
      kind: "spell",
      conditions: [],
      documents: ["house"],
      limit: 1_000,
      ...named,
    });
    const texts = new Set(found.map(({ text }) => text));
    expect({ count: found.length, texts: texts.size }).toEqual({ count: total, texts: 1 });
  }
  one.process.kill("SIGKILL");
  await one.ended;
  library.close();
});
