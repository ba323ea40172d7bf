import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "./testing/app-world";

function png(width: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(1, 20);
  return bytes;
}

let world: World;
let doc: string;
beforeEach(async () => {
  world = createWorld();
  mkdirSync(world.path("notes"));
  world.write("notes/a.md", "# A\n");
  await world.start(["."]);
  ({ doc } = await world.open("notes/a.md"));
});
afterEach(() => world.end());

const add = async (name: string | null, bytes: Uint8Array, of = doc) => {
  const answer = await world.window.handlers["document:add-image"]({ doc: of, name, bytes });
  return answer.ok ? answer.path : answer.error.code;
};

test("an image is kept in the folder of the settings, under its own name or the time", async () => {
  expect(await add("Mole at noon.jpeg", png(1))).toBe("assets/Mole at noon.png");
  expect(readFileSync(world.path("notes/assets/Mole at noon.png"))).toEqual(png(1));
  expect(await add("image.png", png(2))).toMatch(/^assets\/\d{4}-\d\d-\d\d-\d{6}\.png$/);
  expect(await add("../../x/鼹鼠?.png", png(3))).toBe("assets/鼹鼠-.png");
  await world.app.settings.save({ imageFolder: "beside" });
  expect(await add("b.png", png(4))).toBe("b.png");
  await world.app.settings.save({ imageFolder: "by document" });
  expect(await add("b.png", png(4))).toBe("a.assets/b.png");
  expect(readdirSync(world.path("notes/assets")).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("no file is replaced: an equal one is used again, another gets a longer name", async () => {
  expect(await add("m.png", png(1))).toBe("assets/m.png");
  expect(await add("m.png", png(1))).toBe("assets/m.png");
  expect(await add("m.png", png(2))).toBe("assets/m-2.png");
  const together = await Promise.all([5, 6, 7].map((width) => add("race.png", png(width))));
  expect(new Set(together).size).toBe(3);
  expect(readFileSync(world.path("notes/assets/m.png"))).toEqual(png(1));
});

test("what is no image, too large, or has nowhere to go is refused, and nothing is written", async () => {
  expect(await add("a.png", Buffer.from("MZ no image"))).toBe("unsupported");
  expect(await add("a.png", Buffer.concat([png(1), Buffer.alloc(65 * 1024 * 1024)]))).toBe("too_large");
  const untitled = await world.window.handlers["document:create"](undefined);
  expect(await add("a.png", png(1), untitled.doc)).toBe("wrong_state");
  const outside = mkdtempSync(join(tmpdir(), "galley-outside-"));
  symlinkSync(outside, world.path("notes/assets"));
  expect(await add("a.png", png(1))).toBe("outside_workspace");
  expect(readdirSync(outside)).toEqual([]);
  rmSync(outside, { recursive: true });
  rmSync(world.path("notes/assets"));
  writeFileSync(world.path("notes/assets"), "a file");
  expect(await add("a.png", png(1))).not.toBe("assets/a.png");
});
