/** The bare app in `bare/` that Galley is compared with; it is built once in each run. */
import { join } from "node:path";
import { _electron, type ElectronApplication, type Page } from "@playwright/test";
import { build } from "vite";
import { cleanEnv, project } from "../e2e/launch";

const built = join(project, "out/bench/bare");

/** Bundles the bare app's page. Its main process and preload script are copied unchanged. */
export async function buildRival(): Promise<void> {
  const { copyFile } = await import("node:fs/promises");
  const root = join(import.meta.dirname, "bare");
  await build({
    root,
    base: "./",
    logLevel: "error",
    build: {
      outDir: built,
      emptyOutDir: true,
      minify: true,
      target: "chrome148",
      rollupOptions: { input: [join(root, "editor.html"), join(root, "window.html")] },
    },
  });
  for (const file of ["main.cjs", "preload.cjs"]) await copyFile(join(root, file), join(built, file));
}

/** Starts the bare app on a file; `window` shows no file at all. */
export async function startRival(
  kind: "window" | "editor",
  file: string,
): Promise<{ app: ElectronApplication; page: Page }> {
  const app = await _electron.launch({
    chromiumSandbox: !process.env["GALLEY_NO_SANDBOX"] && process.getuid?.() !== 0,
    args: [join(built, "main.cjs"), file],
    env: cleanEnv({ GALLEY_BARE: kind }),
  });
  return { app, page: await app.firstWindow() };
}

/** Waits for the performance mark; returns the milliseconds from the start of the app's process to it. */
export async function startToMark(app: ElectronApplication, page: Page, mark: string): Promise<number> {
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, mark);
  const marked = await page.evaluate(
    (name) => performance.timeOrigin + (performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN),
    mark,
  );
  const createdAt = await app.evaluate(() => process.getCreationTime() ?? Number.NaN);
  return marked - createdAt;
}
