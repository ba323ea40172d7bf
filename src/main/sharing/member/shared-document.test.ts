import { expect, test } from "vitest";
import { applyChanges } from "../../../core/text/change";
import type { Documents, TextDocument } from "../../engine/ports/documents";
import type { DocumentListener, FolderConnection } from "./folder-connection";
import { joinDocument } from "./shared-document";

/** A member's file in memory, and a connection whose server confirms when the test says so. */
function joined(text: string) {
  let now = text;
  let listener: DocumentListener | null = null;
  const stored: string[] = [];
  const documents = {
    async change(_path: string, _roots: string[], { edit }: { edit(current: TextDocument | null): unknown }) {
      const edited = edit({ text: now } as TextDocument) as { changes: Parameters<typeof applyChanges>[1] };
      now = applyChanges(now, edited.changes);
      return { after: { text: now } };
    },
  } as unknown as Documents;
  const connection: FolderConnection = {
    attach(_name, _document, given) {
      listener = given;
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
    documents,
    connection,
    locate: (path) => `/root/${path}`,
    onEqual: (equal) => stored.push(equal),
    onProblem: () => {},
    onMissing: () => {},
  });
  return {
    document,
    stored,
    synced: () => listener?.synced("editor"),
    confirmed: () => listener?.confirmed(listener.unconfirmed()),
    type(written: string) {
      now = written;
      return document.check();
    },
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
