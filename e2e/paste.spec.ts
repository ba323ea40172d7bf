import { readdir, readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

let galley: GalleyApp;
test.beforeEach(async () => {
  galley = await start({ files: { "a.md": "" } });
  await galley.open("a.md");
  await galley.editor.click();
});
test.afterEach(() => galley.close());

const expectSaved = (text: string) => expect.poll(() => galley.onDisk("a.md"), frequentPolling).toBe(text);

/** Dispatches a paste event with the given data and files. */
const paste = (data: Record<string, string>, files: { name: string; type: string; base64: string }[] = []) =>
  galley.page.evaluate(
    ([texts, images]) => {
      const transfer = new DataTransfer();
      for (const [type, text] of Object.entries(texts)) transfer.setData(type, text);
      for (const { name, type, base64 } of images) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      document
        .querySelector(".cm-content")
        ?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }));
    },
    [data, files] as const,
  );

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("rich text becomes Markdown, and nothing in it runs or loads; text is pasted plain on request, in code, and from a code editor", async () => {
  await test.step("rich text becomes Markdown, and nothing in it runs or loads", async () => {
    const requestedUrls: string[] = [];
    galley.page.on("request", (request) => requestedUrls.push(request.url()));
    galley.page.on("dialog", (dialog) => {
      requestedUrls.push("dialog");
      void dialog.dismiss();
    });
    const html = `<html><body><!--StartFragment--><h1>Title</h1><p onclick="alert(1)">One <b>two</b> <a href="https://example.org">three</a>
    <a href="javascript:alert(1)">four</a></p><img src="https://example.org/x.png" onerror="alert(1)" alt="a pixel">
    <script>alert(1)</script><iframe src="https://example.org"></iframe>
    <ul><li>a<ol><li>b</li></ol></li></ul><table><tr><th>x</th><th>y</th></tr><tr><td>1|2</td><td>3</td></tr></table><!--EndFragment--></body></html>`;
    await paste({ "text/html": html, "text/plain": "Title One two" });
    await expectSaved(
      "# Title\n\nOne **two** [three](https://example.org) four\n\n![a pixel](https://example.org/x.png)\n\n- a\n  1. b\n\n| x | y |\n| --- | --- |\n| 1\\|2 | 3 |",
    );
    expect(requestedUrls.filter((url) => !url.startsWith("galley:"))).toEqual([]);
  });
  await test.step("text is pasted plain on request, in code, and from a code editor", async () => {
    // In a table the first selects the cell.
    await galley.page.keyboard.press("Control+a");
    await galley.page.keyboard.press("Control+a");
    await galley.page.keyboard.press("Delete");
    await expectSaved("");
    await paste({ "text/html": "<b>bold</b>", "text/plain": "bold", "vscode-editor-data": "{}" });
    await expectSaved("bold");
    await galley.page.keyboard.press("Control+a");
    await galley.page.keyboard.press("Delete");
    await galley.page.keyboard.type("```\nx");
    await paste({ "text/html": "<b>bold</b>", "text/plain": "bold" });
    await expectSaved("```\nxbold");
  });
});

test("images become files next to the document and links that undo removes", { tag: "@long" }, async () => {
  await paste({}, [
    { name: "image.png", type: "image/png", base64: PIXEL },
    { name: "a (1).png", type: "image/png", base64: PIXEL },
  ]);
  await expect
    .poll(() => galley.onDisk("a.md"), frequentPolling)
    .toMatch(/^!\[\]\(assets\/[\d-]+\.png\)\n!\[a \(1\)\]\(assets\/a%20%281%29\.png\)$/);
  const names = await readdir(galley.pathOf("assets"));
  expect(names).toHaveLength(2);
  expect(await readFile(galley.pathOf(`assets/${names[0]}`))).toEqual(Buffer.from(PIXEL, "base64"));
  await galley.page.keyboard.press("Control+z");
  await expectSaved("");
  expect(await readdir(galley.pathOf("assets"))).toHaveLength(2);
});

test("data that is not an image despite its type is rejected with a message, and no file is written", {
  tag: "@long",
}, async () => {
  await paste({}, [{ name: "x.png", type: "image/png", base64: btoa("no image") }]);
  await expect(galley.page.getByText("x.png is not a supported image.")).toBeVisible();
  await expect(readdir(galley.pathOf("assets"))).rejects.toThrow();
});
