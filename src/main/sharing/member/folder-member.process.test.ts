import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { guestWriter, isMember, memberNames } from "../../../core/review/guest";
import { textsOfHunks } from "../../../core/review/pending-edits";
import type { Writer } from "../../../core/review/writer";
import { createEngine } from "../../engine/host/create-engine";
import { type SharingServer, startSharingServer } from "../sharing-server";
import { openSqliteStore } from "../store/sqlite-store";
import { type FolderMember, joinFolder, type MemberNews } from "./folder-member";

let work: string;
let server: SharingServer;
/** Secrets of links, by role. */
let secrets: Record<string, string>;
let ending: (() => Promise<void>)[];

beforeEach(async () => {
  work = realpathSync(mkdtempSync(join(tmpdir(), "galley-member-")));
  ending = [];
  await serve("server", 0);
});
afterEach(async () => {
  for (const end of ending.reverse()) await end();
  await server.close();
  rmSync(work, { recursive: true, force: true });
});

async function serve(name: string, port: number): Promise<void> {
  const folder = join(work, name);
  mkdirSync(folder, { recursive: true });
  const store = openSqliteStore(folder, () => {});
  server = await startSharingServer({ port, host: "127.0.0.1", store, log: () => {} });
  const links = await store.makeLinks({ roles: ["reader", "editor"], revoke: false });
  secrets = Object.fromEntries(links.map(({ role, secret }) => [role, secret]));
}

/** A machine with a folder, an engine and data of its own. */
async function machine(name: string, files: Record<string, string> = {}) {
  const root = join(work, name, "folder");
  mkdirSync(root, { recursive: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const dataDir = join(work, name, "data");
  const engine = await createEngine({ dataDir });
  const notices: MemberNews[] = [];
  let member: FolderMember | null = null;
  const leave = async () => {
    await member?.close();
    member = null;
  };
  ending.push(async () => {
    await leave();
    await engine.close();
  });
  return {
    root,
    engine,
    notices,
    write,
    read: (path: string) => {
      try {
        return readFileSync(join(root, path), "utf8");
      } catch {
        return null;
      }
    },
    join(role: "editor" | "reader" = "editor", as = name) {
      const link = { url: `ws://127.0.0.1:${server.port}`, secret: secrets[role] ?? "" };
      member = joinFolder({ root, link, dataDir, engine, name: as, notice: (news) => notices.push(news) });
      return member;
    },
    leave,
    /** Saves one key, at the end of the line that begins with `start`. */
    typeKey: (path: string, start: string, key: string) =>
      engine.documents.change(join(root, path), [root], {
        by: { kind: "you", name: "you" },
        reason: "autosave",
        asker: "person",
        isInBurst: true,
        edit(current) {
          const text = current?.text ?? "";
          const end = text.indexOf("\n", text.indexOf(start));
          return { changes: [{ from: end, to: end, insert: key }] };
        },
      }),
    /** The words that edits waiting for review have replaced. */
    replacedWords: async (path: string): Promise<string[]> => {
      const { realPath, version, text } = await engine.documents.read(join(root, path), [root]);
      const review = await engine.review.of({ realPath, version, text });
      return review === null
        ? []
        : [...textsOfHunks(review.pending, (from, to) => text.slice(from, to)).values()].map(({ removed }) => removed);
    },
  };
}

const eventually = (read: () => unknown) => expect.poll(read);

test("a folder is shared, and what either side writes, makes, renames and deletes reaches the other", async () => {
  const ann = await machine("ann", { "a.md": "# A\n\nfirst\n", "notes/b.md": "deep\n" });
  await ann.join().idle();
  const ben = await machine("ben");
  await ben.join().idle();
  expect([ben.read("a.md"), ben.read("notes/b.md")]).toEqual(["# A\n\nfirst\n", "deep\n"]);

  ben.write("a.md", "# A\n\nfirst, by Ben\n");
  await eventually(() => ann.read("a.md")).toBe("# A\n\nfirst, by Ben\n");
  ann.write("new.md", "made later\n");
  await eventually(() => ben.read("new.md")).toBe("made later\n");
  renameSync(join(ann.root, "new.md"), join(ann.root, "renamed.md"));
  await eventually(() => [ben.read("new.md"), ben.read("renamed.md")]).toEqual([null, "made later\n"]);
  rmSync(join(ben.root, "renamed.md"));
  await eventually(() => ann.read("renamed.md")).toBe(null);
  expect(ann.read("notes/b.md")).toBe("deep\n");
});

test("what three type at once, saved key by key, reaches all in order, and nothing waits for review", async () => {
  const names = ["ann", "ben", "cleo"];
  const first = await machine("ann", { "a.md": names.map((name) => `${name}:\n`).join("\n") });
  await first.join().idle();
  const machines = [first, await machine("ben"), await machine("cleo")];
  const members = machines.map((each, index) => (index === 0 ? null : each.join()));
  for (const member of members) await member?.idle();
  const keys = "she sells sea shells by the shore";
  await Promise.all(
    machines.map(async (each, index) => {
      for (const key of keys) await each.typeKey("a.md", `${names[index]}:`, key);
    }),
  );
  const wanted = names.map((name) => `${name}:${keys}\n`).join("\n");
  await eventually(() => machines.map((each) => each.read("a.md"))).toEqual([wanted, wanted, wanted]);
  expect((await Promise.all(machines.map((each) => each.replacedWords("a.md")))).flat()).toEqual([]);
});

test("a file that was on both sides before loses nothing", async () => {
  const ann = await machine("ann", { "a.md": "Ann wrote this\n\n# A\n\nboth\n" });
  await ann.join().idle();
  const ben = await machine("ben", { "a.md": "# A\n\nboth\n\nand that is Ben's\n" });
  await ben.join().idle();
  const whole = "Ann wrote this\n\n# A\n\nboth\n\nand that is Ben's\n";
  await eventually(() => [ann.read("a.md"), ben.read("a.md")]).toEqual([whole, whole]);
});

test("what is written while a machine is away is merged, and where both wrote the same words, both versions are shown", async () => {
  const start = "The first line.\n\nThe second line.\n\nThe third line.\n";
  const ann = await machine("ann", { "a.md": start });
  await ann.join().idle();
  const ben = await machine("ben");
  await ben.join().idle();
  await ben.leave();
  ann.write("a.md", start.replace("second", "middle"));
  ben.write("a.md", start.replace("second", "centre").replace("third", "last"));
  // The server has Ann's words once a third machine reads them.
  const cleo = await machine("cleo");
  cleo.join();
  await eventually(() => cleo.read("a.md")).toContain("middle");
  await ben.join().idle();
  const merged = start.replace("second", "middle").replace("third", "last");
  await eventually(() => [ann.read("a.md"), ben.read("a.md")]).toEqual([merged, merged]);
  // Ann was first. Ben's review shows his word beside hers.
  await eventually(() => ben.replacedWords("a.md")).toEqual(["centre"]);
  expect(await ann.replacedWords("a.md")).toEqual([]);
});

test("what one deletes and the other edits meanwhile comes back for both; a deletion of what is unchanged goes to the history", async () => {
  const ann = await machine("ann", { "a.md": "edited by Ben\n", "b.md": "left alone\n" });
  const annsMember = ann.join();
  await annsMember.idle();
  const ben = await machine("ben");
  await ben.join().idle();
  await ben.leave();
  rmSync(join(ann.root, "a.md"));
  rmSync(join(ann.root, "b.md"));
  ben.write("a.md", "edited by Ben, later\n");
  await eventually(() => annsMember.state().files).toBe(0);
  await annsMember.idle();
  await ben.join().idle();
  await eventually(() => [ann.read("a.md"), ben.read("a.md")]).toEqual([
    "edited by Ben, later\n",
    "edited by Ben, later\n",
  ]);
  expect(ben.notices).toContainEqual({ kind: "came back", path: "a.md" });
  await eventually(() => [ann.read("b.md"), ben.read("b.md")]).toEqual([null, null]);
  const versions = await ben.engine.history.list(join(ben.root, "b.md"));
  expect(versions.length).toBeGreaterThan(0);
});

test("a reader gets what others write, and what the reader writes stays here", async () => {
  const ann = await machine("ann", { "a.md": "one two three\n" });
  await ann.join().idle();
  const eve = await machine("eve");
  await eve.join("reader").idle();
  eve.write("a.md", "one two three, and mine\n");
  eve.write("mine.md", "only here\n");
  ann.write("a.md", "ONE two three\n");
  await eventually(() => eve.read("a.md")).toBe("ONE two three, and mine\n");
  expect([ann.read("a.md"), ann.read("mine.md"), eve.read("mine.md")]).toEqual([
    "ONE two three\n",
    null,
    "only here\n",
  ]);
});

test("a server that was set up again deletes nothing: it gets the texts again", async () => {
  const ann = await machine("ann", { "a.md": "still here\n" });
  await ann.join().idle();
  await ann.leave();
  const { port } = server;
  await server.close();
  await serve("another", port);
  await ann.join().idle();
  expect(ann.read("a.md")).toBe("still here\n");
  const ben = await machine("ben");
  await ben.join().idle();
  expect(ben.read("a.md")).toBe("still here\n");
});

test("a folder that is suddenly empty deletes nothing for the others", async () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`n${at}.md`, `text ${at}\n`]));
  const ann = await machine("ann", files);
  await ann.join().idle();
  const ben = await machine("ben");
  await ben.join().idle();
  await ben.leave();
  for (const path of Object.keys(files)) rmSync(join(ben.root, path));
  await ben.join().idle();
  await eventually(() => Object.keys(files).filter((path) => ben.read(path) !== files[path])).toEqual([]);
  expect(Object.keys(files).filter((path) => ann.read(path) !== files[path])).toEqual([]);
  expect(ben.notices).toContainEqual({ kind: "brought back", count: 30 });
});

test("a text with damaged bytes is reported, and is no empty file for the others", async () => {
  const ann = await machine("ann", { "a.md": "sound\n" });
  writeFileSync(
    join(ann.root, "b.md"),
    Buffer.concat([Buffer.from("Grüße aus Köln. ".repeat(20)), Buffer.from([0xff])]),
  );
  ann.join();
  const ben = await machine("ben");
  ben.join();
  await eventually(() => ben.read("a.md")).toBe("sound\n");
  await eventually(() => ann.notices).toContainEqual(expect.objectContaining({ kind: "not shared", path: "b.md" }));
  ann.write("a.md", "sound, still\n");
  await eventually(() => ben.read("a.md")).toBe("sound, still\n");
  expect(ben.read("b.md")).toBeNull();
});

test("a text that is too large to be sent is reported, and keeps no other text from being shared", async () => {
  const line = `${"a".repeat(79)}\n`;
  const ann = await machine("ann", { "a.md": "small\n", "big.md": line.repeat(500_000), "grows.md": "small, too\n" });
  ann.join();
  const ben = await machine("ben");
  ben.join();
  await eventually(() => [ben.read("a.md"), ben.read("grows.md")]).toEqual(["small\n", "small, too\n"]);
  ann.write("grows.md", line.repeat(500_000));
  ann.write("a.md", "still shared\n");
  await eventually(() => ben.read("a.md")).toBe("still shared\n");
  const why = "it has more than 20 MiB";
  await eventually(() => ann.notices).toContainEqual({ kind: "not shared", path: "big.md", why });
  await eventually(() => ann.notices).toContainEqual({ kind: "not shared", path: "grows.md", why });
  expect([ben.read("big.md"), ben.read("grows.md")]).toEqual([null, "small, too\n"]);
  ann.write("grows.md", "small again\n");
  await eventually(() => ben.read("grows.md")).toBe("small again\n");
});

test("a link in the folder is not shared, and nothing is written or deleted through one", async () => {
  const ann = await machine("ann", { "a.md": "shared\n", ".secret": "hidden\n", "b.md": "shared, too\n" });
  mkdirSync(join(ann.root, ".hidden"));
  ann.write(".hidden/c.md", "hidden\n");
  symlinkSync(join(ann.root, ".secret"), join(ann.root, "link.md"));
  symlinkSync(join(ann.root, ".hidden"), join(ann.root, "folder"));
  await ann.join().idle();
  const ben = await machine("ben");
  await ben.join().idle();
  expect(["a.md", "b.md", "link.md", "folder/c.md"].map(ben.read)).toEqual(["shared\n", "shared, too\n", null, null]);
  expect(ann.notices).toContainEqual(expect.objectContaining({ kind: "not shared", path: "link.md" }));
  // A file becomes a link, and another one makes a file where this machine has a link.
  rmSync(join(ann.root, "b.md"));
  symlinkSync(join(ann.root, ".secret"), join(ann.root, "b.md"));
  ben.write("b.md", "written by Ben\n");
  ben.write("folder/c.md", "written by Ben\n");
  ben.write("link.md", "written by Ben\n");
  await eventually(() =>
    ann.notices.filter(({ kind }) => kind === "not shared").map((each) => "path" in each && each.path),
  ).toEqual(expect.arrayContaining(["link.md", "b.md", "folder/c.md"]));
  ben.write("a.md", "shared, again\n");
  await eventually(() => ann.read("a.md")).toBe("shared, again\n");
  rmSync(join(ben.root, "b.md"));
  ben.write("a.md", "shared, once more\n");
  await eventually(() => ann.read("a.md")).toBe("shared, once more\n");
  expect([ann.read(".secret"), ann.read(".hidden/c.md")]).toEqual(["hidden\n", "hidden\n"]);
});

test("the history of a member names who wrote: the user of another machine, an agent there, a guest, and nobody who is not known", async () => {
  const ann = await machine("ann", { "a.md": "one\n" });
  await ann.join("editor", "ann@desk").idle();
  const ben = await machine("ben");
  await ben.join("editor", "ben@lap").idle();
  const [path, roots] = [join(ann.root, "a.md"), [ann.root]];
  const writes: [by: Writer, from: string, to: string][] = [
    [{ kind: "agent", name: "Claude Code" }, "one", "two by an agent"],
    [{ kind: "agent", name: "Claude Code" }, " by an agent", ""],
    [{ kind: "you", name: "you" }, "two", "three"],
    [guestWriter("Cleo"), "three", "four"],
  ];
  for (const [by, from, to] of writes) {
    await ann.engine.documents.change(path, roots, {
      by,
      reason: "patch",
      edit: (current) => {
        const at = current?.text.indexOf(from) ?? 0;
        return { changes: [{ from: at, to: at + from.length, insert: to }] };
      },
    });
    await eventually(() => ben.read("a.md")).toBe(ann.read("a.md"));
  }
  ann.write("a.md", "four, by another program\n");
  await eventually(() => ben.read("a.md")).toContain("another program");
  const names = async () => {
    const versions = await ben.engine.history.list(join(ben.root, "a.md"));
    return versions.map(({ by }) => (isMember(by) ? (memberNames(by) ?? by.name) : by.name));
  };
  // The history follows the file a moment later.
  await eventually(async () => (await names())[0]).toBe("ann@desk");
  // The first text is of before Ben came: whose it is was not asked.
  expect(await names()).toEqual([
    "ann@desk",
    "Cleo (guest)",
    "ann@desk",
    "Claude Code (ann@desk)",
    "Claude Code (ann@desk)",
    "Shared folder",
  ]);
  // It waits for review where it was written, and nowhere else.
  expect(await ben.replacedWords("a.md")).toEqual([]);
});
