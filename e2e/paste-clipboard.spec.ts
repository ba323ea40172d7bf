/** Paste and drop through the system clipboard and real keys, with files on disk, and in all sizes. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { folder, frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

let galley: GalleyApp;
test.beforeEach(async () => {
  galley = await start({ files: { "a.md": "" }, open: [".", "a.md"] });
  await expect(galley.editor).toBeVisible();
  await galley.editor.click();
});
test.afterEach(() => galley.close());

const press = (name: string) => galley.page.keyboard.press(name);
const expectSaved = (text: string | RegExp) =>
  expect
    .poll(() => galley.onDisk("a.md"), frequentPolling)
    [text instanceof RegExp ? "toMatch" : "toBe"](text as string);

/** Puts data on the system clipboard as another program would; newer versions of Electron take ClipboardItems, like the web. */
const setClipboard = (kinds: { html?: string; text: string }) =>
  galley.app.evaluate(async (electron, data) => {
    type Item = new (items: Record<string, string>) => unknown;
    const { ClipboardItem } = electron as unknown as { ClipboardItem?: Item };
    const { clipboard } = electron as unknown as { clipboard: { write(data: unknown): unknown } };
    const items = { "text/plain": data.text, ...(data.html === undefined ? {} : { "text/html": data.html }) };
    await clipboard.write(ClipboardItem ? [new ClipboardItem(items)] : data);
  }, kinds);

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const rich = {
  html: '<h1>Title</h1><p>One <b>two</b> <a href="https://example.org/">three</a></p><ul><li>a</li><li>b</li></ul>',
  text: "Title\nOne two three",
};

test("rich text, files and images are pasted and dropped as Markdown, and each is undone in one step", async () => {
  await test.step("rich text on the system clipboard is pasted as Markdown, or plain on request", async () => {
    await setClipboard(rich);
    await press("Control+v");
    const markdown = "# Title\n\nOne **two** [three](https://example.org/)\n\n- a\n- b";
    await expectSaved(markdown);
    await press("Control+z");
    await expectSaved("");
    await press("Control+y");
    await expectSaved(markdown);
    await press("Control+a");
    await press("Delete");
    await expectSaved("");
    await press("Control+Shift+v");
    await expectSaved("Title\nOne two three");
    await press("Control+z");
    await expectSaved("");
  });

  await test.step("dropped files of the folder are linked, images from elsewhere are saved next to the document", async () => {
    const elsewhere = await folder("elsewhere");
    await writeFile(galley.pathOf("one (1).png"), Buffer.from(PIXEL, "base64"));
    await writeFile(galley.pathOf("notes.md"), "# Notes\n");
    await drop([galley.pathOf("one (1).png"), galley.pathOf("notes.md")]);
    await expectSaved("![one (1).png](<one (1).png>)\n[notes](notes.md)");
    await press("Control+z");
    await expectSaved("");
    for (const name of ["two.png", "three.png"])
      await writeFile(join(elsewhere, name), Buffer.concat([Buffer.from(PIXEL, "base64"), Buffer.from(name)]));
    await drop([join(elsewhere, "two.png"), join(elsewhere, "three.png")]);
    await expectSaved("![two](assets/two.png)\n![three](assets/three.png)");
    expect((await readdir(galley.pathOf("assets"))).sort()).toEqual(["three.png", "two.png"]);
    await press("Control+z");
    await expectSaved("");
  });

  await test.step("pasting an image saves a file and inserts a link; undo removes the link", async () => {
    await galley.app.evaluate(async (electron, base64) => {
      const { nativeImage, clipboard } = electron;
      type Item = new (items: Record<string, Blob>) => unknown;
      const { ClipboardItem } = electron as unknown as { ClipboardItem?: Item };
      const image = nativeImage.createFromDataURL(`data:image/png;base64,${base64}`);
      const board = clipboard as unknown as { write(data: unknown): unknown; writeImage?(image: unknown): void };
      if (board.writeImage) board.writeImage(image);
      else if (ClipboardItem)
        await board.write([
          new ClipboardItem({ "image/png": new Blob([new Uint8Array(image.toPNG())], { type: "image/png" }) }),
        ]);
    }, PIXEL);
    await press("Control+v");
    await expectSaved(/^!\[\]\(assets\/[\d-]+\.png\)$/);
    const name = (await readdir(galley.pathOf("assets"))).find((each) => /^\d/.test(each)) ?? "";
    expect((await readFile(galley.pathOf(`assets/${name}`))).subarray(1, 4).toString()).toBe("PNG");
    await press("Control+z");
    await expectSaved("");
  });
});

test("pasting an address over a selection makes a link, undone in one step", { tag: "@long" }, async () => {
  await galley.page.keyboard.type("the words");
  await press("Control+a");
  await setClipboard({ text: "https://example.org/a?b=1" });
  await press("Control+v");
  await expectSaved("[the words](https://example.org/a?b=1)");
  await press("Control+z");
  await expectSaved("the words");
});

/** Drops files on the text as the system does. */
async function drop(files: readonly string[]): Promise<void> {
  const client = await galley.page.context().newCDPSession(galley.page);
  const box = await galley.editor.boundingBox();
  const point = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 8 };
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await client.send("Input.dispatchDragEvent", { type, ...point, data });
  await client.detach();
}

/** Pastes a large text. Returns how often other tasks ran meanwhile, and the resulting text. */
const pasteLarge = (size: number, kind: "page" | "sheet") =>
  galley.page.evaluate(
    async ([length, what]) => {
      const piece =
        what === "page"
          ? '<h2 style="color:red">A heading</h2><p>Some <b>bold</b> words and a <a href="https://example.org/x">link</a>.</p><ul><li>one</li></ul>'
          : '<tr><td style="color:red">one</td><td align="right">2</td><td><b>three</b></td></tr>';
      const body = piece.repeat(Math.ceil(length / piece.length));
      const data = new DataTransfer();
      data.setData("text/html", what === "page" ? body : `<table>${body}</table>`);
      data.setData("text/plain", "plain");
      const content = document.querySelector<HTMLElement>(".cm-content");
      type View = { state: { doc: { length: number; toString(): string } } };
      const { view } = (content as unknown as { cmTile: { root: { view: View } } }).cmTile.root;
      let isOver = false;
      let turns = 0;
      const turn = () => {
        turns++;
        if (!isOver) setTimeout(turn, 0);
      };
      turn();
      content?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      document.body.dataset["pasting"] = "";
      const before = turns;
      while (view.state.doc.length < 1000) await new Promise((done) => setTimeout(done, 20));
      isOver = true;
      return { turns: turns - before, pieces: body.length / piece.length, text: view.state.doc.toString() };
    },
    [size, kind] as const,
  );

const PASTED_MB = process.env["GALLEY_LONG"] ? 5 : 3;
for (const kind of ["page", "sheet"] as const)
  test(`pasting ${PASTED_MB} MB of a ${kind} is complete and does not block the window @long`, {
    tag: kind === "page" ? [] : "@long",
  }, async () => {
    test.setTimeout(180_000);
    const { turns, pieces, text } = await pasteLarge(PASTED_MB * 1_000_000, kind);
    expect(text.match(kind === "page" ? /^## A heading$/gm : /^\| one \| 2 \| \*\*three\*\* \|$/gm)).toHaveLength(
      pieces,
    );
    // It is parsed in about 30 slices for each MB; parsing at once would have allowed one or two tasks.
    expect(turns).toBeGreaterThan(50);
    await press("Control+z");
    await expectSaved("");
  });

test("text written while a large paste is processed stays, and the paste goes to its original position", {
  tag: "@long",
}, async () => {
  await galley.page.keyboard.type("first\n\nlast");
  await press("Control+Home");
  await press("End");
  const pasted = pasteLarge(600_000, "page");
  // Evaluated scripts and pressed keys arrive through different channels, in no defined order.
  await galley.page.waitForSelector("body[data-pasting]");
  await press("Control+End");
  await galley.page.keyboard.type(" words");
  const { text } = await pasted;
  expect(text.startsWith("first")).toBe(true);
  await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toMatch(/^first\n\n## A heading.*\n\nlast words$/s);
});

test("reading the styles of a paste violates no policy, and text that looks like a style is kept", {
  tag: "@long",
}, async () => {
  const refused = await galley.page.evaluate(async () => {
    const directives: string[] = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
      directives.push(effectiveDirective),
    );
    const data = new DataTransfer();
    const sourceHtml = `<p style="color:red"><span STYLE = 'font-weight:700'>bold</span> style="x" <a href="https://x.org/?style=y">link</a></p>`;
    data.setData("text/html", `${sourceHtml.repeat(1000)}`);
    data.setData("text/plain", "plain");
    document
      .querySelector(".cm-content")
      ?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    const pause = () => new Promise((done) => setTimeout(done, 20));
    while (!document.querySelector(".cm-content")?.textContent?.includes("link")) await pause();
    return directives;
  });
  // Two slices may join in the middle of a name.
  expect(refused.length).toBeLessThan(10);
  const paragraph = '**bold** style="x" [link](https://x.org/?style=y)';
  await expectSaved(Array.from({ length: 1000 }, () => paragraph).join("\n\n"));
});

test("a paste that is too large to parse is inserted as plain text, with a notice", { tag: "@long" }, async () => {
  await galley.page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/html", `<p>${"x".repeat(17_000_000)}</p>`);
    data.setData("text/plain", "the plain words");
    document
      .querySelector(".cm-content")
      ?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(galley.page.getByText("17 million characters", { exact: false }).first()).toBeAttached();
  await expectSaved("the plain words");
});

test("a paste with too much formatting to parse is inserted as plain text, with a notice", {
  tag: "@long",
}, async () => {
  test.setTimeout(180_000);
  await galley.page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/html", "<b>x</b>\n".repeat(700_000));
    data.setData("text/plain", "the plain words");
    document
      .querySelector(".cm-content")
      ?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(galley.page.getByText("more than 2 million elements", { exact: false }).first()).toBeAttached({
    timeout: 90_000,
  });
  await expectSaved("the plain words");
});
