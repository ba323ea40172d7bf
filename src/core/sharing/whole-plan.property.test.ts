import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { fewer } from "../text/texts.fixture";
import { beforeOf, namedHashes, readWholeVersion, type WholeList, wholeList } from "./whole-list";
import { decideWhole, nameBeside, planWhole, type WholeCommon, type WholeSides } from "./whole-plan";

const hashOf = (content: string) => createHash("sha256").update(content).digest("hex");

/** A machine with a folder: hashes by path, what it has in common with the others, and its replica of the list. */
class Machine {
  readonly files = new Map<string, string>();
  readonly common = new Map<string, WholeCommon>();
  readonly document = new Y.Doc();
  readonly list: WholeList = wholeList(this.document);
  /** What its user, or another, gave up knowingly: replaced or deleted while it was in front of them. */
  readonly givenUp = new Set<string>();

  constructor(
    readonly name: string,
    clientID: number,
  ) {
    this.document.clientID = clientID;
  }

  write(path: string, content: string): void {
    const before = this.files.get(path);
    if (before !== undefined) this.givenUp.add(before);
    this.files.set(path, hashOf(content));
  }

  remove(path: string): void {
    const before = this.files.get(path);
    if (before !== undefined) this.givenUp.add(before);
    this.files.delete(path);
  }

  rename(from: string, to: string): void {
    const file = this.files.get(from);
    if (file === undefined || this.files.has(to)) return;
    this.files.delete(from);
    this.files.set(to, file);
  }

  /** Exchanges the list with the server's. */
  exchange(server: Y.Doc): void {
    Y.applyUpdate(this.document, Y.encodeStateAsUpdate(server));
    Y.applyUpdate(server, Y.encodeStateAsUpdate(this.document));
  }

  sides(): Map<string, WholeSides> {
    const paths = new Set([...this.files.keys(), ...this.list.entries().keys(), ...this.common.keys()]);
    return new Map(
      [...paths].map((path) => [
        path,
        {
          common: this.common.get(path) ?? null,
          here: this.files.get(path) ?? null,
          shared: this.list.get(path),
        },
      ]),
    );
  }

  /** Does what was decided, as `whole-files.ts` does. */
  apply(): void {
    const sides = this.sides();
    const { steps, renamedHere, renamedThere } = planWhole(sides, true);
    const keep = (path: string, hash: string | null, isOwn: boolean) =>
      hash === null ? this.common.delete(path) : this.common.set(path, { hash, isOwn });
    for (const [path, each] of sides)
      if (decideWhole(each, true) === "equal") keep(path, each.here, this.common.get(path)?.isOwn ?? false);
    for (const [from, to] of renamedThere) {
      this.rename(from, to);
      keep(to, this.common.get(from)?.hash ?? null, false);
      keep(from, null, false);
    }
    for (const [from, to] of renamedHere) {
      this.list.rename(from, to);
      keep(to, this.common.get(from)?.hash ?? null, true);
      keep(from, null, false);
    }
    for (const [path, step] of steps) {
      const { here, shared } = sides.get(path) as WholeSides;
      if (step === "delete here") {
        this.files.delete(path);
        keep(path, null, false);
      } else if (step === "delete there") {
        this.list.remove(path);
        keep(path, null, false);
      } else if (step === "send" && here !== null) {
        this.list.set(path, { hash: here, size: 1, by: this.name, before: beforeOf(shared) });
        keep(path, here, true);
      } else if ((step === "fetch" || step === "keep both") && shared !== null) {
        if (step === "keep both" && here !== null) {
          let number = 1;
          while (this.files.has(nameBeside(path, this.name, number))) number += 1;
          this.files.set(nameBeside(path, this.name, number), here);
        }
        this.files.set(path, shared.hash);
        keep(path, shared.hash, false);
      }
    }
  }
}

const paths = ["a.png", "b.png", "c.docx"];
const step = fc.oneof(
  fc.record({ do: fc.constant("write" as const), machine: fc.nat(2), path: fc.constantFrom(...paths) }),
  fc.record({ do: fc.constant("remove" as const), machine: fc.nat(2), path: fc.constantFrom(...paths) }),
  fc.record({ do: fc.constant("rename" as const), machine: fc.nat(2), path: fc.constantFrom(...paths) }),
  // A machine is connected for a moment: what it sends may arrive after what others send at the same time.
  fc.record({ do: fc.constant("sync" as const), machine: fc.nat(2), path: fc.constantFrom(...paths) }),
  fc.record({ do: fc.constant("decide" as const), machine: fc.nat(2), path: fc.constantFrom(...paths) }),
  fc.record({ do: fc.constant("together" as const), machine: fc.nat(2), path: fc.constantFrom(...paths) }),
);

/** Runs the steps, and then lets all machines come to rest. */
function run(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) {
  const server = new Y.Doc();
  const machines = ["ann@a", "ben@b", "cleo@c"].map((name, index) => new Machine(name, 3 - index));
  const written: string[] = [];
  steps.forEach(({ do: what, machine: index, path }, at) => {
    const machine = machines[index] as Machine;
    if (what === "write") {
      written.push(hashOf(`content ${at}`));
      machine.write(path, `content ${at}`);
    } else if (what === "remove") machine.remove(path);
    else if (what === "rename") machine.rename(path, `new${at}.png`);
    else if (what === "sync") machine.exchange(server);
    else if (what === "decide") machine.apply();
    else {
      // All but one decide at the same time, and none knows of the others' decisions.
      const connected = machines.filter((each) => each !== machine);
      for (const each of connected) each.exchange(server);
      for (const each of connected) each.apply();
      for (const each of connected) each.exchange(server);
    }
  });
  const everything = () =>
    JSON.stringify([
      [...wholeList(server).entries()],
      machines.map((each) => [[...each.files].sort(), [...each.common].sort(), [...each.list.entries()]]),
    ]);
  for (let before = ""; before !== everything(); ) {
    before = everything();
    for (const each of machines)
      for (let round = 0; round < 3; round++) {
        each.exchange(server);
        each.apply();
        each.exchange(server);
      }
  }
  return { machines, written };
}

test("all machines end with the same files, whatever was done on each of them and however their lists met", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { machines } = run(steps);
      const [first, ...rest] = machines.map((each) => [...each.files].sort());
      for (const each of rest) expect(each).toEqual(first);
      for (const each of machines)
        expect([...each.list.entries()].map(([path, { hash }]) => [path, hash]).sort()).toEqual(first);
    }),
    fewer(400),
  );
});

test("a version that nobody deleted or replaced before their own eyes is a file at the end", () => {
  // What is deleted in the list is in the history of each machine. Here nothing is, and machines are connected while they send, as they have to be.
  const withoutRemovals = fc.array(
    step.filter((each) => each.do === "write" || each.do === "together" || each.do === "sync"),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(withoutRemovals, (steps) => {
      const { machines, written } = run(steps);
      const [machine] = machines as [Machine];
      const present = new Set(machine.files.values());
      const givenUp = new Set(machines.flatMap((each) => [...each.givenUp]));
      for (const hash of written) expect(present.has(hash) || givenUp.has(hash)).toBe(true);
    }),
    fewer(400),
  );
});

test("nothing of this machine is given up for a version whose maker did not have it", () => {
  const hash = fc.constantFrom(...["1", "2", "3"].map(hashOf));
  const version = fc.record({ hash, before: fc.array(hash, { maxLength: 2 }) });
  const sides = fc.record({
    common: fc.option(fc.record({ hash, isOwn: fc.boolean() })),
    here: fc.option(hash),
    shared: fc.option(version),
  });
  fc.assert(
    fc.property(sides, fc.boolean(), ({ common, here, shared: given }, mayWrite) => {
      const before = given?.before.map((each) => each.slice(0, 16)) ?? [];
      const shared = given && { hash: given.hash, size: 1, by: "", before };
      const step = decideWhole({ common, here, shared }, mayWrite);
      if (here !== null && (step === "fetch" || step === "delete here"))
        expect(common?.hash === here || before.includes(here.slice(0, 16))).toBe(true);
      if (!mayWrite) expect(["send", "delete there"]).not.toContain(step);
    }),
  );
});

test("an earlier version that is put back here is a change of the latest one, and goes to the others", () => {
  const [first, second, third] = ["1", "2", "3"].map(hashOf) as [string, string, string];
  const before = [second, first].map((hash) => hash.slice(0, 16));
  const shared = { hash: third, size: 1, by: "", before };
  const sides = { common: { hash: third, isOwn: false }, here: first, shared };
  expect(decideWhole(sides, true)).toBe("send");
  expect(decideWhole(sides, false)).toBe("stays");
  // So it is if somebody else has changed it since; there are two then.
  expect(decideWhole({ ...sides, common: { hash: second, isOwn: false } }, true)).toBe("keep both");
  // Who never had a later one is merely behind.
  expect(decideWhole({ ...sides, common: { hash: first, isOwn: true } }, true)).toBe("fetch");
  expect(decideWhole({ ...sides, common: null }, true)).toBe("fetch");
});

test("an entry that no member of ours would make is none, and long ones are cut", () => {
  const hash = hashOf("x");
  expect(readWholeVersion({ hash, size: 3, by: " ann ", before: ["0123456789abcdef", "no", 4] })).toEqual({
    hash,
    size: 3,
    by: "ann",
    before: ["0123456789abcdef"],
  });
  for (const wrong of [null, "x", {}, { hash: "x", size: 1 }, { hash, size: -1 }, { hash, size: 2 ** 40 }, [hash, 1]])
    expect(readWholeVersion(wrong)).toBeNull();
  const document = new Y.Doc();
  const map = document.getMap("whole");
  for (const path of ["../a.png", ".git/a.png", "a.md", "a.exe", "a.svg", "b/~$a.docx", "b/ok.PNG"])
    map.set(path, { hash, size: 3, by: "", before: [] });
  expect([...wholeList(document).entries().keys()]).toEqual(["b/ok.PNG"]);
  // The content of what a newer Galley may make of it is not removed from the server.
  map.delete("b/ok.PNG");
  map.set("c.webm", { hash: hashOf("film"), size: 2 ** 40 });
  map.set("d.png", "no version");
  expect([...namedHashes(document)].sort()).toEqual([hash, hashOf("film")].sort());
});

test("the name of a copy keeps folder and ending, and has no characters that some system has no file name for", () => {
  expect(nameBeside("img/a.b.png", "ann@desk", 1)).toBe("img/a.b (ann@desk).png");
  expect(nameBeside("x.docx", "a/b:c", 2)).toBe("x (a-b-c 2).docx");
});
