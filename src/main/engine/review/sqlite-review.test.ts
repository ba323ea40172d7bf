import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyChanges } from "../document/change";
import { difference } from "../document/difference";
import { hunksIn, listHunks, undoHunks } from "../document/pending-hunks";
import type { Decision, LandedWrite, Review } from "./review";
import { openReview } from "./sqlite-review";

const path = "/w/a.md";
const claude = { kind: "agent" as const, name: "Claude" };
const you = { kind: "you" as const, name: "you" };

let dataDir: string;
let texts: Map<string, string>;
let review: Review;
let decisions: Decision[];
let writes = 0;

const opened = (): Review => {
  const one = openReview({ dataDir, textOf: async (version) => texts.get(version) ?? null });
  one.onDecided((decision) => decisions.push(decision));
  return one;
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "galley-review-"));
  texts = new Map();
  decisions = [];
  writes = 0;
  review = opened();
});
afterEach(() => {
  review.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A version is called after its text. */
const versionOf = (text: string): string => {
  const version = `v:${text}`;
  texts.set(version, text);
  return version;
};

async function write(before: string, after: string, by: LandedWrite["by"], through = review): Promise<string> {
  const id = `w${++writes}`;
  await through.landed({
    id,
    realPath: path,
    from: versionOf(before),
    to: versionOf(after),
    before,
    changes: difference(before, after),
    by,
    reason: by === claude ? "patch" : "autosave",
  });
  return id;
}

const at = (text: string) => review.of({ realPath: path, version: versionOf(text), text });
const undoneText = async (text: string) => {
  const found = await at(text);
  let [left, pending] = [text, found?.pending ?? []];
  for (const hunk of hunksIn(pending)) {
    const undone = undoHunks(pending, [hunk]);
    left = applyChanges(left, undone.changes);
    pending = undone.pending;
  }
  return left;
};

describe("an agent's write", () => {
  it("waits with who wrote it and why, through the person's writing after it", async () => {
    await write("one two\n", "one TWO\n", claude);
    await write("one TWO\n", "zero one TWO\n", you);
    const found = await at("zero one TWO\n");
    expect(found?.writes).toMatchObject([{ id: "w1", by: "Claude", reason: "patch" }]);
    expect(listHunks(found?.pending ?? []).map(({ from, to }) => [from, to])).toEqual([[9, 12]]);
    expect(await undoneText("zero one TWO\n")).toBe("zero one two\n");
  });

  it("waits for nobody where the person wants no review, and moves what waits", async () => {
    await write("one two\n", "one TWO\n", claude);
    review.close();
    review = openReview({ dataDir, textOf: async (version) => texts.get(version) ?? null, awaits: () => false });
    await write("one TWO\n", "zero one TWO three\n", claude);
    expect((await at("zero one TWO three\n"))?.writes.map(({ id }) => id)).toEqual(["w1"]);
    expect(await undoneText("zero one TWO three\n")).toBe("zero one two three\n");
  });

  it("waits beside an earlier one", async () => {
    await write("a\n\n\nb\n", "A\n\n\nb\n", claude);
    await write("A\n\n\nb\n", "A\n\n\nB\n", claude);
    expect((await at("A\n\n\nB\n"))?.writes.map(({ id }) => id)).toEqual(["w1", "w2"]);
    expect(review.list().map(({ realPath, pending }) => [realPath, hunksIn(pending).length])).toEqual([[path, 2]]);
  });

  it("still waits when another program has written in between and nobody told", async () => {
    await write("one two\n", "one TWO\n", claude);
    await write("0 one TWO\n", "0 one TWO three\n", claude);
    expect(await undoneText("0 one TWO three\n")).toBe("0 one two\n");
    expect(await undoneText("0 one TWO three four\n")).toBe("0 one two four\n");
  });

  it("is given up where nobody knows any more what it stood in", async () => {
    await write("one\n", "ONE\n", claude);
    texts.clear();
    expect(await at("something else\n")).toBeNull();
    await write("something else\n", "something\n", you);
    expect(decisions).toMatchObject([{ hunk: "w1.0", outcome: "overwritten" }]);
    expect(review.list()).toEqual([]);
  });

  it("is seen by every process, and by one that starts later", async () => {
    const other = opened();
    await write("one\n", "ONE\n", claude, other);
    expect(await undoneText("ONE\n")).toBe("one\n");
    await write("ONE\n", "ONE two\n", claude);
    other.close();
    review.close();
    review = opened();
    expect(await undoneText("ONE two\n")).toBe("one\n");
  });

  it("that makes a file waits as a whole, and what waited in a file of that name before does not", async () => {
    await write("old\n", "OLD\n", claude);
    const id = "fresh";
    const changes = [{ from: 0, to: 0, insert: "new\n" }];
    const made = { id, realPath: path, from: null, to: versionOf("new\n"), before: "", changes, by: claude };
    await review.landed({ ...made, reason: "write" });
    expect((await at("new\n"))?.pending).toEqual([{ text: "new\n", insertedBy: "fresh.0", removedBy: null }]);
  });

  it("leaves alone what nobody else's writes concern: a person's file has no review", async () => {
    await write("one\n", "two\n", you);
    expect(await at("two\n")).toBeNull();
    expect(review.list()).toEqual([]);
  });
});

describe("a decision", () => {
  it("to keep is told with what the hunk did, once", async () => {
    await write("one two\n", "one TWO\n", claude);
    review.keep(path, ["w1.0"]);
    review.keep(path, ["w1.0", "never.0"]);
    expect(decisions).toMatchObject([{ outcome: "kept", inserted: "TWO", removed: "two", write: { by: "Claude" } }]);
    expect(await at("one TWO\n")).toBeNull();
  });

  it("to undo edits of several writes is taken back as one: all of them wait again, each as its own", async () => {
    await write("one\n\n\ntwo\n\n\nthree\n", "one\n\n\nTWO\n\n\nthree\n", claude);
    await write("one\n\n\nTWO\n\n\nthree\n", "ONE\n\n\nTWO\n\n\nTHREE\n", claude);
    const text = "ONE\n\n\nTWO\n\n\nTHREE\n";
    const waited = await at(text);
    const hunks = ["w2.1", "w1.0", "w2.0"];
    const [from, to] = [versionOf(text), versionOf("one\n\n\ntwo\n\n\nthree\n")];
    const changes = difference(text, "one\n\n\ntwo\n\n\nthree\n");
    await review.landed({
      id: "u1",
      realPath: path,
      from,
      to,
      before: text,
      changes,
      by: you,
      reason: "",
      undoes: hunks,
    });
    expect(review.list()).toEqual([]);
    await write("one\n\n\ntwo\n\n\nthree\n", text, you);
    expect((await at(text))?.pending).toEqual(waited?.pending);
    expect((await at(text))?.writes.map(({ id }) => id).sort()).toEqual(["w1", "w2"]);
  });

  it("is made by putting the old words back by hand, and is told", async () => {
    await write("one two\n", "one TWO\n", claude);
    await write("one TWO\n", "one two\n", you);
    expect(decisions).toMatchObject([{ hunk: "w1.0", outcome: "undone" }]);
    expect(review.list()).toEqual([]);
  });
});

it("goes with a file or folder that gets another name", async () => {
  await write("one\n", "ONE\n", claude);
  review.moved("/w", "/v");
  expect(review.list().map(({ realPath }) => realPath)).toEqual(["/v/a.md"]);
  expect(await at("ONE\n")).toBeNull();
});
