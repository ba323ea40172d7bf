import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { applyChanges, type Change } from "../text/change";
import { runs } from "../text/texts.fixture";
import { createSharedReplica } from "./shared-replica";

const FROM_SERVER = "from the server";

/** One machine: its document, its replica, and a text that is kept only by what the replica reports. */
function createMachine(id: number) {
  const doc = new Y.Doc();
  doc.clientID = id + 1;
  const toServer: Uint8Array[] = [];
  doc.on("update", (update, origin) => {
    if (origin !== FROM_SERVER) toServer.push(update);
  });
  const state = { editor: "", contested: [] as string[] };
  const replica = createSharedReplica(doc);
  const receive = (update: Uint8Array) => {
    const { changes, contested } = replica.receive(update, FROM_SERVER);
    state.editor = applyChanges(state.editor, changes);
    for (const { from, to, mine } of contested) {
      expect(to).toBeLessThanOrEqual(state.editor.length);
      expect(from).toBeLessThanOrEqual(to);
      state.contested.push(mine);
    }
  };
  return { doc, replica, receive, toServer, state, seen: 0 };
}

/** A server that stores updates in one order, and machines that it reaches late. */
function network(count: number) {
  const log: { from: number; update: Uint8Array }[] = [];
  const machines = Array.from({ length: count }, (_, id) => createMachine(id));
  const machineOf = (id: number) => machines[id] as (typeof machines)[number];
  return {
    log,
    machines,
    edit(id: number, changes: Change[]) {
      const { state, replica } = machineOf(id);
      state.editor = applyChanges(state.editor, changes);
      replica.edit(changes);
      expect(replica.text()).toBe(state.editor);
    },
    /** The next update of a machine reaches the server. */
    upload(id: number): boolean {
      const update = machineOf(id).toServer.shift();
      if (update !== undefined) log.push({ from: id, update });
      return update !== undefined;
    },
    /** The next entry of the log reaches a machine: a confirmation, or somebody else's update. */
    download(id: number): boolean {
      const machine = machineOf(id);
      const entry = log[machine.seen];
      if (entry === undefined) return false;
      machine.seen += 1;
      if (entry.from === id) machine.replica.confirm(1);
      else machine.receive(entry.update);
      expect(machine.replica.text()).toBe(machine.state.editor);
      expect(machine.doc.getText("t").toString()).toBe(machine.state.editor);
      return true;
    },
    exchangeAll(most: number) {
      for (let step = 0; step < most; step++) {
        const busy = machines.flatMap((_, id) => [this.upload(id), this.download(id)]);
        if (!busy.includes(true)) return;
      }
      throw new Error("the exchange does not end");
    },
  };
}

const start = "one two three four five six seven eight ";

/** What a user does: replaces, inserts or deletes whole words. `at` and `length` count words. */
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("edit" as const),
      who: fc.nat(2),
      at: fc.nat(9),
      length: fc.nat(2),
      write: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom("upload" as const, "download" as const), who: fc.nat(2) }),
  },
);

function wordsFrom(text: string, at: number, length: number) {
  const ends = [0, ...[...text.matchAll(/ /g)].map(({ index }) => index + 1)];
  const first = Math.min(at, ends.length - 1);
  return { from: ends[first] as number, to: ends[Math.min(first + length, ends.length - 1)] as number };
}

function play(actions: readonly { kind: string; who: number; at?: number; length?: number; write?: boolean }[]) {
  const net = network(3);
  net.edit(0, [{ from: 0, to: 0, insert: start }]);
  net.exchangeAll(20);
  const written: string[] = [];
  const removed = new Set<string>();
  let edits = 0;
  for (const { kind, who, at = 0, length = 0, write = false } of actions) {
    if (kind === "upload") net.upload(who);
    else if (kind === "download") net.download(who);
    else {
      const { editor } = (net.machines[who] as (typeof net.machines)[number]).state;
      const range = wordsFrom(editor, at, length);
      const word = write ? `w${written.length}x` : "";
      if (word !== "") written.push(word);
      for (const each of editor.slice(range.from, range.to).split(" ")) removed.add(each);
      net.edit(who, [{ ...range, insert: word === "" ? "" : `${word} ` }]);
      edits += 1;
    }
  }
  net.exchangeAll(100 * (edits + 1));
  return { net, written, removed, edits };
}

describe("machines that write at once", () => {
  test("converge, the exchange ends, and every written word is in the text or shown beside it", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const { net, written, removed, edits } = play(actions);
        const [first, ...others] = net.machines.map(({ replica }) => replica.text());
        for (const other of others) expect(other).toBe(first);
        for (const { replica } of net.machines) expect(replica.unconfirmed()).toBe(0);
        expect(net.log.length).toBeLessThanOrEqual(1 + 2 * edits);
        const shown = net.machines.flatMap(({ state }) => state.contested).join(" ");
        for (const word of written) if (!removed.has(word)) expect(`${first} ${shown}`).toContain(word);
      }),
      runs(300),
    );
  });
});

describe("the same words", () => {
  const both = (mine: (text: string) => Change[], theirs: (text: string) => Change[]) => {
    const net = network(2);
    net.edit(0, [{ from: 0, to: 0, insert: start }]);
    net.exchangeAll(20);
    net.edit(0, mine(start));
    net.edit(1, theirs(start));
    net.exchangeAll(50);
    const [text, other] = net.machines.map(({ replica }) => replica.text());
    expect(other).toBe(text);
    return { text, first: net.machines[0]?.state.contested, second: net.machines[1]?.state.contested };
  };
  const replace = (word: string, insert: string) => (text: string) => {
    const from = text.indexOf(word);
    return [{ from, to: from + word.length, insert }];
  };

  test("replaced by both: who reaches the server first stands, and the other has both versions", () => {
    expect(both(replace("three", "drei"), replace("three", "trois"))).toEqual({
      text: start.replace("three", "drei"),
      first: [],
      second: ["trois"],
    });
  });

  test("typed into one word by both: no word is made of both", () => {
    const result = both(
      (text) => [{ from: text.indexOf("three") + 1, to: text.indexOf("three") + 1, insert: "XX" }],
      (text) => [{ from: text.indexOf("three") + 3, to: text.indexOf("three") + 3, insert: "YY" }],
    );
    expect(result).toEqual({ text: start.replace("three", "tXXhree"), first: [], second: ["thrYYee"] });
  });

  test("deleted by the first, changed by the second: the deletion stands, and the words are shown", () => {
    expect(both(replace("three ", ""), replace("three", "3"))).toMatchObject({
      text: start.replace("three ", ""),
      second: [expect.stringContaining("3")],
    });
  });

  test("changed in the same way: the change is made once, and nothing is contested", () => {
    expect(both(replace("three", "3"), replace("three", "3"))).toEqual({
      text: start.replace("three", "3"),
      first: [],
      second: [],
    });
  });

  test("other words are merged without a question", () => {
    expect(both(replace("one", "1"), replace("eight", "8"))).toEqual({
      text: "1 two three four five six seven 8 ",
      first: [],
      second: [],
    });
  });
});
