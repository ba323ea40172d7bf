import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { difference } from "../diff/difference";
import { applyChanges, type Change } from "../text/change";
import { reconcile } from "./reconcile";
import { createSharedReplica } from "./shared-replica";
import { changeShared, changesOfDelta, withWholeWords } from "./shared-text";

const piece = fc.constantFrom("one ", "two ", "three\n", "\r\n", "\r", "\n", "😀", "👩‍👩‍👧", "文 ", "a", "é", ". ", "");
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

describe("changes and operations", () => {
  test("a replacement becomes operations on the whole words that differ", () => {
    const doc = new Y.Doc();
    const shared = doc.getText("t");
    shared.insert(0, "one two three");
    const made: Change[] = [];
    shared.observe(({ delta }) => made.push(...changesOfDelta(delta)));
    doc.transact(() =>
      changeShared(shared, withWholeWords(shared.toString(), [{ from: 0, to: 13, insert: "one twi three" }])),
    );
    expect(made).toEqual([{ from: 4, to: 7, insert: "twi" }]);
  });

  test.each([
    ["a😀b", "a😁b"],
    ["a\r\nb", "a\nb"],
    ["a\r\nb", "a\rb"],
    ["a\nb", "a\r\nb"],
    ["\r\n", "\r\r\n"],
  ])("%j to %j cuts no character and no line break", (before, after) => {
    const doc = new Y.Doc();
    const shared = doc.getText("t");
    shared.insert(0, before);
    const ends: number[] = [];
    shared.observe(({ delta }) => {
      for (const { from, to } of changesOfDelta(delta)) ends.push(from, to);
    });
    changeShared(shared, difference(before, after));
    expect(shared.toString()).toBe(after);
    for (const at of ends) {
      expect(before.slice(0, at).isWellFormed()).toBe(true);
      expect(before.slice(at - 1, at + 1)).not.toBe("\r\n");
    }
  });

  test("three replicas that edit at once converge, and each one's changes make its model the same text", () => {
    const edit = fc.record({ who: fc.nat(2), text, sync: fc.constantFrom("none", "one", "all") });
    fc.assert(
      fc.property(text, fc.array(edit, { maxLength: 20 }), (start, edits) => {
        const replicas = [1, 2, 3].map((id) => {
          const doc = new Y.Doc();
          doc.clientID = id;
          const model = { text: "" };
          doc.getText("t").observe(({ delta }) => {
            model.text = applyChanges(model.text, changesOfDelta(delta));
          });
          return { doc, model };
        });
        const exchange = (from: Y.Doc, to: Y.Doc) =>
          Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)));
        const all = () => {
          for (const { doc: from } of [...replicas, ...replicas])
            for (const { doc: to } of replicas) if (from !== to) exchange(from, to);
        };
        replicas[0]?.doc.getText("t").insert(0, start);
        all();
        for (const { who, text: next, sync } of edits) {
          const replica = replicas[who];
          if (replica === undefined) continue;
          const shared = replica.doc.getText("t");
          replica.doc.transact(() => changeShared(shared, difference(shared.toString(), next)));
          expect(shared.toString()).toBe(next);
          if (sync === "one") exchange(replica.doc, (replicas[(who + 1) % 3] ?? replica).doc);
          if (sync === "all") all();
        }
        all();
        const [first, ...others] = replicas.map(({ doc }) => doc.getText("t").toString());
        for (const other of others) expect(other).toBe(first);
        for (const { model } of replicas) expect(model.text).toBe(first);
        expect(first?.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("a file and its shared text", () => {
  const changed = (before: string, changes: readonly Change[]) => applyChanges(before, changes);

  test("edits of different words are merged both ways", () => {
    const merged = reconcile({ common: "one two three", file: "ONE two three", shared: "one two THREE" });
    expect(merged.text).toBe("ONE two THREE");
    expect(merged.contested).toEqual([]);
    expect(merged.toFile).toEqual([{ from: 8, to: 13, insert: "THREE" }]);
    expect(merged.toShared).toEqual([{ from: 0, to: 3, insert: "ONE" }]);
  });

  test("where both wrote the same words, both versions are there to be shown, and the shared text stays", () => {
    const [common, file, shared] = ["one two. And a three.", "one zwei. And a drei.", "one deux. And a three."];
    const merged = reconcile({ common, file, shared });
    expect(merged.text).toBe("one deux. And a drei.");
    expect(changed(shared, merged.toShared)).toBe("one deux. And a drei.");
    expect(changed(file, merged.toFile)).toBe("one zwei. And a drei.");
    expect(merged.contested).toEqual([{ from: 4, to: 8, insert: "deux" }]);
  });

  test.each([
    ["a", "a b c", "a b", "a b c"],
    ["a", "a b", "a b c", "a b c"],
    ["An end. And then.", "An end of two. And thens.", "An end of. And then.", "An end of two. And thens."],
    ["One:\n\nTwo:", "One: w1 w2\n\nTwo: w3 w4", "One: w1\n\nTwo: w3", "One: w1 w2\n\nTwo: w3 w4"],
  ])("what had reached the shared text before a kill is no disagreement: %j, %j, %j", (common, file, shared, text) => {
    expect(reconcile({ common, file, shared })).toMatchObject({ text, contested: [] });
  });

  test("words that only begin alike are a disagreement", () => {
    const merged = reconcile({ common: "a", file: "a bcd", shared: "a bce" });
    expect(merged.contested).toHaveLength(1);
    expect(merged.text).toBe("a bce");
  });

  test("a file that was on both sides before they were joined loses nothing", () => {
    const merged = reconcile({
      common: null,
      file: "# A\n\nboth\n\nonly here\n",
      shared: "only there\n\n# A\n\nboth\n",
    });
    expect(merged.text).toBe("only there\n\n# A\n\nboth\n\nonly here\n");
    expect(merged.contested).toEqual([]);
    const other = reconcile({ common: null, file: "# A\n\nmine\n", shared: "# A\n\nyours\n" });
    expect(other.text).toBe("# A\n\nyours\n");
    expect(other.contested).toEqual([{ from: 5, to: 9, insert: "yours" }]);
  });

  test("whatever the texts are, both sides end with one text, and every word of the file is in it or contested", () => {
    const words = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f", "😀", "文"), { maxLength: 10 });
    const joined = words.map((list) => list.join(" "));
    fc.assert(
      fc.property(fc.option(joined), joined, joined, (common, file, shared) => {
        const { text: merged, toFile, toShared, contested } = reconcile({ common, file, shared });
        expect(changed(shared, toShared)).toBe(merged);
        const before = changed(file, toFile);
        expect(changed(before, contested)).toBe(merged);
        // What only this side changed, or nobody else, is the whole result.
        if (common === shared) expect({ merged, contested }).toEqual({ merged: file, contested: [] });
        if (common === file) expect({ merged, contested }).toEqual({ merged: shared, contested: [] });
        if (common !== null) return;
        for (const word of new Set(file.split(" "))) expect(before.split(" ").join(" ")).toContain(word);
        for (const word of new Set(shared.split(" "))) expect(merged).toContain(word);
      }),
    );
  });
});

describe("who wrote an update", () => {
  /** What a machine says of an update that another one has made by `edit`. */
  function writersSeen(edit: (doc: Y.Doc, replica: ReturnType<typeof createSharedReplica>) => void): string[] {
    const [here, there] = [new Y.Doc(), new Y.Doc()];
    const replica = createSharedReplica(here);
    replica.edit([{ from: 0, to: 0, insert: "one two" }], "ann@desk");
    const other = createSharedReplica(there);
    other.receive(Y.encodeStateAsUpdate(here), "server");
    const updates: Uint8Array[] = [];
    here.on("update", (update: Uint8Array) => updates.push(update));
    edit(here, replica);
    return updates.flatMap((update) => other.receive(update, "server").writers);
  }

  test("is known for each writer of a machine, and also of what only deletes", () => {
    expect(
      writersSeen((_doc, replica) => {
        replica.edit([{ from: 0, to: 3, insert: "three" }], "Claude Code (ann@desk)");
        replica.edit([{ from: 0, to: 6, insert: "" }], "ann@desk");
        replica.edit([{ from: 0, to: 0, insert: "by nobody" }]);
      }),
    ).toEqual(["Claude Code (ann@desk)", "ann@desk"]);
  });

  test("is left out if a hostile machine says something else than a name with its machine", () => {
    for (const name of ["You", "", "a@b\u202e", "a@b, c@d", "x@y".repeat(100), 7, null, "a@\nb"])
      expect(
        writersSeen((doc) =>
          doc.transact(() => {
            doc.getMap("writers").set(String(doc.clientID), name);
            doc.getText("t").insert(0, "x");
          }),
        ),
        String(name),
      ).toEqual([]);
  });
});
