/** Very long documents, compared with bare CodeMirror: time to the first text, longest block of the renderer, memory. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, type Page, test } from "@playwright/test";
import { start } from "../e2e/launch";
import type { BarePage } from "./bare/editor";
import { type Runs, report, sampleMarkdown, under } from "./figures";
import { buildRival, startRival } from "./rival";
import { totalMemory } from "./total-memory";

const rounds = 3;
const idleMs = 5000;

type OpenTimes = { first: number; whole: number; block: number };

/** Milliseconds from the double-click to the first text and to the complete text, and the longest time in which the renderer was blocked. */
function timeOpening(page: Page, name: string, text: string): Promise<OpenTimes> {
  const item = page.getByRole("treeitem", { name, exact: true });
  return item.evaluate(
    (row, sought) =>
      new Promise<OpenTimes>((done) => {
        const started = performance.now();
        let first = 0;
        let last = started;
        let block = 0;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          const now = performance.now();
          block = Math.max(block, now - last);
          last = now;
          if (first > 0 && document.querySelector(".status-state")?.getAttribute("data-state") === "saved")
            done({ first, whole: now - started, block });
          else port2.postMessage(null);
        };
        const check = () => {
          if (!document.querySelector(".cm-content")?.textContent?.includes(sought))
            return void requestAnimationFrame(check);
          requestAnimationFrame(() => setTimeout(() => (first = performance.now() - started)));
        };
        row.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
        port2.postMessage(null);
        check();
      }),
    text,
  );
}

for (const [label, bytes] of [
  ["5 MB", 5_000_000],
  ["100 MB", 100_000_000],
] as const) {
  test(`a document of ${label}`, async () => {
    test.setTimeout(600_000);
    await buildRival();
    const root = await mkdtemp(join(tmpdir(), "galley-bench-"));
    await writeFile(join(root, "start.md"), "# Start\n");
    await writeFile(join(root, "usual.md"), sampleMarkdown(94_000).replace("# Sample", "# The usual one"));
    await writeFile(join(root, "long.md"), sampleMarkdown(bytes).replace("# Sample", "# The long one"));
    const galley = await start({ root });
    const usual: OpenTimes[] = [];
    const long: OpenTimes[] = [];
    for (let round = 0; round <= rounds; round++) {
      for (const [into, name, text] of [
        [usual, "usual.md", "The usual one"],
        [long, "long.md", "The long one"],
      ] as const) {
        const figures = await timeOpening(galley.page, name, text);
        if (round > 0) into.push(figures);
        await galley.runMenuCommand("Close Tab");
        await expect(galley.page.getByRole("tab")).toHaveCount(0);
      }
    }
    await galley.close();

    const again = await start({ root, open: ["long.md"] });
    await expect(again.page.locator(".status-state")).toHaveAttribute("data-state", "saved", { timeout: 60_000 });
    await wait(idleMs);
    const ours = await totalMemory(again.app);
    await again.close();
    const rival = await startRival("editor", join(root, "start.md"));
    await rival.page.waitForFunction(() => performance.getEntriesByName("ready").length > 0);
    const bare = await rival.page.evaluate(
      (path) => (window as unknown as BarePage).openFile(path),
      join(root, "long.md"),
    );
    await wait(idleMs);
    const theirs = await totalMemory(rival.app);
    await rival.app.close();

    const runs = (of: OpenTimes[], which: keyof OpenTimes) => of.map((each) => each[which]);
    const time: Runs[] = [
      { name: "94 KB, first text", runs: runs(usual, "first") },
      { name: "first text", runs: runs(long, "first") },
      { name: "complete text", runs: runs(long, "whole") },
      { name: "longest block of the renderer", runs: runs(long, "block") },
      { name: "CodeMirror alone, complete", runs: [bare] },
    ];
    await report(`Opening ${label} progressively`, time, {
      wanted: "first text at most 1.1 × that of 94 KB; no block over 25 ms",
      holds: (of) => of("first text").median <= 1.1 * of("94 KB").median && of("longest block").max <= 25,
    });
    const held: Runs[] = [
      { name: "window with CodeMirror", runs: [theirs] },
      { name: "Galley", runs: [ours] },
    ];
    await report(`Memory with ${label}`, held, under("Galley", "median", 643, "at most 643 MB at 100 MB"), "MB");
    await rm(root, { recursive: true, force: true });
  });
}
