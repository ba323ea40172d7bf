import { expect, test } from "vitest";
import type * as Y from "yjs";
import { applyChanges } from "../../../core/text/change";
import type { Documents, TextDocument } from "../../engine/ports/documents";
import type { DocumentListener, FolderConnection } from "./folder-connection";
import { joinDocument } from "./shared-document";

/** A member's file in memory, and a connection whose server confirms when the test says so. */
function joined(text: string) {
  let now = text;
  let isThere = true;
  let missing = 0;
  let reads = 0;
  let listener: DocumentListener | null = null;
  let shared: Y.Doc | null = null;
  const stored: string[] = [];
  const documents = {
    async change(_path: string, _roots: string[], { edit }: { edit(current: TextDocument | null): unknown }) {
      reads += 1;
      const edited = edit({ text: now } as TextDocument) as { changes: Parameters<typeof applyChanges>[1] };
      now = applyChanges(now, edited.changes);
      return { after: { text: now } };
    },
  } as unknown as Documents;
  const connection: FolderConnection = {
    attach(_name, document, given) {
      listener = given;
      shared = document;
      return () => {};
    },
    attachWithPresence: () => ({ show: () => {}, detach: () => {} }),
    close: () => {},
  };
  const document = joinDocument({
    id: "a",
    path: "a.md",
    root: "/root",
    common: null,
    member: "ann@desk",
    documents,
    connection,
    locate: (path) => `/root/${path}`,
    onEqual: (equal) => stored.push(equal),
    onProblem: () => {},
    isFolderThere: () => isThere,
    onMissing: () => {
      missing += 1;
    },
  });
  return {
    missing: () => missing,
    /** Another folder is in place of the shared one, or no longer. */
    takeAway: (isAway: boolean) => {
      isThere = !isAway;
    },
    document,
    stored,
    synced: () => listener?.synced("editor"),
    confirmed: () => listener?.confirmed(listener.unconfirmed()),
    type(written: string) {
      now = written;
      return document.check();
    },
    /** The engine writes the file, and reports it. */
    async write(written: string) {
      const before = now;
      now = written;
      document.handleWrite({ before, text: written, writer: "ann@desk" });
      await new Promise(setImmediate);
    },
    reads: () => reads,
    shared: () => shared?.getText("t").toString(),
  };
}

test("a text counts as common once the server has it, and not before: else it would look deleted by others after a kill", async () => {
  const on = joined("text\n");
  on.synced();
  await on.document.check();
  expect([on.document.common(), on.stored]).toEqual(["text\n", []]);
  on.confirmed();
  expect(on.stored).toEqual(["text\n"]);
  await on.type("more text\n");
  await on.type("much more text\n");
  expect(on.stored).toEqual(["text\n"]);
  on.confirmed();
  expect(on.stored).toEqual(["text\n", "much more text\n"]);
  on.document.close();
});

test("nothing counts as confirmed while the file is being compared with the server's text, so that nobody ends before it is sent", async () => {
  const on = joined("text\n");
  const early = on.document.check();
  on.synced();
  expect(on.document.isConfirmed()).toBe(false);
  await early;
  await on.document.check();
  expect([on.shared(), on.document.isConfirmed()]).toEqual(["text\n", false]);
  on.confirmed();
  expect(on.document.isConfirmed()).toBe(true);
  on.document.close();
});

test("a write of the engine goes out at once without reading the file, if both sides were equal before", async () => {
  const on = joined("text\n");
  on.synced();
  await on.document.check();
  const reads = on.reads();
  await on.write("text that grows\n");
  await on.write("text that grows on\n");
  expect([on.shared(), on.reads()]).toEqual(["text that grows on\n", reads]);
  expect(on.stored).toEqual([]);
  on.confirmed();
  expect(on.stored).toEqual(["text that grows on\n"]);
  on.document.close();
});

test("a write that began with another text than the common one is merged with the shared text", async () => {
  const on = joined("text\n");
  await on.write("text of a start\n");
  expect(on.shared()).toBe("");
  on.synced();
  await on.document.check();
  // Another program's write, which is not reported yet, is part of the text that is written.
  on.document.handleWrite({ before: "txt of a start\n", text: "txt of a start!\n", writer: "ann@desk" });
  await on.type("txt of a start!\n");
  expect(on.shared()).toBe("txt of a start!\n");
  on.document.close();
});

test("what is in a file of another folder, in place of the shared one, is not sent", async () => {
  const on = joined("text\n");
  on.synced();
  await on.document.check();
  on.takeAway(true);
  await on.type("by a program that does not know\n");
  expect([on.shared(), on.missing()]).toEqual(["text\n", 1]);
  on.takeAway(false);
  await on.type("text, and more\n");
  expect([on.shared(), on.missing()]).toEqual(["text, and more\n", 1]);
  on.document.close();
});
