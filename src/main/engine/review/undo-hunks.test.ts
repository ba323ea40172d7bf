import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { packEdits } from "../../../core/review/packed-edits";
import { hunksIn } from "../../../core/review/pending-edits";
import type { Writer } from "../../../core/review/writer";
import type { Change } from "../../../core/text/change";
import { runs } from "../../../core/text/texts.fixture";
import { openHistory } from "../history/sqlite-history";
import { assembleEngine } from "../host/create-engine";
import type { Engine } from "../host/engine";
import type { Caller } from "../ports/caller";
import type { Decision } from "../ports/review";
import { createMemory } from "../storage/files/memory";
import { undoHunks } from "./undo-hunks";

const folder = mkdtempSync(join(tmpdir(), "galley-undo-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = "/notes/a.md";
const you: Writer = { kind: "you", name: "you" };
const claude: Caller = { id: "1", name: "Claude", roots: ["/notes"] };
const TEXT = "# A\n\nThe colour is grey.\n\n# B\n\nAnother line.\n";

let started = 0;
let engine: Engine;
let decided: Decision[];

/** A separate history for each test, since versions are identified by their bytes. */
function start(text: string): void {
  const history = openHistory({ dataDir: join(folder, String(started++)) });
  engine = assembleEngine({}, { store: createMemory({ [path]: text }), history, log: fail });
  decided = [];
  engine.review.onDecided((decision) => decided.push(decision));
}
const fail = (error: unknown) => expect(error).toBeUndefined();
beforeEach(() => start(TEXT));

const patch = async (old_text: string, new_text: string) =>
  expect(
    await engine.run({
      name: "text_editor",
      arguments: { action: "patch", path: "a.md", old_text, new_text },
      caller: claude,
    }),
  ).toMatchObject({ ok: true });
const read = () => engine.documents.read(path, [path], "person");
const textNow = async () => (await read()).text;
const type = (changes: Change[]) =>
  engine.documents.change(path, [path], {
    by: you,
    reason: "autosave",
    asker: "person",
    edit: () => ({ changes }),
  });
const insert = async (before: string, inserted: string) => {
  const from = (await textNow()).indexOf(before);
  return type([{ from, to: from, insert: inserted }]);
};
const waiting = async () => hunksIn((await engine.review.of(await read()))?.pending ?? []);
const undo = (hunks: readonly string[]) => undoHunks(engine, { realPath: path, hunks, manner: "whole", by: you });

describe("undoing an agent's edit", () => {
  it("leaves everything that the user wrote since, and is reported", async () => {
    await patch("colour is grey", "color is gray");
    await insert("is gray", "really ");
    expect(await undo(await waiting())).toMatchObject({ gone: [] });
    expect(await textNow()).toBe(TEXT.replace("is grey", "really is grey"));
    expect(await waiting()).toEqual([]);
    expect(decided).toMatchObject([{ outcome: "undone", write: { by: "Claude" } }]);
  });

  it("is one version in the history, by the user", async () => {
    await patch("grey", "gray");
    await undo(await waiting());
    expect((await engine.history.list(path))[0]).toMatchObject({ by: you, reason: "took back an agent's edit" });
  });

  it("undoes several edits in one version, also if one is inside another", async () => {
    await patch("grey", "light gray");
    await patch("light gray", "gray");
    await patch("Another", "One more");
    await undo(await waiting());
    expect(await textNow()).toBe(TEXT);
    expect((await engine.history.list(path)).length).toBe(5);
  });

  it("can itself be undone: if the editor reports so, the edit is pending again and can be undone again", async () => {
    await patch("grey", "gray");
    const first = await waiting();
    const found = await engine.review.of(await read());
    await undo(first);
    const at = TEXT.indexOf("grey");
    await engine.documents.change(path, [path], {
      by: you,
      reason: "autosave",
      asker: "person",
      followed: { pending: packEdits(found?.pending ?? []), writes: found?.writes ?? [] },
      edit: () => ({ changes: [{ from: at, to: at + 4, insert: "gray" }] }),
    });
    expect(await waiting()).toEqual(first);
    await undo(first);
    expect(await textNow()).toBe(TEXT);
  });

  it("does not make the edit pending again when the user types it", async () => {
    await patch("grey", "gray");
    await undo(await waiting());
    const at = TEXT.indexOf("grey");
    await type([{ from: at, to: at + 4, insert: "gray" }]);
    expect(await waiting()).toEqual([]);
  });

  it("leaves an edit in which the user wrote, and undoes it as the user chooses", async () => {
    start("At 9:30 we go.\n");
    await patch("9:30", "10:15");
    await type([{ from: 6, to: 8, insert: "45" }]);
    const hunks = await waiting();
    expect(await undo(hunks)).toEqual({ undone: [], gone: [], left: hunks });
    expect(await textNow()).toBe("At 10:45 we go.\n");
    expect(await waiting()).toEqual(hunks);
    await undoHunks(engine, { realPath: path, hunks, manner: "beside the user's words", by: you });
    expect(await textNow()).toBe("At 9:30 10:45 we go.\n");
    expect(await waiting()).toEqual([]);
  });

  it("is rejected if the user has overwritten the edit, and changes nothing", async () => {
    await patch("grey", "gray");
    const hunks = await waiting();
    const at = TEXT.indexOf("grey");
    await type([{ from: at, to: at + 4, insert: "blue" }]);
    await expect(undo(hunks)).rejects.toThrow("this edit no longer applies");
    expect(await textNow()).toBe(TEXT.replace("grey", "blue"));
    expect(decided).toMatchObject([{ outcome: "overwritten" }]);
  });

  it("reports which of several no longer apply", async () => {
    await patch("grey", "gray");
    await patch("Another", "One more");
    const hunks = await waiting();
    const at = TEXT.indexOf("grey");
    await type([{ from: at, to: at + 4, insert: "blue" }]);
    expect(await undo(hunks)).toMatchObject({ undone: [hunks[1]], gone: [hunks[0]] });
    expect(await textNow()).toBe(TEXT.replace("grey", "blue"));
  });
});

it("cannot restore the text that an edit of a file of secrets replaced once it is lost", async () => {
  await patch("grey", "gray");
  const review: Engine["review"] = {
    ...engine.review,
    async of(document) {
      const found = await engine.review.of(document);
      return found && { ...found, isTextLost: true };
    },
  };
  const request = { realPath: path, hunks: await waiting(), manner: "whole" as const, by: you };
  await expect(undoHunks({ ...engine, review }, request)).rejects.toThrow("what these edits replaced was not stored");
  expect(await textNow()).toContain("gray");
});

const line = fc.constantFrom("# A\n", "one two three\n", "\n", "- item\n", "你好。\n", "x");
const lines = fc.array(line, { maxLength: 8 }).map((each) => each.join(""));

it("undoing all agents' edits leaves the user's words in the text as it was before", async () => {
  await fc.assert(
    fc.asyncProperty(lines, fc.array(lines, { minLength: 1, maxLength: 3 }), fc.nat(60), async (text, edits, at) => {
      start(text);
      for (const [index, content] of edits.entries()) {
        const by: Writer = { kind: "agent", name: "Claude" };
        await engine.documents.change(path, ["/notes"], { by, reason: "write", edit: () => ({ content }) });
        if (index < edits.length - 1) continue;
        const position = Math.min(at, content.length);
        await type([{ from: position, to: position, insert: "MINE" }]);
      }
      const hunks = await waiting();
      if (hunks.length > 0)
        await undoHunks(engine, { realPath: path, hunks, manner: "with the user's words", by: you });
      // The agent's blank may stay if it separates the user's word from another.
      expect((await textNow()).replace("MINE", "").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
    }),
    runs(30),
  );
});
