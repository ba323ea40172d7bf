import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { difference } from "../../../core/diff/difference";
import { followWrite } from "../../../core/review/follow-write";
import { type PackedEdit, packEdits } from "../../../core/review/packed-edits";
import { hunksIn, listHunks, undoHunks } from "../../../core/review/pending-edits";
import { applyChanges } from "../../../core/text/change";
import { landWrite } from "../office/jobs/land-write";
import type { Decision, LandedWrite, Review } from "../ports/review";
import { createSeal } from "./sealed-edits";
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

/** Versions are named after their text. */
const versionOf = (text: string): string => {
  const version = `v:${text}`;
  texts.set(version, text);
  return version;
};

async function write(
  before: string,
  after: string,
  by: typeof claude | typeof you,
  through = review,
  more: Partial<LandedWrite> = {},
): Promise<string> {
  const id = `w${++writes}`;
  await through.landed({
    realPath: path,
    from: versionOf(before),
    to: versionOf(after),
    before,
    changes: difference(before, after),
    write: through.record({ id, by, reason: by === claude ? "patch" : "autosave" }),
    ...more,
  });
  return id;
}

const at = (text: string) => review.of({ realPath: path, version: versionOf(text), text });
const undoneText = async (text: string) => {
  const pending = (await at(text))?.pending ?? [];
  return applyChanges(text, undoHunks(pending, hunksIn(pending)).changes);
};

describe("a write of which only a part is suggested", () => {
  const suggestion = { id: "you-1", by: "maria", reason: "suggested", at: "2026-01-01T00:00:00.000Z" };
  const edit = { hunk: "you-1.0", accepted: [["one", "you-1"]], now: [[1, "you-1"]] } satisfies PackedEdit;
  const suggestions = { pending: [edit], writes: [suggestion] };

  it("leaves the rest the user's own, beside the edits of agents that the editor does not know", async () => {
    await write("one two\n\n\nthree\n", "one two\n\n\nTHREE\n", claude);
    await write("one two\n\n\nTHREE\n", "1 and two\n\n\nTHREE\n", you, review, { suggestions });
    const found = await at("1 and two\n\n\nTHREE\n");
    expect(hunksIn(found?.pending ?? [])).toEqual(["you-1.0", "w1.0"]);
    expect(found?.writes.map(({ by }) => by).sort()).toEqual(["Claude", "maria"]);
    expect(await undoneText("1 and two\n\n\nTHREE\n")).toBe("one and two\n\n\nthree\n");
    expect(decisions).toEqual([]);
  });

  it("does not make pending again what was kept, unless the suggestion has other words now", async () => {
    await write("one two\n", "1 two\n", you, review, { suggestions });
    await review.keep(path, ["you-1.0"]);
    await write("1 two\n", "1 two more\n", you, review, { suggestions });
    expect(await at("1 two more\n")).toBeNull();
    const longer = { ...edit, now: [[3, "you-1"]] } satisfies PackedEdit;
    await write("1 two more\n", "1st two more\n", you, review, { suggestions: { ...suggestions, pending: [longer] } });
    expect(await undoneText("1st two more\n")).toBe("one two more\n");
  });

  it("counts less than what the editor says to be pending", async () => {
    const followed = { pending: [], writes: [] };
    await write("one two\n", "1 two\n", you, review, { suggestions, followed });
    expect(await at("1 two\n")).toBeNull();
  });

  it("is the user's own if the suggestions are not of its text", async () => {
    await write("one two\n", "1 two\n", you, review, { suggestions: { ...suggestions, pending: [90, edit] } });
    expect(await at("1 two\n")).toBeNull();
  });
});

describe("an agent's write", () => {
  it("is pending with its author and reason, also after the user writes", async () => {
    await write("one two\n", "one TWO\n", claude);
    await write("one TWO\n", "zero one TWO\n", you);
    const found = await at("zero one TWO\n");
    expect(found?.writes).toMatchObject([{ id: "w1", by: "Claude", reason: "patch" }]);
    expect(listHunks(found?.pending ?? []).map(({ from, to }) => [from, to])).toEqual([[9, 12]]);
    expect(await undoneText("zero one TWO\n")).toBe("zero one two\n");
  });

  it("is not pending if review is off, and shifts the pending edits", async () => {
    await write("one two\n", "one TWO\n", claude);
    review.close();
    review = openReview({ dataDir, textOf: async (version) => texts.get(version) ?? null, isEnabled: () => false });
    await write("one TWO\n", "zero one TWO three\n", claude);
    expect((await at("zero one TWO three\n"))?.writes.map(({ id }) => id)).toEqual(["w1"]);
    expect(await undoneText("zero one TWO three\n")).toBe("zero one two three\n");
  });

  it("is pending beside an earlier one", async () => {
    await write("a\n\n\nb\n", "A\n\n\nb\n", claude);
    await write("A\n\n\nb\n", "A\n\n\nB\n", claude);
    expect((await at("A\n\n\nB\n"))?.writes.map(({ id }) => id)).toEqual(["w1", "w2"]);
    expect(hunksIn((await at("A\n\n\nB\n"))?.pending ?? [])).toEqual(["w1.0", "w2.0"]);
    expect(review.list()).toEqual([path]);
  });

  it("is still pending after another program has written unnoticed", async () => {
    await write("one two\n", "one TWO\n", claude);
    await write("0 one TWO\n", "0 one TWO three\n", claude);
    expect(await undoneText("0 one TWO three\n")).toBe("0 one two\n");
    expect(await undoneText("0 one TWO three four\n")).toBe("0 one two four\n");
  });

  it("is dropped if the text it was made in is lost", async () => {
    await write("one\n", "ONE\n", claude);
    texts.clear();
    expect(await at("something else\n")).toBeNull();
    await write("something else\n", "something\n", you);
    expect(decisions).toMatchObject([{ hunk: "w1.0", outcome: "overwritten" }]);
    expect(review.list()).toEqual([]);
  });

  it("is visible in every process, also in one that starts later", async () => {
    const other = opened();
    await write("one\n", "ONE\n", claude, other);
    expect(await undoneText("ONE\n")).toBe("one\n");
    await write("ONE\n", "ONE two\n", claude);
    other.close();
    review.close();
    review = opened();
    expect(await undoneText("ONE two\n")).toBe("one\n");
  });

  it("that cannot be stored is still pending in this process, which reports the error and stores it as soon as it can", async () => {
    await write("one\ntwo\n", "ONE\ntwo\n", claude);
    const disk = new DatabaseSync(join(dataDir, "review.db"));
    disk.exec("CREATE TRIGGER full BEFORE INSERT ON reviews BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END");
    const unstored: string[] = [];
    review.onUnstored((realPath, error) => unstored.push(`${realPath}: ${(error as Error).message}`));
    await write("ONE\ntwo\n", "ONE\nTWO\n", claude);
    expect(unstored).toEqual([`${path}: database or disk is full`]);
    expect(review.list()).toEqual([path]);
    expect(await undoneText("ONE\nTWO\n")).toBe("one\ntwo\n");
    await write("c\n", "C\n", claude, review, { realPath: "/w/c.md" });
    await review.moved("/w/c.md", "/w/d.md");
    expect(review.list()).toEqual(["/w/d.md", path]);
    disk.exec("DROP TRIGGER full");
    disk.close();
    await write("ONE\nTWO\n", "ONE\nTWO\nthree\n", you);
    review.close();
    review = opened();
    expect(await undoneText("ONE\nTWO\nthree\n")).toBe("one\ntwo\nthree\n");
    expect(review.list().sort()).toEqual([path, "/w/d.md"]);
    expect(unstored).toHaveLength(2);
  });

  it("that makes a file is pending as a whole, without pending edits of an earlier file of that name", async () => {
    await write("old\n", "OLD\n", claude);
    const id = await write("", "new\n", claude, review, { from: null });
    expect((await at("new\n"))?.pending).toEqual([{ hunk: `${id}.0`, accepted: [], now: [{ text: "new\n", by: id }] }]);
  });

  it("makes no review for a file that only the user writes", async () => {
    await write("one\n", "two\n", you);
    expect(await at("two\n")).toBeNull();
    expect(review.list()).toEqual([]);
  });
});

describe("a decision", () => {
  it("to keep a hunk is reported once, with the hunk's text", async () => {
    await write("one two\n", "one TWO\n", claude);
    await review.keep(path, ["w1.0"]);
    await review.keep(path, ["w1.0", "never.0"]);
    expect(decisions).toMatchObject([{ outcome: "kept", inserted: "TWO", removed: "two", write: { by: "Claude" } }]);
    expect(await at("one TWO\n")).toBeNull();
  });

  it("comes from the editor if it has followed every change: an undo restores the very edit", async () => {
    const [before, after] = ["one\n\n\ntwo\n", "ONE\n\n\nTWO\n"];
    await write(before, after, claude);
    const waited = await at(after);
    const followed = { pending: packEdits(waited?.pending ?? []), writes: waited?.writes ?? [] };
    await write(after, before, you, review, { followed: { pending: [], writes: [] } });
    expect(review.list()).toEqual([]);
    await write(before, after, you, review, { followed });
    expect(await at(after)).toEqual(waited);
    await review.keep(path, hunksIn(waited?.pending ?? []));
    await write(after, before, you, review, { followed: { pending: [], writes: [] } });
    await write(before, after, you, review, { followed });
    expect(await at(after)).toBeNull();
  });

  it("by an editor that does not fit the text is computed here instead", async () => {
    await write("one two\n", "one TWO\n", claude);
    const pending = [900, { hunk: "w1.0", accepted: [], now: [[4, "w1"]] }] as never;
    await write("one TWO\n", "one TWO three\n", you, review, { followed: { pending, writes: [] } });
    expect(await undoneText("one TWO three\n")).toBe("one two three\n");
  });

  it("is made by restoring the old words by hand, and is reported", async () => {
    await write("one two\n", "one TWO\n", claude);
    await write("one TWO\n", "one two\n", you);
    expect(decisions).toMatchObject([{ hunk: "w1.0", outcome: "undone" }]);
    expect(review.list()).toEqual([]);
  });
});

it("moves with a renamed file or folder", async () => {
  await write("one\n", "ONE\n", claude);
  await review.moved("/w", "/v");
  expect(review.list()).toEqual(["/v/a.md"]);
  expect(await at("ONE\n")).toBeNull();
});

it("an Office document whose earlier bytes return has its earlier pending edits again", async () => {
  const isOffice = true;
  await write("one two\n", "one TWO\n", claude, review, { isOffice });
  const waited = await at("one TWO\n");
  await write("one TWO\n", "one two\n", you, review, { isOffice });
  expect(review.list()).toEqual([]);
  await write("one two\n", "one TWO\n", you, review, { isOffice });
  expect(await at("one TWO\n")).toEqual(waited);
});

it("what another process kept meanwhile does not wait again when an Office document's bytes of before come back", async () => {
  const isOffice = true;
  const [v0, v1, v2, v3, v4] = ["a\n\n\nb\n", "A\n\n\nb\n", "A\n\n\nB\n", "A\n0\n\nB\n", "A\n00\n\nB\n"] as const;
  await write(v0, v1, claude, review, { isOffice });
  await write(v1, v2, claude, review, { isOffice });
  await write(v2, v3, you, review, { isOffice });
  await write(v3, v4, you, review, { isOffice });
  const other = opened();
  expect(hunksIn((await at(v4))?.pending ?? [])).toEqual(["w1.0", "w2.0"]);
  await other.keep(path, ["w1.0"]);
  for (const [from, to] of [
    [v4, v3],
    [v3, v2],
    [v2, v3],
  ] as const) {
    await write(from, to, you, review, { isOffice });
    expect(hunksIn((await at(to))?.pending ?? []), to).toEqual(["w2.0"]);
  }
  // Also if it was the last one, whose row is no longer in the database.
  await other.keep(path, ["w2.0"]);
  await write(v3, v2, you, review, { isOffice });
  expect(await at(v2)).toBeNull();
  other.close();
});

it("what a Galley before whole words stored is read as whole words", async () => {
  const text = "we meet on Tuesday.\n";
  const pieces = [
    11,
    { text: "Mon", insertedBy: null, removedBy: "old.0" },
    { text: "Tues", insertedBy: "old.0", removedBy: null },
    3,
    { text: "draft", insertedBy: "old.0", removedBy: "older.0" },
  ];
  const writes = [{ id: "old", by: "Claude", reason: "patch", at: "2026-01-01T00:00:00Z" }];
  review.close();
  const database = new DatabaseSync(join(dataDir, "review.db"));
  database.exec(`
    DROP TABLE IF EXISTS reviews;
    CREATE TABLE reviews (
      path TEXT PRIMARY KEY, version TEXT NOT NULL, used INTEGER NOT NULL, pending TEXT NOT NULL, writes TEXT NOT NULL
    ) STRICT;
    PRAGMA user_version = 1
  `);
  database
    .prepare("INSERT INTO reviews VALUES (?, ?, 1, ?, ?)")
    .run(path, versionOf(text), JSON.stringify(pieces), JSON.stringify(writes));
  database.close();
  review = opened();
  expect((await at(text))?.pending).toEqual([
    11,
    {
      hunk: "old.0",
      accepted: [
        { text: "Mon", by: "old" },
        { text: "day", by: null },
      ],
      now: [
        { text: "Tues", by: "old" },
        { text: "day", by: null },
      ],
    },
  ]);
  expect(await undoneText(text)).toBe("we meet on Monday.\n");
  await write(text, "we meet on Monday.\n", you);
  expect(decisions).toMatchObject([{ hunk: "old.0", outcome: "undone" }]);
  expect(review.list()).toEqual([]);
});

describe("a file of secrets", () => {
  const secret = "/w/.env";
  /** The version of a file of secrets must not reveal its content. */
  const hashed = (text: string): string => {
    const version = createHash("sha256").update(text).digest("hex");
    texts.set(version, text);
    return version;
  };
  const landed = (before: string, after: string, by: typeof claude | typeof you, through: Review) =>
    write(before, after, by, through, { realPath: secret, from: hashed(before), to: hashed(after) });
  const env = (text: string, through: Review) => through.of({ realPath: secret, version: hashed(text), text });
  const stored = (): string =>
    readdirSync(dataDir)
      .map((name) => readFileSync(join(dataDir, name), "latin1"))
      .join("");

  it("is pending without its text in the database, and can be undone while this process runs", async () => {
    await landed("PASSWORD=hunter2\n", "PASSWORD=correcthorse\n", claude, review);
    const found = await env("PASSWORD=correcthorse\n", review);
    const undone = undoHunks(found?.pending ?? [], hunksIn(found?.pending ?? []));
    expect(applyChanges("PASSWORD=correcthorse\n", undone.changes)).toBe("PASSWORD=hunter2\n");
    expect(found).not.toHaveProperty("isTextLost");
    expect(stored()).not.toMatch(/hunter2|correcthorse/);
    expect(stored()).toContain(".env");
    expect(review.list()).toEqual([secret]);
  });

  it("is still pending in another process, which can keep it but not undo it", async () => {
    await landed("PASSWORD=hunter2\nold\n", "PASSWORD=correcthorse\nnew\n", claude, review);
    const other = openReview({
      dataDir,
      textOf: async (version) => texts.get(version) ?? null,
      seal: createSeal(),
      notice: (sentence) => expect.fail(sentence),
    });
    const found = await env("PASSWORD=correcthorse\nnew\n", other);
    expect(found?.isTextLost).toBe(true);
    expect(listHunks(found?.pending ?? []).length).toBeGreaterThan(0);
    // Lost texts stay lost, whatever is written afterwards.
    await landed("PASSWORD=correcthorse\nnew\n", "PASSWORD=correcthorse\nnew\nmine\n", you, other);
    const later = await env("PASSWORD=correcthorse\nnew\nmine\n", other);
    expect(later?.isTextLost).toBe(true);
    await other.keep(secret, hunksIn(later?.pending ?? []));
    expect(await env("PASSWORD=correcthorse\nnew\nmine\n", other)).toBeNull();
    expect(other.list()).toEqual([]);
    other.close();
  });
});

describe.each([
  { job: "from what main has unpacked", followElsewhere: followWrite, landElsewhere: undefined },
  { job: "from what is stored", followElsewhere: undefined, landElsewhere: landWrite },
])("a write of many changes, followed $job", ({ followElsewhere, landElsewhere }) => {
  const before = Array.from({ length: 600 }, (_, index) => `line ${index}\n`).join("");
  const after = before.replaceAll("line", "row");
  const changes = Array.from(before.matchAll(/line/g), ({ index }) => ({ from: index, to: index + 4, insert: "row" }));

  /** A review whose worker process waits to be released. */
  function withWorker({ fails = false } = {}) {
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const notices: string[] = [];
    let jobs = 0;
    review.close();
    review = openReview({
      dataDir,
      textOf: async (version) => texts.get(version) ?? null,
      notice: (one) => notices.push(one),
      followElsewhere: followElsewhere && ((_, toFollow) => inWorker(followElsewhere, toFollow)),
      landElsewhere: landElsewhere && ((_, toLand) => inWorker(landElsewhere, toLand)),
    });
    review.onDecided((decision) => decisions.push(decision));
    async function inWorker<Given, Result>(work: (given: Given) => Result, given: Given): Promise<Result> {
      jobs++;
      const copy = structuredClone(given);
      begun.resolve();
      await release.promise;
      if (fails) throw new Error("the process ended");
      return structuredClone(work(copy));
    }
    return { begun: begun.promise, release: release.resolve, jobs: () => jobs, notices };
  }

  it("is followed in a worker process, with the same result; a small one is not", async () => {
    const worker = withWorker();
    worker.release();
    await write(before, after, claude, review, { changes });
    await write(after, `new\n${after}`, you);
    expect(worker.jobs()).toBe(1);
    expect(await undoneText(`new\n${after}`)).toBe(`new\n${before}`);
  });

  it("is followed here if the worker process fails", async () => {
    const worker = withWorker({ fails: true });
    worker.release();
    await write(before, after, claude, review, { changes });
    expect(worker.jobs()).toBe(1);
    expect(worker.notices).toEqual([
      "a worker process failed to follow the pending edits of /w/a.md: the process ended",
    ]);
    expect(await undoneText(after)).toBe(before);
  });

  it("is not the only one that is followed there: so is a small one in a text with very many pending edits", async () => {
    const worker = withWorker();
    worker.release();
    const many = (word: string) => Array.from({ length: 11_000 }, (_, index) => `${word} ${index}\n`).join("");
    const all = Array.from(many("line").matchAll(/line/g), ({ index }) => ({
      from: index,
      to: index + 4,
      insert: "row",
    }));
    await write(many("line"), many("row"), claude, review, { changes: all });
    await write(many("row"), `new\n${many("row")}`, you);
    expect(worker.jobs()).toBe(2);
    expect(await undoneText(`new\n${many("row")}`)).toBe(`new\n${many("line")}`);
  });

  it("reports the hunk that the user takes back by hand", async () => {
    const worker = withWorker();
    worker.release();
    const many = (word: string) => Array.from({ length: 4_500 }, (_, index) => `${word} ${index}\n\n\n`).join("");
    const [line, row] = [many("line"), many("row")];
    const all = Array.from(line.matchAll(/line/g), ({ index }) => ({ from: index, to: index + 4, insert: "row" }));
    await write(line, row, claude, review, { changes: all });
    decisions = [];
    const back = row.replace("row 7\n", "line 7\n");
    await write(row, back, you);
    // Too few for a worker process, unless they would have to be unpacked.
    expect(worker.jobs()).toBe(landElsewhere === undefined ? 1 : 2);
    expect(decisions).toMatchObject([{ realPath: path, outcome: "undone", write: { by: "Claude" } }]);
    expect(decisions[0]).toMatchObject({ inserted: "row", removed: "line" });
    expect(await undoneText(back)).toBe(line);
    expect(review.list()).toEqual([path]);
  });

  it("is the agent's for whoever asks while it is being followed", async () => {
    const worker = withWorker();
    const writing = write(before, after, claude, review, { changes });
    await worker.begun;
    const undone = undoneText(after);
    const next = write(after, `new\n${after}`, you);
    worker.release();
    expect(await undone).toBe(before);
    await Promise.all([writing, next]);
    expect(await undoneText(`new\n${after}`)).toBe(`new\n${before}`);
  });

  it("does not bring back what another process kept in the meantime", async () => {
    const gap = "words that nobody changes\n".repeat(5);
    const textOf = (first: string, rest: string, last: string) => `${first}\n${gap}${rest}${gap}${last}\n`;
    await write(textOf("first", before, "last"), textOf("FIRST", before, "last"), claude);
    await write(textOf("FIRST", before, "last"), textOf("FIRST", before, "LAST"), claude);
    const worker = withWorker();
    const start = "first\n".length + gap.length;
    const writing = write(textOf("FIRST", before, "LAST"), textOf("FIRST", after, "LAST"), claude, review, {
      changes: changes.map(({ from, to, insert }) => ({ from: from + start, to: to + start, insert })),
    });
    await worker.begun;
    const other = opened();
    await other.keep(path, ["w1.0"]);
    other.close();
    worker.release();
    await writing;
    expect(worker.jobs()).toBe(2);
    expect(await undoneText(textOf("FIRST", after, "LAST"))).toBe(textOf("FIRST", before, "last"));
  });

  it("follows its file or folder that is renamed while it is being followed", async () => {
    const worker = withWorker();
    const writing = write(before, after, claude, review, { changes });
    await worker.begun;
    const moving = review.moved("/w", "/v");
    const moved = review.of({ realPath: "/v/a.md", version: versionOf(after), text: after });
    worker.release();
    await Promise.all([writing, moving]);
    expect(listHunks((await moved)?.pending ?? []).length).toBeGreaterThan(0);
    expect(await undoneText(after)).toBe(after);
  });

  it("is stored even if the review is closed while it is being followed", async () => {
    const worker = withWorker();
    const writing = write(before, after, claude, review, { changes });
    await worker.begun;
    review.close();
    worker.release();
    await writing;
    review = opened();
    expect(await undoneText(after)).toBe(before);
  });
});
