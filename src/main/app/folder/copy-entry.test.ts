import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createWorld, type World } from "../testing/test-app";

let world: World;
afterEach(() => world.end());

async function begin(files: Record<string, string>) {
  world = createWorld({});
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(world.path(name)), { recursive: true });
    writeFileSync(world.path(name), text);
  }
  await world.start([""]);
}
const copy = (from: string, folder: string, taken: "refuse" | "both" = "refuse") =>
  world.window.handlers["workspace:copy"]({ from, folder, taken });
const outside = () => {
  const folder = `${world.dataDir}-outside`;
  mkdirSync(folder, { recursive: true });
  return folder;
};

test("a file is copied with its bytes, and keeps its name if that is free", async () => {
  await begin({ "a.md": "A\r\n" });
  mkdirSync(world.path("n"));
  expect(await copy(world.path("a.md"), world.path("n"))).toEqual({ ok: true, path: world.path("n/a.md") });
  expect(readFileSync(world.path("n/a.md"), "utf8")).toBe("A\r\n");
  expect(await copy(world.path("a.md"), world.path("n"))).toMatchObject({ ok: false, error: { code: "wrong_state" } });
  expect(await copy(world.path("a.md"), world.path("n"), "both")).toEqual({ ok: true, path: world.path("n/a 2.md") });
  expect(await copy(world.path("n/a 2.md"), world.path("n"), "both")).toEqual({
    ok: true,
    path: world.path("n/a 3.md"),
  });
});

test("a folder is copied with its content, links as links, and never into itself", async () => {
  await begin({ "n.v2/x.md": "X" });
  symlinkSync("x.md", world.path("n.v2/link.md"));
  expect(await copy(world.path("n.v2"), world.folder, "both")).toEqual({ ok: true, path: world.path("n.v2 2") });
  expect(readFileSync(world.path("n.v2 2/x.md"), "utf8")).toBe("X");
  expect(lstatSync(world.path("n.v2 2/link.md")).isSymbolicLink()).toBe(true);
  expect(await copy(world.path("n.v2"), world.path("n.v2"))).toMatchObject({ ok: false });
});

test("only files that the user dropped are copied from outside, and only into the open folder [A10]", async () => {
  await begin({ "a.md": "A" });
  const folder = outside();
  writeFileSync(`${folder}/b.md`, "B");
  expect(await copy(`${folder}/b.md`, world.folder)).toMatchObject({ ok: false });
  await world.window.dropped(`${folder}/b.md`);
  expect(await copy(`${folder}/b.md`, world.folder)).toEqual({ ok: true, path: world.path("b.md") });
  expect(await copy(world.path("a.md"), folder)).toMatchObject({ ok: false });
  expect(await copy(`${world.dataDir}/settings.json`, world.folder)).toMatchObject({ ok: false });
});

test("a copy that cannot be completed leaves nothing behind", async () => {
  await begin({ "n/a.md": "A", "n/b.md": "B" });
  chmodSync(world.path("n/b.md"), 0o000);
  const before = readdirSync(world.folder).sort();
  const copied = await copy(world.path("n"), world.folder, "both");
  // Root can read every file.
  if (process.getuid?.() !== 0) {
    expect(copied).toMatchObject({ ok: false, error: { code: "denied" } });
    expect(readdirSync(world.folder).sort()).toEqual(before);
  }
  chmodSync(world.path("n/b.md"), 0o644);
});
