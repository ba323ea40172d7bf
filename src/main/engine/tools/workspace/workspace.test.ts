import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createDisk } from "../../storage/saving/disk";
import { engineForTests } from "../engine-for-tests";

const temporary = realpathSync(mkdtempSync(join(tmpdir(), "galley-workspace-")));
const store = createDisk({ locksFolder: join(temporary, "locks"), savesFolder: join(temporary, "saves") });
let folders = 0;

afterAll(() => {
  store.close();
  rmSync(temporary, { recursive: true, force: true });
});

function onDisk() {
  const root = join(temporary, String(++folders));
  mkdirSync(root);
  const on = engineForTests({}, { store, root });
  return { root, call: (args: Record<string, unknown>) => on.call("workspace", args), on };
}

it("handles names with blanks, quotes, dashes, wide characters and line breaks as any other", async () => {
  const { root, call } = onDisk();
  const names = ["-rf.md", "a & b $(x).md", "文 件.md", "two\nlines.md", "5 [x] (y).md"];
  for (const name of names) writeFileSync(join(root, name), "x\n");
  writeFileSync(join(root, "links.md"), "[a](<5 [x] (y).md>) [b](%E6%96%87%20%E4%BB%B6.md)\n");
  expect((await call({ action: "list", path: "." })).message).toContain("two\\nlines.md");
  for (const [index, name] of names.entries())
    expect(await call({ action: "move", path: name, to: `deep/文 ${index}.md` }), name).toMatchObject({ ok: true });
  expect(readFileSync(join(root, "deep/文 0.md"), "utf8")).toBe("x\n");
  expect(readFileSync(join(root, "links.md"), "utf8")).toContain("[a](<deep/文 4.md>)");
});

it("moves a link itself, deletes none, and follows none out of the roots", async () => {
  const { root, call } = onDisk();
  const outside = join(temporary, "outside");
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(outside, "secret.md"), "secret\n");
  writeFileSync(join(root, "a.md"), "a\n");
  symlinkSync("a.md", join(root, "inside.md"));
  symlinkSync(outside, join(root, "out"));
  expect(await call({ action: "move", path: "inside.md", to: "renamed.md" })).toMatchObject({ ok: true });
  expect(readlinkSync(join(root, "renamed.md"))).toBe("a.md");
  expect(await call({ action: "delete", path: "renamed.md" })).toMatchObject({ error: { code: "unsupported" } });
  for (const args of [
    { action: "list", path: "out" },
    { action: "delete", path: "out/secret.md" },
    { action: "delete", path: "out" },
    { action: "move", path: "out/secret.md", to: "mine.md" },
    { action: "move", path: "a.md", to: "out/a.md" },
    { action: "mkdir", path: "out/new" },
  ])
    expect(await call(args), JSON.stringify(args)).toMatchObject({ error: { code: "outside_workspace" } });
  expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("secret\n");
  const { data } = await call({ action: "list", path: ".", depth: 3 });
  expect(data?.["entries"]).toMatchObject([{ path: "out", kind: "other" }, { path: "a.md" }, { path: "renamed.md" }]);
});

it("lists a folder of 2,500 files within its budget, and does not delete it", async () => {
  const { root, call } = onDisk();
  mkdirSync(join(root, "many"));
  for (let index = 0; index < 2_500; index++) writeFileSync(join(root, "many", `${index}.txt`), "");
  const { message, data } = await call({ action: "list", path: "many" });
  expect(message.length).toBeLessThan(4_500);
  const next = data?.["next"];
  expect(typeof next).toBe("string");
  const entries = data?.["entries"] as { path: string }[];
  expect(entries[2]?.path).toBe("many/2.txt");
  const more = (await call({ action: "list", path: "many", next })).data?.["entries"] as { path: string }[];
  expect(more[0]?.path).toBe(next);
  expect(await call({ action: "delete", path: "many" })).toMatchObject({ error: { code: "too_large" } });
  expect(await call({ action: "move", path: "many", to: "moved" })).toMatchObject({ ok: true });
});

it("plans a move with the links it changes, and does nothing that a guard does not allow", async () => {
  const { root, on } = onDisk();
  writeFileSync(join(root, "a.md"), "[b](b.md)\n");
  writeFileSync(join(root, "b.md"), "[a](a.md)\n");
  const move = { action: "move", path: "b.md", to: "n/b.md" };
  const call = { name: "workspace", arguments: move, caller: on.caller };
  const { writes } = await on.engine.plan(call);
  expect(writes.map(({ realPath, before, after }) => [realPath.slice(root.length + 1), before, after])).toEqual([
    ["b.md", "[a](a.md)\n", ""],
    ["n/b.md", null, "[a](../a.md)\n"],
    ["a.md", "[b](b.md)\n", "[b](n/b.md)\n"],
  ]);
  const none = { allows: () => false, landed: () => {} };
  for (const args of [move, { action: "delete", path: "a.md" }, { action: "mkdir", path: "new" }])
    expect(await on.engine.run({ ...call, arguments: args, guard: none })).toMatchObject({ error: { code: "denied" } });
  const granted = new Map(writes.map(({ realPath, from }) => [realPath, from]));
  const guard = {
    allows: (path: string, from: string | null) => granted.has(path) && granted.get(path) === from,
    landed: () => {},
  };
  expect(await on.engine.run({ ...call, guard })).toMatchObject({ ok: true, data: { failed: [] } });
  expect(readFileSync(join(root, "n/b.md"), "utf8")).toBe("[a](../a.md)\n");
  expect(readFileSync(join(root, "a.md"), "utf8")).toBe("[b](n/b.md)\n");
});
