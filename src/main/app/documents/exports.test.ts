import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app";

let testApp: TestApp;
let doc: string;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": "# A\n" });
  await testApp.start([testApp.path("a.md")]);
  ({ doc } = await testApp.open("a.md"));
});
afterEach(() => testApp.end());

const bytes = new TextEncoder().encode("<p>A</p>");

async function requestDialog(path: string | null): Promise<number> {
  testApp.desktop.picks = [path];
  const asked = await testApp.window.handlers["export:pick"]({ doc, kind: "html" });
  if (!asked.ok) throw new Error(asked.error.message);
  return asked.place?.ticket ?? 0;
}

test("an export is written where the user chose, replacing the file that the dialog asked about", async () => {
  const path = join(testApp.folder, "out.html");
  writeFileSync(path, "before");
  const ticket = await requestDialog(path);
  expect(await testApp.window.handlers["export:write"]({ ticket, bytes })).toEqual({ ok: true, path });
  expect(readFileSync(path, "utf8")).toBe("<p>A</p>");
});

test("a ticket is valid for one file, and there is no export without a ticket [A10]", async () => {
  const ticket = await requestDialog(join(testApp.folder, "out.html"));
  await testApp.window.handlers["export:write"]({ ticket, bytes });
  for (const used of [ticket, 99]) {
    const again = await testApp.window.handlers["export:write"]({ ticket: used, bytes });
    expect(again).toMatchObject({ ok: false, error: { code: "wrong_state" } });
  }
});

test("a cancelled dialog gives no ticket, and a cancelled export writes nothing", async () => {
  expect(await requestDialog(null)).toBe(0);
  const path = join(testApp.folder, "out.html");
  const ticket = await requestDialog(path);
  await testApp.window.handlers["export:cancel"](ticket);
  expect(await testApp.window.handlers["export:pdf"]({ ticket, html: "" })).toMatchObject({ ok: false });
  expect(existsSync(path)).toBe(false);
});

test("nothing is exported into Galley's own data, and the renderer cannot choose another path [A10]", async () => {
  testApp.desktop.picks = [join(testApp.dataDir, "journal", "x.html")];
  expect(await testApp.window.handlers["export:pick"]({ doc, kind: "html" })).toMatchObject({
    ok: false,
    error: { code: "outside_workspace" },
  });
});

test("a path that cannot be written is reported, and the old file stays", async () => {
  const ticket = await requestDialog(join(testApp.folder, "a.md", "out.html"));
  expect(await testApp.window.handlers["export:write"]({ ticket, bytes })).toMatchObject({ ok: false });
  expect(testApp.read("a.md")).toBe("# A\n");
});

test("a reader sees all of the old or all of the new file while an export replaces it", async () => {
  const path = join(testApp.folder, "out.html");
  const texts = ["a", "b", "c", "d"].map((letter) => letter.repeat(3_000_000));
  writeFileSync(path, texts[0] ?? "");
  const seen = new Set<string>();
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const text = readFileSync(path, "utf8");
      seen.add(`${text.length} ${new Set([text.at(0), text.at(1_500_000), text.at(-1)]).size}`);
      await new Promise((done) => setTimeout(done, 1));
    }
  })();
  for (const text of texts) {
    const ticket = await requestDialog(path);
    await testApp.window.handlers["export:write"]({ ticket, bytes: new TextEncoder().encode(text) });
  }
  isOver = true;
  await reading;
  expect([...seen]).toEqual(["3000000 1"]);
});

/** A 256 KB disk; null if this machine does not allow mounting one. */
function smallDisk(at: string): (() => void) | null {
  mkdirSync(at);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", at], { stdio: "ignore" });
    return () => void execFileSync("umount", ["-l", at], { stdio: "ignore" });
  } catch {
    return null;
  }
}

test("a full disk is reported in a sentence; the file to be replaced stays, and no temporary file is left", async ({
  skip,
}) => {
  const disk = join(testApp.folder, "small");
  const leave = smallDisk(disk);
  if (leave === null) return skip("this machine lets nobody mount a disk");
  try {
    const path = join(disk, "out.html");
    writeFileSync(path, "before");
    const ticket = await requestDialog(path);
    const answer = await testApp.window.handlers["export:write"]({ ticket, bytes: new Uint8Array(1_000_000) });
    expect(answer).toMatchObject({ ok: false });
    expect(answer.ok ? "" : answer.error.message).toMatch(/full|space/i);
    expect(readFileSync(path, "utf8")).toBe("before");
    expect(readdirSync(disk)).toEqual(["out.html"]);
  } finally {
    leave();
  }
});
