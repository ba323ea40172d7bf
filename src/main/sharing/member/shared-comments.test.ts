import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type * as Y from "yjs";
import { ROOT } from "../../../core/sharing/comment-list";
import type { Comments, StoredAbout } from "../../engine/ports/comments";
import type { DocumentListener, FolderConnection } from "./folder-connection";
import { commentNames } from "./member-name";
import { joinComments, type SharedComments } from "./shared-comments";

const id = "a".repeat(24);
const at = "2026-01-01T00:00:00.000Z";
const stored: StoredAbout = {
  threads: {
    c_0123456789: {
      status: "open",
      changed: at,
      anchor: { quote: "leeks", before: "", after: "", section: null, paragraph_id: null },
      messages: [{ author: { name: "ann", kind: "user" }, text: "Why leeks?", at }],
    },
  },
  locks: {},
};

let root: string;
let shared: SharedComments;
afterEach(async () => {
  await shared.close();
  rmSync(root, { recursive: true, force: true });
});

/** The comments of one file, and a server that accepts or rejects what it is sent when the test says so. */
function joined() {
  root = realpathSync(mkdtempSync(join(tmpdir(), "galley-comments-")));
  writeFileSync(join(root, "a.md"), "leeks\n");
  let server: { document: Y.Doc; listener: DocumentListener } | null = null;
  const problems: [path: string, why: string | null][] = [];
  const connection: FolderConnection = {
    attach(_name, document, listener) {
      server = { document, listener };
      return () => {};
    },
    attachWithPresence: () => ({ show: () => {}, detach: () => {} }),
    close: () => {},
  };
  const comments = {
    onChange: () => () => {},
    documents: async () => [join(root, "a.md")],
    rewrite: async (_path: string, _roots: string[], edit: (current: StoredAbout) => unknown) => void edit(stored),
  } as unknown as Comments;
  shared = joinComments({
    connection,
    comments,
    root,
    names: commentNames("ann", "ann@desk"),
    texts: () => new Map([[id, "a.md"]]),
    mayWrite: () => true,
    common: { of: () => new Map(), keep: () => {} },
    onRole: () => {},
    onProblem: (path, why) => problems.push([path, why]),
  });
  const now = () => server as unknown as { document: Y.Doc; listener: DocumentListener };
  return {
    /** How many entries are sent once the server has said what this member may do. */
    async connected(): Promise<number> {
      now().listener.synced("editor");
      await shared.idle();
      return now().document.getMap(ROOT).size;
    },
    reject: () => now().listener.rejected?.(),
    confirm: () => now().listener.confirmed(now().listener.unconfirmed()),
    ofAll: () => problems.filter(([path]) => path === ".galley"),
  };
}

test("comments that the server keeps rejecting are sent no more, and the user gets to know", async () => {
  const on = joined();
  for (let time = 1; time <= 3; time++) {
    expect(await on.connected()).toBeGreaterThan(0);
    expect(on.ofAll()).toEqual([]);
    on.reject();
  }
  expect(on.ofAll()).toEqual([[".galley", expect.stringContaining("rejects the comments")]]);
  expect(await on.connected()).toBe(0);
});

test("a rejection before the last accepted change does not count", async () => {
  const on = joined();
  for (let time = 1; time <= 5; time++) {
    expect(await on.connected()).toBeGreaterThan(0);
    on.reject();
    await on.connected();
    on.confirm();
    on.reject();
  }
  expect(on.ofAll()).toEqual([]);
});
