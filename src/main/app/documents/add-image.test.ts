import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isSetting } from "../../../shared/settings";
import { createTestApp, type TestApp } from "../testing/test-app";

function png(width: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(1, 20);
  return bytes;
}

let testApp: TestApp;
let doc: string;
beforeEach(async () => {
  testApp = createTestApp();
  mkdirSync(testApp.path("notes"));
  testApp.write("notes/a.md", "# A\n");
  await testApp.start(["."]);
  ({ doc } = await testApp.open("notes/a.md"));
});
afterEach(() => testApp.end());

const add = async (name: string | null, bytes: Uint8Array, of = doc) => {
  const answer = await testApp.window.handlers["document:add-image"]({ doc: of, name, bytes });
  return answer.ok ? answer.path : answer.error.code;
};

test("an image is stored in the folder of the settings, under its own name or the time", async () => {
  expect(await add("Mole at noon.jpeg", png(1))).toBe("assets/Mole at noon.png");
  expect(readFileSync(testApp.path("notes/assets/Mole at noon.png"))).toEqual(png(1));
  expect(await add("image.png", png(2))).toMatch(/^assets\/\d{4}-\d\d-\d\d-\d{6}\.png$/);
  expect(await add("../../x/鼹鼠?.png", png(3))).toBe("assets/鼹鼠-.png");
  await testApp.app.settings.save({ imageFolder: "beside" });
  expect(await add("b.png", png(4))).toBe("b.png");
  await testApp.app.settings.save({ imageFolder: "by document" });
  expect(await add("b.png", png(4))).toBe("a.assets/b.png");
  expect(readdirSync(testApp.path("notes/assets")).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("an image is stored in a chosen folder: below the document's folder, or below the open folder", async () => {
  await testApp.app.settings.save({ imageFolder: "图片/2026 (a)" });
  expect(await add("b.png", png(4))).toBe("图片/2026 (a)/b.png");
  await testApp.app.settings.save({ imageFolder: "/pictures" });
  expect(await add("b.png", png(4))).toBe("../pictures/b.png");
  expect(readFileSync(testApp.path("pictures/b.png"))).toEqual(png(4));
  rmSync(testApp.path("pictures"), { recursive: true });
  const outside = mkdtempSync(join(tmpdir(), "galley-outside-"));
  symlinkSync(outside, testApp.path("pictures"));
  expect(await add("c.png", png(4))).toBe("outside_workspace");
  rmSync(testApp.path("pictures"));
  writeFileSync(testApp.path("pictures"), "a file is in the way");
  expect(await add("c.png", png(4))).toBe("failed");
  expect(readFileSync(testApp.path("pictures"), "utf8")).toBe("a file is in the way");
});

test("the images folder stays inside the open folder, and has a name that every system allows [A6]", () => {
  for (const good of ["assets", "beside", "by document", "a/b/c", "/a", "图片", "a.b", "x (1)", "consul", "com10"])
    expect(isSetting("imageFolder", good), good).toBe(true);
  const bad = [
    "",
    "/",
    "//a",
    "a/",
    "a//b",
    "..",
    "../a",
    "a/../b",
    ".",
    "./a",
    ".git",
    "a/.hidden",
    "/etc/..",
    "C:",
    "C:/a",
  ];
  const odd = [
    "\\\\host\\a",
    "a\\b",
    "con",
    "a/NUL.txt",
    "com1",
    "a ",
    " a",
    "a.",
    "a\u0000",
    "a\nb",
    "\u202ea",
    "~a?",
    "<a>",
  ];
  for (const name of [...bad, ...odd, `${"a/".repeat(9)}a`, "x".repeat(81)])
    expect(isSetting("imageFolder", name), JSON.stringify(name)).toBe(false);
});

test("no file is replaced: an identical one is reused, another gets a longer name", async () => {
  expect(await add("m.png", png(1))).toBe("assets/m.png");
  expect(await add("m.png", png(1))).toBe("assets/m.png");
  expect(await add("m.png", png(2))).toBe("assets/m-2.png");
  const together = await Promise.all([5, 6, 7].map((width) => add("race.png", png(width))));
  expect(new Set(together).size).toBe(3);
  expect(readFileSync(testApp.path("notes/assets/m.png"))).toEqual(png(1));
});

test("a file that is not an image, is too large, or has no folder is rejected, and nothing is written [A6]", async () => {
  expect(await add("a.png", Buffer.from("MZ no image"))).toBe("unsupported");
  expect(await add("a.png", Buffer.concat([png(1), Buffer.alloc(65 * 1024 * 1024)]))).toBe("too_large");
  const untitled = await testApp.window.handlers["document:create"](undefined);
  expect(await add("a.png", png(1), untitled.doc)).toBe("wrong_state");
  const outside = mkdtempSync(join(tmpdir(), "galley-outside-"));
  symlinkSync(outside, testApp.path("notes/assets"));
  expect(await add("a.png", png(1))).toBe("outside_workspace");
  expect(readdirSync(outside)).toEqual([]);
  rmSync(outside, { recursive: true });
  rmSync(testApp.path("notes/assets"));
  writeFileSync(testApp.path("notes/assets"), "a file");
  expect(await add("a.png", png(1))).not.toBe("assets/a.png");
});
