import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

let galley: GalleyApp;
test.afterEach(() => galley.close());

const TEXT =
  "# The the\n\nIt went to the the harbour, and I could of gone. `the the`\n\n| the the |\n|---|\n| x |\n\nThe end.\n";

/** Picks the item with this label in the next context menu, and notes all labels. */
const answerMenu = (label: string) =>
  galley.app.evaluate(({ Menu }, wanted) => {
    Menu.prototype.popup = function popup(options) {
      (globalThis as { shown?: string[] }).shown = this.items.map((item) => item.label);
      this.items.find((item) => item.label === wanted)?.click({});
      options?.callback?.();
    };
  }, label);

test("mistakes of English grammar are underlined without a network request, corrected by a key, and their rules turned off", {
  tag: "@long",
}, async () => {
  test.setTimeout(240_000);
  galley = await start({ spelling: true, files: { "a.md": TEXT } });
  const requested: string[] = [];
  galley.page.on("request", (request) => requested.push(request.url()));
  await galley.open("a.md");
  const marks = galley.page.locator(".cm-grammar");
  await writeFile(join(galley.data, "settings.json"), '{"grammar": true, "spellingLanguages": "en-GB"}');
  await expect(marks).toHaveText(["the the", "could of"], { timeout: 200_000 });
  await galley.editor.click();
  await galley.page.keyboard.press("Control+Home");
  for (let line = 0; line < 2; line++) await galley.page.keyboard.press("ArrowDown");
  for (let step = 0; step < 15; step++) await galley.page.keyboard.press("ArrowRight");
  await answerMenu("the");
  await galley.page.keyboard.press("Control+.");
  await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toContain("It went to the harbour");
  await expect(marks).toHaveText(["could of"]);
  await answerMenu("Turn Off This Rule");
  const box = await marks.boundingBox();
  await galley.page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 8, { button: "right" });
  const labels = () => galley.app.evaluate(() => (globalThis as { shown?: string[] }).shown ?? []);
  await expect.poll(labels, frequentPolling).toEqual(expect.arrayContaining(["could have", "Cut", "Paste"]));
  await expect(marks).toHaveCount(0);
  expect(requested.filter((url) => !/^(?:galley|data|blob):/.test(url))).toEqual([]);
  // Only the worker may compile WebAssembly.
  const inPage = await galley.page.evaluate(() =>
    WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(
      () => "compiled",
      (error: Error) => error.name,
    ),
  );
  expect(inPage).toBe("CompileError");
});
