/** Text that comes without keys (input methods, dictation, paste) before a view has loaded goes into its field, and never into the document. */
import { expect, type Locator } from "@playwright/test";
import { frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

const text = "# Harbour\n\nThe gulls were gone.\n";
let galley: GalleyApp;

/** Whether the scripts of the views are held back. */
async function hold(isHeld: boolean): Promise<void> {
  await galley.app.evaluate(({ session }, held) => {
    const { waiting = [] } = globalThis as { waiting?: (() => void)[] };
    Object.assign(globalThis, { waiting });
    for (const go of waiting.splice(0)) go();
    session.defaultSession.webRequest.onBeforeRequest(
      {
        urls: held
          ? ["view", "pane", "dialog"].map((kind) => `galley://app/assets/*-${kind}-*.js`)
          : ["galley://never/*"],
      },
      (_, answer) => void (held ? waiting.push(() => answer({})) : answer({})),
    );
  }, isHeld);
}

/** A fresh window whose views are not loaded yet, and will not be until `hold(false)`. */
async function begin(): Promise<void> {
  galley = await start({ files: { "a.md": text, "b.md": "Another.\n" }, open: [".", "a.md"] });
  const devtools = await galley.page.context().newCDPSession(galley.page);
  await devtools.send("Network.enable");
  // Otherwise scripts that an earlier page has loaded are not asked for again.
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await hold(true);
  await galley.page.reload();
  await galley.editor.click();
  await galley.page.keyboard.press("Control+Home");
}
test.afterEach(async () => {
  await hold(false);
  await galley.close();
});

/** Resolves once the palette is loaded, which begins as soon as the window is idle, and two frames have been drawn. */
const paletteLoaded = () =>
  galley.page.evaluate(async () => {
    await import(document.querySelector<HTMLLinkElement>("link[rel=modulepreload][href*=palette-view]")?.href ?? "");
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });

/** Presses a shortcut as an event, so that what follows comes in the same moment. */
const shortcut = (keys: { key: string; code: string; shiftKey?: boolean; altKey?: boolean; ctrlKey?: boolean }) =>
  galley.page.evaluate((init) => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { ctrlKey: true, bubbles: true, cancelable: true, ...init }),
    );
  }, keys);

type View = readonly [name: string, keys: Parameters<typeof shortcut>[0], field: () => Locator, typed: string];
const views: readonly View[] = [
  ["commands", { key: "P", code: "KeyP", shiftKey: true }, () => galley.page.getByRole("combobox"), ">gull 鸥"],
  ["files", { key: "p", code: "KeyP" }, () => galley.page.getByRole("combobox"), "gull 鸥"],
  [
    "search",
    { key: "F", code: "KeyF", shiftKey: true },
    () => galley.page.getByRole("search", { name: "Search in folder" }).getByRole("textbox").first(),
    "gull 鸥",
  ],
  [
    "settings",
    { key: ",", code: "Comma" },
    () => galley.page.getByRole("dialog", { name: "Settings" }).getByRole("searchbox"),
    "gull 鸥",
  ],
  [
    "title",
    { key: "F2", code: "F2", ctrlKey: false },
    () => galley.page.getByRole("dialog").getByRole("textbox"),
    "gull 鸥",
  ],
  [
    "rewrite",
    { key: "r", code: "KeyR", altKey: true },
    () => galley.page.locator("dialog.rewrite").getByRole("combobox"),
    "gull 鸥",
  ],
  [
    "tags",
    { key: "g", code: "KeyG", altKey: true },
    () => galley.page.getByRole("searchbox", { name: "Filter" }),
    "gull 鸥",
  ],
  [
    "library",
    { key: "B", code: "KeyB", shiftKey: true },
    () => galley.page.getByRole("textbox", { name: "Search" }),
    "gull 鸥",
  ],
  ["assistant", { key: "j", code: "KeyJ" }, () => galley.page.locator(".panel textarea").first(), "gull 鸥"],
];

for (const [name, keys, field, typed] of views)
  test(`text without keys goes into the field of a view that is still loading: ${name}`, {
    tag: name === "files" || name === "search" ? [] : "@long",
  }, async () => {
    await begin();
    await shortcut(keys);
    await galley.page.keyboard.insertText("gull 鸥");
    await expect(galley.editor).not.toContainText("gull 鸥");
    await hold(false);
    await expect(field()).toHaveValue(typed);
    await expect(field()).toBeFocused();
    await galley.page.keyboard.insertText("s");
    await expect(field()).toHaveValue(`${typed}s`);
    expect(await galley.onDisk("a.md")).toBe(text);
  });

test("the new name of the file in front is typed right after the command, before the file is found in the tree", {
  tag: "@long",
}, async () => {
  galley = await start({ files: { "deep/er/a.md": text }, open: [".", "deep/er/a.md"] });
  const { page, editor } = galley;
  await editor.click();
  await page.keyboard.press("F1");
  await page.keyboard.type("rename file");
  await expect(page.getByRole("option").first()).toContainText("Rename File…");
  await page.evaluate(() => {
    const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(enter);
    document.execCommand("insertText", false, "gulls");
  });
  const name = page.getByRole("textbox", { name: "New name for a.md" });
  await expect(name).toHaveValue("gulls.md");
  await expect(name).toBeFocused();
  await page.keyboard.insertText("2");
  await page.keyboard.press("Enter");
  await expect.poll(() => galley.onDisk("deep/er/gulls2.md").catch(() => null), frequentPolling).toBe(text);
});

test("a word that is being composed while the palette loads is completed before the palette appears", async () => {
  await begin();
  const { page } = galley;
  const input = await page.context().newCDPSession(page);
  await shortcut({ key: "p", code: "KeyP" });
  const compose = (word: string) =>
    input.send("Input.imeSetComposition", { text: word, selectionStart: word.length, selectionEnd: word.length });
  for (const word of ["n", "ni", "nihao"]) await compose(word);
  await hold(false);
  await paletteLoaded();
  await compose("nihaoma");
  await expect(page.getByRole("combobox")).toHaveCount(0);
  await input.send("Input.insertText", { text: "你好" });
  await expect(page.getByRole("combobox")).toHaveValue("你好");
  await expect(page.getByRole("combobox")).toBeFocused();
  expect(await galley.onDisk("a.md")).toBe(text);
  await page.keyboard.press("Escape");
  await expect(galley.editor).toBeFocused();
});

test("Escape or a click before a view has loaded closes it, and leaves document and cursor as they were", async () => {
  await begin();
  const { page, editor } = galley;
  for (const [name, keys] of views) {
    await shortcut(keys);
    await page.keyboard.insertText("gull");
    await page.keyboard.press("Escape");
    await expect(editor, name).toBeFocused();
  }
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText("x");
  // There is no heading to rename.
  for (const [, keys] of views.filter(([name]) => name !== "title")) {
    await shortcut(keys);
    await page.keyboard.insertText("gull");
    await editor.getByText("The gulls").click({ position: { x: 1, y: 5 } });
    await expect(editor).toBeFocused();
  }
  await hold(false);
  await paletteLoaded();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(editor).toBeFocused();
  await page.keyboard.insertText("y");
  await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toBe(`x${text.replace("The", "yThe")}`);
});
