/** From a tool's write to the frame that shows it, compared with an empty change in a bare CodeMirror window. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Page, test } from "@playwright/test";
import { cleanEnv, project, start } from "../e2e/launch";
import type { BarePage } from "./bare/editor";
import { type Runs, report, sampleMarkdown } from "./figures";
import { buildRival, startRival } from "./rival";

const rounds = 15;
const now = () => performance.timeOrigin + performance.now();

type MarkedWindow = { notified?: number };

/** Records when the renderer is notified of a change. After the reload this listener is registered before the renderer's own. */
async function recordNotification(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.galley?.listen("document:changed", () => {
      (window as MarkedWindow).notified = performance.timeOrigin + performance.now();
    });
  });
  await page.reload();
  await page.waitForSelector("[data-ready]");
}

/** Starts to watch for `marker` in the editor. The result is when the renderer was notified, and when the frame was painted. */
async function watch(page: Page, marker: string): Promise<() => Promise<{ notified: number; painted: number }>> {
  const handle = await page.evaluateHandle((wanted) => {
    const content = document.querySelector(".cm-content");
    if (!content) throw new Error("no editor");
    const seen = new Promise<{ notified: number; painted: number }>((done) => {
      const observer = new MutationObserver(() => {
        if (!content.textContent?.includes(wanted)) return;
        observer.disconnect();
        requestAnimationFrame(() =>
          setTimeout(() =>
            done({
              notified: (window as MarkedWindow).notified ?? Number.NaN,
              painted: performance.timeOrigin + performance.now(),
            }),
          ),
        );
      });
      observer.observe(content, { childList: true, subtree: true, characterData: true });
    });
    // In an object: evaluateHandle would wait for a promise itself.
    return { seen };
  }, marker);
  return () => handle.evaluate(({ seen }) => seen);
}

for (const [label, bytes] of [
  ["10 KB", 10_000],
  ["1 MB", 1_000_000],
  ["5 MB", 5_000_000],
  ["10 MB", 10_000_000],
] as const) {
  test(`tool write to painted canvas, ${label}`, async () => {
    await buildRival();
    const root = await mkdtemp(join(tmpdir(), "galley-bench-"));
    const file = join(root, "sample.md");
    await writeFile(file, sampleMarkdown(bytes));
    const rival = await startRival("editor", file);
    await rival.page.waitForFunction(() => performance.getEntriesByName("ready").length > 0);
    const galley = await start({ root, open: [".", "sample.md"] });
    await recordNotification(galley.page);
    const client = new Client({ name: "bench", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(project, "bin/galley"), "mcp", "--root", root, "--data", galley.data],
        env: cleanEnv(),
      }),
    );
    const names = [
      "empty change in the bare window",
      "the same change in the bare window",
      "change received to painted",
      "tool called to painted",
      "durable write alone",
    ];
    const contestants: Runs[] = names.map((name) => ({ name, runs: [] }));
    let title = "# Sample";
    for (let round = 0; round <= rounds; round++) {
      const empty = await rival.page.evaluate(() => (window as unknown as BarePage).emptyChange());
      const next = `# Sample, written ${round + 1} times`;
      const same = await rival.page.evaluate((text) => (window as unknown as BarePage).changeTitle(text), next);
      const seen = await watch(galley.page, next);
      const called = now();
      const patched = await client.callTool({
        name: "text_editor",
        arguments: { action: "patch", path: "sample.md", old_text: `${title}\n`, new_text: `${next}\n` },
      });
      if (patched.isError) throw new Error(JSON.stringify(patched.content));
      title = next;
      const { notified, painted } = await seen();
      const before = now();
      await writeFile(join(root, "beside.txt"), sampleMarkdown(0).padEnd(bytes, "x"), { flush: true });
      const written = now() - before;
      const figures = [empty, same, painted - notified, painted - called, written];
      if (round > 0) figures.forEach((figure, index) => void contestants[index]?.runs.push(figure));
    }
    await report(`Tool write to painted canvas, ${label}`, contestants, {
      wanted: "received to painted at most 2 × the same change in a bare window; called to painted at most 45 ms",
      holds: (of) => of("change received").median <= 2 * of("the same change").median && of("tool called").median <= 45,
    });
    await client.close();
    await rival.app.close();
    await galley.close();
    await rm(root, { recursive: true, force: true });
  });
}
