/** Opening a file in a running app: from the double-click to its text on the screen, compared with bare CodeMirror. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { start } from "../e2e/launch";
import type { BarePage } from "./bare/editor";
import { type Runs, report, sampleMarkdown } from "./figures";
import { buildRival, startRival } from "./rival";

const rounds = 7;

for (const [label, bytes] of [
  ["10 KB", 10_000],
  ["1 MB", 1_000_000],
  ["5 MB", 5_000_000],
  ["10 MB", 10_000_000],
] as const) {
  test(`open ${label}`, async () => {
    await buildRival();
    const root = await mkdtemp(join(tmpdir(), "galley-bench-"));
    const text = sampleMarkdown(bytes).replace("# Sample", "# The sample to open");
    await writeFile(join(root, "small.md"), "# Small\n");
    await writeFile(join(root, "sample.md"), text);
    const rival = await startRival("editor", join(root, "small.md"));
    await rival.page.waitForFunction(() => performance.getEntriesByName("ready").length > 0);
    const galley = await start({ root });
    const contestants: Runs[] = ["bare window with CodeMirror", "Galley"].map((name) => ({ name, runs: [] }));
    for (let round = 0; round <= rounds; round++) {
      const bare = await rival.page.evaluate(
        (path) => (window as unknown as BarePage).openFile(path),
        join(root, "sample.md"),
      );
      const item = galley.page.getByRole("treeitem", { name: "sample.md", exact: true });
      await expect(item).toBeVisible();
      const ours = await item.evaluate(
        (row) =>
          new Promise<number>((done) => {
            const started = performance.now();
            const check = () => {
              const shown = document.querySelector(".cm-content")?.textContent?.includes("The sample to open");
              if (!shown) return void requestAnimationFrame(check);
              requestAnimationFrame(() => setTimeout(() => done(performance.now() - started)));
            };
            row.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
            check();
          }),
      );
      await galley.runMenuCommand("Close Tab");
      await expect(galley.page.getByRole("tab")).toHaveCount(0);
      if (round > 0) {
        contestants[0]?.runs.push(bare);
        contestants[1]?.runs.push(ours);
      }
    }
    await report(`Opening ${label}`, contestants);
    await rival.app.close();
    await galley.close();
    await rm(root, { recursive: true, force: true });
  });
}
