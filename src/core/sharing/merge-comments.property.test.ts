import fc from "fast-check";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { runs } from "../text/texts.fixture";
import { type CommentEntries, commentList } from "./comment-list";
import { mergeComments } from "./merge-comments";

const TEXT = "a".repeat(24);
const THREADS = ["c_aaaaaaaaaa", "c_bbbbbbbbbb", "c_cccccccccc"];
const may = () => true;

/** A machine with a file of comments that survives its end, and what it had in common with a server that stores all updates in one order. */
function createMachine(id: number, server: Y.Doc) {
  let file = new Map<string, string>();
  let stored: CommentEntries = new Map();
  let session = begin();

  function begin() {
    const document = new Y.Doc();
    const unsent: Uint8Array[] = [];
    document.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== server) unsent.push(update);
    });
    Y.applyUpdate(document, Y.encodeStateAsUpdate(server), server);
    return { document, list: commentList(document, () => {}), unsent, common: stored };
  }

  const confirm = (): void => {
    if (session.unsent.length === 0) stored = session.common;
  };
  return {
    id,
    file: () => file,
    edit(change: (entries: Map<string, string>) => void) {
      file = new Map(file);
      change(file);
    },
    /** Brings file and document together, as the member does. */
    compare() {
      const shared = session.list.of(TEXT);
      const merged = mergeComments({ common: session.common, local: file, shared, may });
      file = merged.local;
      session.list.write(TEXT, merged.toShared);
      session.common = merged.common;
      confirm();
    },
    upload() {
      for (const update of session.unsent.splice(0)) Y.applyUpdate(server, update);
      confirm();
    },
    download() {
      Y.applyUpdate(session.document, Y.encodeStateAsUpdate(server), server);
    },
    /** The process is killed: only the comment file is left, and the common entries that were stored. */
    kill() {
      session = begin();
    },
  };
}

type Machine = ReturnType<typeof createMachine>;

const steps = fc.array(
  fc.record({
    machine: fc.nat(2),
    thread: fc.constantFrom(...THREADS),
    what: fc.constantFrom("write", "write", "set", "delete", "compare", "compare", "upload", "download", "kill"),
  }),
  { maxLength: 60 },
);

test("three machines that comment, delete, are cut off and killed end with the same comments, and no message is lost that nobody deleted", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const server = new Y.Doc();
      const machines = [0, 1, 2].map((id) => createMachine(id, server));
      const written = new Set<string>();
      const deleted = new Set<string>();
      let now = 0;
      const time = () => new Date(Date.UTC(2026, 0, 1) + ++now * 10).toISOString();
      const write = (machine: Machine, thread: string) =>
        machine.edit((entries) => {
          const at = time();
          if (!entries.has(`${thread}/status`)) {
            entries.set(`${thread}/status`, JSON.stringify({ status: "open", changed: at }));
            entries.set(`${thread}/anchor`, JSON.stringify({ quote: thread }));
          }
          const entry = `${thread}/message/${at}/${String(machine.id).repeat(16)}`;
          entries.set(entry, JSON.stringify({ text: `by ${machine.id}`, at }));
          written.add(entry);
        });
      for (const { machine: id, thread, what } of all) {
        const machine = machines[id] as Machine;
        if (what === "write") write(machine, thread);
        else if (what === "set")
          machine.edit((entries) => {
            if (entries.has(`${thread}/status`))
              entries.set(`${thread}/status`, JSON.stringify({ status: "resolved", changed: time() }));
          });
        else if (what === "delete")
          machine.edit((entries) => {
            for (const entry of [...entries.keys()].filter((each) => each.startsWith(thread))) {
              entries.delete(entry);
              deleted.add(entry);
            }
          });
        else machine[what]();
      }
      for (let round = 0; round < 10; round++)
        for (const step of ["download", "compare", "upload"] as const) for (const each of machines) each[step]();
      const [first, ...others] = machines.map((each) => Object.fromEntries([...each.file()].sort()));
      for (const each of others) expect(each).toEqual(first);
      for (const entry of written) if (!deleted.has(entry)) expect(Object.keys(first ?? {})).toContain(entry);
      // A thread has what it needs to be shown.
      for (const entry of Object.keys(first ?? {}))
        for (const kind of ["status", "anchor"]) expect(first).toHaveProperty([`${entry.slice(0, 12)}/${kind}`]);
    }),
    runs(300),
  );
});

test("more threads than a user deletes at once come back, and a few are deleted", () => {
  const entriesOf = (count: number): Map<string, string> =>
    new Map(
      Array.from({ length: count }, (_, at) => `c_${String(at).padStart(10, "0")}`).flatMap((thread) => [
        [`${thread}/status`, "{}"] as const,
        [`${thread}/anchor`, "{}"] as const,
        [`${thread}/message/2026-01-01T00:00:00.000Z/${"0".repeat(16)}`, "{}"] as const,
      ]),
    );
  for (const [count, isDeleted] of [
    [5, true],
    [6, false],
  ] as const) {
    const entries = entriesOf(count);
    const { local, toShared } = mergeComments({ common: entries, local: new Map(), shared: entries, may });
    expect([local.size, toShared.size]).toEqual(isDeleted ? [0, count * 3] : [count * 3, 0]);
  }
});

const lock = (id: string): [string, string] => [`l_${id.repeat(10)}`, "{}"];
const threadNamed = (id: string): [string, string][] => [
  [`c_${id.repeat(10)}/status`, "{}"],
  [`c_${id.repeat(10)}/anchor`, "{}"],
  [`c_${id.repeat(10)}/message/2026-01-01T00:00:00.000Z/${"0".repeat(16)}`, "{}"],
];

test("an older file lifts no protected passage and deletes nothing with it, and a passage that is lifted by itself is lifted for all", () => {
  const lifted = (common: CommentEntries, local: CommentEntries) =>
    mergeComments({ common, local, shared: common, may });
  for (const before of [
    [lock("a"), lock("b")],
    [lock("a"), ...threadNamed("c")],
  ]) {
    const common = new Map(before);
    expect(lifted(common, new Map())).toEqual({ local: common, toShared: new Map(), common });
  }
  const [one, both] = [new Map([lock("b")]), new Map([lock("a"), lock("b")])];
  expect(lifted(both, one)).toEqual({ local: one, toShared: new Map([[lock("a")[0], null]]), common: one });
});

test("a thread that is more than can be stored here stays as it is on both sides, and is deleted for all if the user deletes it", () => {
  const [before, answer] = [
    new Map(threadNamed("a")),
    `c_aaaaaaaaaa/message/2026-01-01T00:00:00.001Z/${"1".repeat(16)}`,
  ];
  const shared = new Map([...before, [answer, "{}"] as const, ...threadNamed("b")]);
  const beyond = new Set(["c_aaaaaaaaaa", "c_bbbbbbbbbb"]);
  const kept = mergeComments({ common: before, local: before, shared, may, beyond });
  expect(kept).toEqual({ local: before, toShared: new Map(), common: before });
  const { local, toShared } = mergeComments({ common: kept.common, local: new Map(), shared, may, beyond });
  expect([local.size, [...toShared.keys()].sort()]).toEqual([0, [...before.keys(), answer].sort()]);
});

test("what may not be deleted for the others stays deleted here, however much it becomes", () => {
  const common = new Map([...["a", "b", "c", "d", "e", "f"].flatMap(threadNamed), lock("a"), lock("b")]);
  const merged = mergeComments({ common, local: new Map(), shared: common, may: () => false });
  expect(merged).toEqual({ local: new Map(), toShared: new Map(), common });
});

test("what is not allowed is not sent, and stays here", () => {
  const entry = `c_aaaaaaaaaa/message/2026-01-01T00:00:00.000Z/${"0".repeat(16)}`;
  const local = new Map([[entry, '"mine"']]);
  const branches = { common: new Map(), local, shared: new Map(), may: () => false };
  expect(mergeComments(branches)).toEqual({ local, toShared: new Map(), common: new Map() });
});

test("two versions of one message are both kept", () => {
  const [owner, tag] = ["c_aaaaaaaaaa", "0".repeat(16)];
  const message = (text: string, at = "2026-01-01T00:00:00.000Z") => JSON.stringify({ text, at });
  const with3 = (text: string) =>
    new Map([
      [`${owner}/status`, "{}"],
      [`${owner}/anchor`, "{}"],
      [`${owner}/message/2026-01-01T00:00:00.000Z/${tag}`, message(text)],
    ]);
  const merged = mergeComments({ common: with3("old"), local: with3("mine"), shared: with3("theirs"), may });
  expect([...merged.local.values()].filter((each) => each.includes("text"))).toEqual([
    message("theirs"),
    message("mine", "2026-01-01T00:00:00.001Z"),
  ]);
});
