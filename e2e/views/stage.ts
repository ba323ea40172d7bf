/** The app that the pictures of all views are taken of: its appearances, a stopped clock, and how a view is photographed. */
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CDPSession, expect } from "@playwright/test";
import { type GalleyApp, project, type StartOptions, start } from "../launch";
import { test } from "../test";
import { waitForFrames } from "../wait-until-stable";

/** The pictures are in one folder per appearance. */
const out = join(project, "out/pictures");
const stopClock = join(project, "e2e/views/stop-clock.cjs");
const only = process.env["GALLEY_VIEWS"] ? new RegExp(process.env["GALLEY_VIEWS"]) : null;

type Language = "en" | "zh-CN";
type Appearance = {
  settings: Record<string, unknown>;
  size?: [width: number, height: number];
  forcedColors?: true;
};

const normalSize = [1180, 760] as const;
const defaultSettings = { theme: "light", contrast: "standard", motion: "reduced", interfaceSize: 100, fontSize: 16 };
const light: Appearance = { settings: defaultSettings };
const dark: Appearance = { settings: { ...defaultSettings, theme: "dark" } };
const narrow: Appearance = { settings: defaultSettings, size: [440, 760] };
const isLong = Boolean(process.env["GALLEY_LONG"]);

/** Long runs have every appearance, short ones those that differ most. */
const appearances: Record<Language, Record<string, Appearance>> = {
  en: {
    light,
    dark,
    narrow,
    ...(isLong && {
      "high-contrast": { settings: { ...defaultSettings, contrast: "high" } },
      "high-contrast-dark": { settings: { ...defaultSettings, theme: "dark", contrast: "high" } },
      "forced-colors": { settings: { ...defaultSettings, theme: "dark" }, forcedColors: true },
      zoomed: { settings: { ...defaultSettings, interfaceSize: 118, fontSize: 32 } },
    }),
  },
  "zh-CN": { chinese: light, ...(isLong && { "chinese-dark": dark, "chinese-narrow": narrow }) },
};

/** What shows one view, and closes it again. */
export type Stage = {
  /** Shows the view, with the app in its default appearance. */
  show(): Promise<unknown>;
  /** Settings that the view needs, over those of the appearance. */
  settings?: Record<string, unknown>;
  /** Repeated for each appearance, for what a narrow window closes and for states that fade. */
  again?(): Promise<unknown>;
  /** Closes the view. */
  leave?(): Promise<unknown>;
};

/** An app in which time and motion stand still, with a DevTools session of its page. */
type StoppedApp = GalleyApp & { session: CDPSession };

/** One language's round through the views. */
export type Views = Awaited<ReturnType<typeof openViews>>;

/**
 * Starts the app for pictures in `language`. The folder and the data have the same paths each time, because some views show them; `failures` are the
 * views that could not be shown.
 */
export async function openViews(language: Language, options: Pick<StartOptions, "files" | "open">) {
  const base = join(
    tmpdir(),
    `galley-pictures-${createHash("sha1").update(project).digest("hex").slice(0, 6)}`,
    language,
  );
  await rm(base, { recursive: true, force: true });
  for (const name of Object.keys(appearances[language]))
    if (!only) await rm(join(out, name), { recursive: true, force: true });
  const root = join(base, language === "en" ? "Harbour notes" : "港口笔记");
  await mkdir(root, { recursive: true });
  const failures: string[] = [];

  async function startApp(name: string, opened: Pick<StartOptions, "files" | "open">): Promise<StoppedApp> {
    const data = join(base, name);
    await mkdir(data, { recursive: true });
    await writeFile(join(data, "settings.json"), JSON.stringify({ language, ...defaultSettings }));
    const [width, height] = normalSize;
    const galley = await start({ root, data, size: { width, height }, require: stopClock, ...opened });
    const clock = await readFile(stopClock, "utf8");
    galley.page.setDefaultTimeout(TIMEOUT_MS);
    await galley.page.evaluate(`${clock}; stopClock()`);
    await galley.app.evaluate(() => (globalThis as unknown as { stopClock(): void }).stopClock());
    await galley.page.evaluate(stopMotion);
    await galley.page.evaluate(() => document.fonts.ready.then(() => null));
    return { ...galley, session: await galley.page.context().newCDPSession(galley.page) };
  }

  const views = {
    language,
    galley: await startApp("data", options),
    failures,
    /** The English or the Chinese text. */
    either: <T>(english: T, chinese: T): T => (language === "en" ? english : chinese),
    press: (key: string) => views.galley.page.keyboard.press(key),
    type: (text: string) => views.galley.page.keyboard.type(text),
    cancel: () => views.press("Escape"),
    run: (command: string) =>
      views.galley.app.evaluate(
        ({ BrowserWindow }, id) => BrowserWindow.getAllWindows()[0]?.webContents.send("galley:event", "command", id),
        command,
      ),
    waitForPixels: () => waitForPixels(views.galley),
    /** Whether the views whose names contain `text` were asked for. */
    isWanted: (text: string) => !only || only.test(text),

    /** Replaces the app by another one. `name` is that of its data folder. */
    async restart(name: string, opened: Pick<StartOptions, "files" | "open">) {
      await views.galley.kill();
      views.galley = await startApp(name, opened);
    },

    /** Opens a file of the folder by its name. */
    async open(name: string) {
      const { page } = views.galley;
      await views.press("Control+p");
      await expect(page.locator(".palette-field")).toBeFocused();
      await views.type(name);
      await page.locator(".palette-list").getByRole("option", { name }).first().waitFor();
      await views.press("Enter");
      await views.galley.page.getByRole("tab", { name, selected: true }).waitFor();
    },

    /** Selects the next occurrence of a text in the document. */
    async select(text: string) {
      const field = views.galley.page.locator(".cm-search [name=search]:visible");
      await views.galley.editor.first().focus();
      await views.press("Control+f");
      await expect(field).toBeFocused();
      await views.press("Control+a");
      await views.type(text);
      await expect(views.galley.page.locator(".cm-search-count:visible")).toHaveText(/\d/);
      await views.press("Enter");
      await views.cancel();
      await expect(field).toHaveCount(0);
      await expect(views.galley.editor.first()).toBeFocused();
    },

    /** Goes to a line of the text with the palette, so that the cursor is there. */
    async goTo(line: number) {
      const field = views.galley.page.locator(".palette-field");
      await views.press("Control+g");
      await expect(field).toBeFocused();
      await views.type(String(line));
      await views.press("Enter");
      await expect(field).toHaveCount(0);
    },

    /** Takes the pictures of a view, one per appearance. */
    async take(view: string, stage: Stage) {
      if (only && !only.test(view)) return;
      await test.step(view, async () => {
        try {
          await stage.show();
          for (const [name, appearance] of Object.entries(appearances[language])) {
            await applyAppearance(views.galley, { language, ...appearance.settings, ...stage.settings }, appearance);
            await stage.again?.();
            const path = join(out, name, `${view}.png`);
            await mkdir(join(out, name), { recursive: true });
            await writeFile(path, await waitForPixels(views.galley));
          }
        } catch (error) {
          failures.push(`${view}: ${String(error).slice(0, 300)}`);
        }
        try {
          await applyAppearance(views.galley, { language, ...defaultSettings }, light);
          await stage.leave?.();
        } catch (error) {
          failures.push(`${view}, leaving: ${String(error).slice(0, 300)}`);
        }
      });
    },

    /** Adds a picture that is not of the window. */
    async add(appearance: string, view: string, picture: Uint8Array) {
      await mkdir(join(out, appearance), { recursive: true });
      await writeFile(join(out, appearance, `${view}.png`), picture);
    },
  };
  return views;
}

/** Switches the running app to an appearance. */
async function applyAppearance(
  { page, app, data }: GalleyApp,
  settings: Record<string, unknown>,
  { size = [...normalSize], forcedColors }: Appearance,
): Promise<void> {
  await writeFile(join(data, "settings.json"), JSON.stringify(settings));
  const root = page.locator(":root");
  await expect(root).toHaveAttribute("data-theme", String(settings["theme"]));
  if (settings["contrast"] === "high") await expect(root).toHaveAttribute("data-contrast", "high");
  else await expect(root).not.toHaveAttribute("data-contrast", "high");
  await page.emulateMedia({
    forcedColors: forcedColors ? "active" : "none",
    colorScheme: forcedColors ? "dark" : null,
  });
  await app.evaluate(
    ({ BrowserWindow }, [width, height]) => BrowserWindow.getAllWindows()[0]?.setSize(width, height),
    size,
  );
  await page.waitForFunction((width) => innerWidth === width, size[0]);
}

/** How long the app may take for one step on a busy machine, in milliseconds. */
const TIMEOUT_MS = 20_000;
/** The longest time in milliseconds that a view may take until it no longer changes. */
const IDLE_MS = 6000;
/** The time that passes between two equal screenshots, in milliseconds. */
const REST_MS = 150;

/** Waits until two screenshots in a row are equal, and returns the last one. */
async function waitForPixels({ page, session }: StoppedApp): Promise<Buffer> {
  const shoot = async () => {
    const { data } = await session.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
    return Buffer.from(data, "base64");
  };
  const end = performance.now() + IDLE_MS;
  for (let last = await shoot(); ; ) {
    await waitForFrames(page);
    await page.waitForTimeout(REST_MS);
    const next = await shoot();
    if (next.equals(last) || performance.now() > end) return next;
    last = next;
  }
}

/** Runs in the page: nothing blinks, turns or fades. */
export function stopMotion(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { animation: none !important; caret-color: transparent !important }");
  document.adoptedStyleSheets.push(sheet);
}
