import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { VIEWED_IMAGE } from "../documents/images";
import { createTestApp, type TestApp } from "../testing/test-app";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><script>alert(1)</script></svg>';

let testApp: TestApp;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": "one\n", "b10.svg": SVG, "b2.svg": SVG, "run.exe": "", "song.mp3": "" });
  for (const name of ["run.exe", "song.mp3"]) writeFileSync(testApp.path(name), Buffer.from([0, 1, 2, 0]));
  await testApp.start([""]);
});
afterEach(() => testApp.end());

const ask = () => testApp.window.handlers;

test("an image opens in the viewer, with its size and the images beside it in order", async () => {
  const opened = await ask()["document:open"](testApp.path("b10.svg"));
  expect(opened).toMatchObject({
    ok: true,
    document: { room: "viewer", name: "b10.svg", path: testApp.path("b10.svg") },
  });
  const looked = await ask()["viewer:look"](testApp.path("b10.svg"));
  expect(looked).toMatchObject({
    ok: true,
    file: { image: { width: 120, height: 60 }, size: SVG.length, hasProgram: true },
  });
  expect(looked.ok && looked.file.siblings.map((path) => basename(path))).toEqual(["b2.svg", "b10.svg"]);
});

test("a file that is not text opens in the viewer, and is no longer rejected", async () => {
  for (const name of ["song.mp3", "run.exe"]) {
    expect(await ask()["document:open"](testApp.path(name))).toMatchObject({ ok: true, document: { room: "viewer" } });
    expect(await ask()["viewer:look"](testApp.path(name))).toMatchObject({ ok: true, file: { image: null, size: 4 } });
  }
  expect(await ask()["document:open"](testApp.path("a.md"))).toMatchObject({ ok: true, document: { text: "one\n" } });
  expect(await ask()["document:open"](testApp.path("gone.png"))).toMatchObject({ ok: false });
});

test("a PDF opens in the viewer, with the PDFs beside it, and without an address if it is something else", async () => {
  const files = { "b10.pdf": "%PDF-1.7", "b2.pdf": "\n%PDF-1.4", "c.pdf": "words" };
  for (const [name, text] of Object.entries(files)) writeFileSync(testApp.path(name), text);
  expect(await ask()["document:open"](testApp.path("b2.pdf"))).toMatchObject({ document: { room: "viewer" } });
  const view = async (name: string) => {
    const answer = await ask()["viewer:look"](testApp.path(name));
    return answer.ok ? answer.file : null;
  };
  const plain = await view("b2.pdf");
  expect(plain).toMatchObject({ image: null, pdf: { url: expect.stringContaining("b2.pdf?") }, hasProgram: true });
  expect(plain?.siblings.map((path) => basename(path))).toEqual(["b2.pdf", "b10.pdf", "c.pdf"]);
  expect(await view("c.pdf")).toMatchObject({ pdf: null });
  expect((await view("b2.svg"))?.siblings.map((path) => basename(path))).toEqual(["b2.svg", "b10.svg"]);
});

test("only a granted PDF is served, and nothing else as one", async () => {
  writeFileSync(testApp.path("b.pdf"), "%PDF-1.7");
  const opened = await testApp.app.pdf(testApp.path("b.pdf"));
  expect(opened?.size).toBe(8);
  await opened?.file.close();
  for (const path of [testApp.path("a.md"), testApp.path("gone.pdf"), testApp.path(""), "/etc/hosts", "a\0b"])
    expect(await testApp.app.pdf(path), path).toBeNull();
});

test("the default program is opened for a song, and never for a program", async () => {
  expect(await ask()["viewer:look"](testApp.path("run.exe"))).toMatchObject({ file: { hasProgram: false } });
  expect(await ask()["viewer:open-in-program"](testApp.path("run.exe"))).toMatchObject({
    ok: false,
    error: { message: "run.exe may be a program, so it is not opened from here." },
  });
  expect(await ask()["viewer:open-in-program"](testApp.path("song.mp3"))).toEqual({ ok: true });
});

test("only what the user has opened is viewed", async () => {
  for (const name of ["viewer:look", "viewer:open-in-program", "viewer:open-as-text"] as const)
    expect(await ask()[name]("/etc/hosts")).toMatchObject({ ok: false, error: { code: "outside_workspace" } });
  expect(await testApp.app.image(VIEWED_IMAGE, "/usr/share/icons/x.png")).toBeNull();
  expect(await testApp.app.image(VIEWED_IMAGE, testApp.path("b2.svg"))).toMatchObject({ type: "image/svg+xml" });
});

test("the source of an SVG can be opened as text", async () => {
  expect(await ask()["viewer:open-as-text"](testApp.path("b2.svg"))).toMatchObject({
    ok: true,
    document: { text: SVG },
  });
});

test("a viewed file is in the session only if the user has opened it, since the next start grants it", async () => {
  const tab = (path: string) => ({
    doc: "viewer-12345",
    path,
    cursor: 0,
    scrollTop: 0,
    folds: [],
    room: "viewer" as const,
  });
  await ask()["app:save-session"]({
    tabs: [tab("/etc/hosts"), tab(testApp.path("b2.svg"))],
    active: null,
    sidebar: { open: true, width: 200 },
    expanded: [],
  });
  expect(testApp.window.session?.tabs.map(({ path }) => path)).toEqual([testApp.path("b2.svg")]);
});
