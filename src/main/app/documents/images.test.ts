import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app";

/** A PNG header with this size, which is all that is read. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

let testApp: TestApp;
let outside: string;
beforeEach(async () => {
  outside = mkdtempSync(join(tmpdir(), "galley-outside-"));
  writeFileSync(join(outside, "secret.png"), png(1, 1));
  testApp = createTestApp();
  mkdirSync(testApp.path("notes"));
  writeFileSync(testApp.path("notes/mole.png"), png(320, 200));
  writeFileSync(testApp.path("top.png"), png(3, 2));
  writeFileSync(testApp.path("notes/text.png"), "no image");
  writeFileSync(testApp.path("notes/a b.png"), png(1, 1));
  writeFileSync(testApp.path("notes/bomb.png"), png(60_000, 60_000));
  writeFileSync(testApp.path("notes/huge.png"), png(1, 1));
  truncateSync(testApp.path("notes/huge.png"), 65 * 1024 * 1024);
  symlinkSync(join(outside, "secret.png"), testApp.path("notes/link.png"));
  symlinkSync(testApp.path("top.png"), testApp.path("notes/inner.png"));
  testApp.write("notes/a.md", "# A\n");
});
afterEach(async () => {
  await testApp.end();
  rmSync(outside, { recursive: true, force: true });
});

test("an image is found beside its document, in the open folder, and nowhere else [A6]", async () => {
  await testApp.start(["."]);
  const { doc } = await testApp.open("notes/a.md");
  const ask = async (path: string) => {
    const answer = await testApp.window.handlers["document:image"]({ doc, path });
    const bytes = await testApp.app.image(doc, path);
    // A handcrafted URL gives no more access than a request.
    expect(bytes !== null, path).toBe(answer.ok);
    return answer.ok ? `${answer.width}×${answer.height}` : answer.error.code;
  };
  expect(await ask("mole.png")).toBe("320×200");
  expect(await ask("./a b.png")).toBe("1×1");
  expect(await ask("../top.png")).toBe("3×2");
  expect(await ask("/top.png")).toBe("3×2");
  expect(await ask("/notes/mole.png")).toBe("320×200");
  expect(await ask("inner.png")).toBe("3×2");
  expect(await ask("none.png")).toBe("not_found");
  expect(await ask("")).toBe("not_found");
  expect(await ask("a\0.png")).toBe("not_found");
  expect(await ask("link.png")).toBe("outside_workspace");
  expect(await ask(`../../${outside.split("/").at(-1)}/secret.png`)).toBe("outside_workspace");
  expect(await ask(join(outside, "secret.png"))).toBe("not_found");
  expect(await ask("text.png")).toBe("unsupported");
  expect(await ask(".")).toBe("unsupported");
  expect(await ask("bomb.png")).toBe("too_large");
  expect(await ask("huge.png")).toBe("too_large");
});

test("without an open folder only images beside the document are found; without a file, none [A6]", async () => {
  await testApp.start(["notes/a.md"]);
  const { doc } = await testApp.open("notes/a.md");
  const ask = async (id: string, path: string) => {
    const answer = await testApp.window.handlers["document:image"]({ doc: id, path });
    return answer.ok ? "found" : answer.error.code;
  };
  expect(await ask(doc, "mole.png")).toBe("found");
  expect(await ask(doc, "../top.png")).toBe("outside_workspace");
  expect(await ask(doc, "/top.png")).toBe("outside_workspace");
  const fresh = await testApp.window.handlers["document:create"](undefined);
  expect(await ask(fresh.doc, "mole.png")).toBe("wrong_state");
  expect(await testApp.app.image("00000000-0000-0000-0000-000000000000", "mole.png")).toBeNull();
});

test("the URL changes when the file does, so that no old image is shown", async () => {
  await testApp.start(["."]);
  const { doc } = await testApp.open("notes/a.md");
  const address = async () => {
    const answer = await testApp.window.handlers["document:image"]({ doc, path: "mole.png" });
    return answer.ok ? answer.url : "";
  };
  const before = await address();
  expect(before).toMatch(/^galley:\/\/image\/[a-z0-9-]+\/mole\.png\?/);
  writeFileSync(testApp.path("notes/mole.png"), Buffer.concat([png(10, 10), Buffer.alloc(9)]));
  expect(await address()).not.toBe(before);
});

test("an embedded image is found anywhere in the open folder, the nearest first, and nowhere outside", async () => {
  mkdirSync(testApp.path("deep/assets"), { recursive: true });
  writeFileSync(testApp.path("deep/assets/harbour.png"), png(7, 5));
  writeFileSync(testApp.path("deep/mole.png"), png(9, 9));
  await testApp.start(["."]);
  const { doc } = await testApp.open("notes/a.md");
  const ask = async (path: string) => {
    const answer = await testApp.window.handlers["document:image"]({ doc, path });
    expect((await testApp.app.image(doc, path)) !== null, path).toBe(answer.ok);
    return answer.ok ? `${answer.width}×${answer.height}` : answer.error.message;
  };
  expect(await ask("[[harbour.png]]")).toBe("7×5");
  expect(await ask("[[assets/Harbour.png]]")).toBe("7×5");
  expect(await ask("[[mole.png]]")).toBe("320×200");
  expect(await ask("harbour.png")).toBe("There is no image harbour.png.");
  expect(await ask("[[gone.png]]")).toBe("There is no image gone.png.");
  expect(await ask("[[secret.png]]")).toBe("There is no image secret.png.");
  expect(await ask("[[../../secret.png]]")).toMatch(/^Only images|^There is no/);
});

test("an image in an embedded note is found beside that note, and nowhere outside of the open folder", async () => {
  mkdirSync(testApp.path("deep"));
  writeFileSync(testApp.path("deep/mole.png"), png(9, 9));
  await testApp.start(["."]);
  const { doc } = await testApp.open("notes/a.md");
  const ask = async (path: string, from: string) => {
    const answer = await testApp.window.handlers["document:image"]({ doc, path, from });
    expect((await testApp.app.image(doc, path, from)) !== null, path).toBe(answer.ok);
    return answer.ok ? `${answer.width}×${answer.height} ${answer.url.split("?")[0]?.slice(-14)}` : answer.error.code;
  };
  expect(await ask("mole.png", "deep/note.md")).toBe("9×9 deep%2Fnote.md");
  expect(await ask("[[mole.png]]", "deep/note.md")).toBe("9×9 deep%2Fnote.md");
  expect(await ask("../top.png", "deep/note.md")).toContain("3×2");
  for (const from of [join(outside, "x.md"), `../../${outside}/x.md`, "../x.md"])
    for (const path of ["secret.png", "../secret.png", join(outside, "secret.png"), "../../../secret.png"])
      expect(await ask(path, from), `${path} in ${from}`).not.toContain("×");
  const leaving = relative(testApp.path("."), join(outside, "x.md"));
  expect(await ask("secret.png", leaving)).toBe("outside_workspace");
});
