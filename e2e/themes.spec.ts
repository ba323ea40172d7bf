import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp();

let galley: GalleyApp;
test.afterEach(() => galley.close());

const TEXT = "# Title\n\nWords, a [link](https://example.org) and `code`.\n\n```js\nconst a = 1; // note\n```\n";
const paper = () => galley.page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("a theme is chosen with a sample; one of the user's colours the window and the preview, and can do nothing else", {
  tag: "@long",
}, async () => {
  galley = await start({ files: { "a.md": TEXT }, open: [".", "a.md"] });
  await expect(galley.editor).toBeVisible();
  await mkdir(join(galley.data, "themes"), { recursive: true });
  await writeFile(
    join(galley.data, "themes", "Sea.css"),
    "@import url(https://example.org/a.css); body, .tabs { display: none } :root { --paper: rgb(1 40 60); --ink: #eef; --line: url(https://example.org/x) }",
  );
  await writeFile(join(galley.data, "themes", "Dim.css"), ":root { --paper: #222; --ink: #2a2a2a }");
  await galley.page.keyboard.press("Control+e");
  const shown = galley.page.frameLocator(".reading-frame").locator("html");
  await expect(shown).toBeVisible();
  await galley.page.keyboard.press("Control+,");
  const group = galley.page.getByRole("radiogroup", { name: "Colour theme" });
  await expect(group.getByRole("radio", { name: "Sea" })).toBeVisible();
  await group.getByRole("radio", { name: "Sepia" }).check();
  await expect(shown).toHaveCSS("background-color", "rgb(247, 239, 223)");
  await group.getByRole("radio", { name: "Sea" }).check();
  await expect(shown).toHaveCSS("background-color", "rgb(1, 40, 60)");
  await expect(shown).toHaveCSS("color", "rgb(238, 238, 255)");
  await expect(galley.page.locator(".status")).toBeVisible();
  // A theme that cannot be read leaves Galley's colours.
  await group.getByRole("radio", { name: "Dim" }).check();
  await expect(shown).toHaveCSS("background-color", "rgb(253, 252, 250)");
  await galley.page.getByRole("button", { name: "Show Themes Folder" }).click();
  await group.getByRole("radio", { name: /^Galley/ }).check();
  await expect.poll(paper, frequentPolling).toBe("rgb(253, 252, 250)");
  expect((await readdir(join(galley.data, "themes"))).sort()).toEqual(["Dim.css", "Sea.css"]);
});

test("axe finds no problem in the built-in themes, light and dark", { tag: "@long" }, async () => {
  test.setTimeout(240_000);
  galley = await start({ files: { "a.md": TEXT }, open: [".", "a.md"] });
  await expect(galley.editor).toBeVisible();
  for (const colourTheme of ["sepia", "slate", "forest"])
    for (const theme of ["light", "dark"]) {
      await writeFile(join(galley.data, "settings.json"), JSON.stringify({ colourTheme, theme }));
      await expect(galley.page.locator("html")).toHaveAttribute("data-theme", theme);
      await galley.page.keyboard.press("Control+,");
      await expect(galley.page.getByRole("radiogroup", { name: "Colour theme" })).toBeVisible();
      expect(await axeFindings(galley.page), `${colourTheme}, ${theme}`).toEqual([]);
      await galley.page.screenshot({ path: `out/themes/${colourTheme}-${theme}-settings.png` });
      await galley.page.keyboard.press("Escape");
      await expect(galley.page.getByRole("dialog")).toBeHidden();
      expect(await axeFindings(galley.page), `${colourTheme}, ${theme}`).toEqual([]);
      await galley.page.screenshot({ path: `out/themes/${colourTheme}-${theme}.png` });
    }
});
