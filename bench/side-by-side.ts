/** A bare CodeMirror window and Galley with every feature on, side by side on the same text, with a connected agent. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, type Page } from "@playwright/test";
import { cleanEnv, type GalleyApp, project, start } from "../e2e/launch";
import { sampleMarkdown } from "./figures";
import { buildRival, startRival } from "./rival";

const writeEveryMs = 500;
/** Agents cannot write into larger documents. If one of those is open, the agent writes into another document. */
const MAX_AGENT_BYTES = 64 * 1024 * 1024;

type SideBySide = {
  rival: Page;
  galley: GalleyApp;
  /** Runs `work` while an agent writes at the top of Galley's document twice a second. */
  whileAgentWrites<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Starts both apps with live preview, spelling, read ranges, line counts, folding, completion and the outline on, and waits until Galley is idle. */
export async function startBoth(bytes: number): Promise<SideBySide> {
  await buildRival();
  const root = await mkdtemp(join(tmpdir(), "galley-bench-"));
  const data = await mkdtemp(join(tmpdir(), "galley-bench-data-"));
  await writeFile(join(data, "settings.json"), JSON.stringify({ readingMarks: true, spelling: true }));
  await writeFile(join(root, "bare.md"), sampleMarkdown(bytes));
  await writeFile(join(root, "sample.md"), sampleMarkdown(bytes));
  await writeFile(join(root, "beside.md"), sampleMarkdown(10_000));
  const written = bytes > MAX_AGENT_BYTES ? "beside.md" : "sample.md";
  const { app, page: rival } = await startRival("editor", join(root, "bare.md"));
  await rival.waitForFunction(() => performance.getEntriesByName("ready").length > 0);
  const galley = await start({ root, data, open: [".", "sample.md"] });
  await expect(galley.page.locator(".status-state")).toHaveAttribute("data-state", "saved", { timeout: 60_000 });
  await galley.runMenuCommand("Outline");
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(project, "bin/galley"), "mcp", "--root", root, "--data", galley.data],
      env: cleanEnv(),
    }),
  );
  await rival.locator(".cm-content").focus();
  await galley.editor.focus();
  for (const page of [rival, galley.page]) await timeKeys(page);
  await wait(3000);

  let title = "# Sample";
  let writes = 0;
  const write = async () => {
    const next = `# Sample, written ${++writes} times`;
    const answer = await client.callTool({
      name: "text_editor",
      arguments: { action: "patch", path: written, old_text: `${title}\n`, new_text: `${next}\n` },
    });
    if (answer.isError) throw new Error(JSON.stringify(answer.content));
    title = next;
  };
  return {
    rival,
    galley,
    async whileAgentWrites(work) {
      let isOver = false;
      const agent = (async () => {
        for (; !isOver; await wait(writeEveryMs)) await write();
      })();
      const result = await work();
      isOver = true;
      await agent;
      return result;
    },
    async close() {
      await client.close();
      await app.close();
      await galley.close();
      for (const folder of [root, data]) await rm(folder, { recursive: true, force: true });
    },
  };
}

type TimedWindow = { keys: number[] };

/** Records for every key the milliseconds from the key press to the frame that shows it. */
async function timeKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const keys: number[] = [];
    (window as unknown as TimedWindow).keys = keys;
    const handleKeyDown = ({ timeStamp }: Event) =>
      requestAnimationFrame(() => setTimeout(() => keys.push(performance.now() - timeStamp)));
    window.addEventListener("keydown", handleKeyDown, { capture: true });
  });
}

/** Presses keys at a steady pace. Returns the milliseconds from each key to its frame. */
export async function pressKeys(page: Page, keys: readonly string[], beatMs: number): Promise<number[]> {
  await wait(200);
  await page.evaluate(() => {
    (window as unknown as TimedWindow).keys.length = 0;
  });
  for (const key of keys) {
    await page.keyboard.press(key);
    await wait(beatMs);
  }
  await wait(200);
  return page.evaluate(() => (window as unknown as TimedWindow).keys);
}

/** Runs each round first in the bare window, then in Galley while an agent writes. Returns the times of both. */
export async function alternate(
  both: SideBySide,
  rounds: number,
  round: (page: Page) => Promise<number[]>,
): Promise<{ name: string; runs: number[] }[]> {
  const bare = { name: "CodeMirror alone", runs: [] as number[] };
  const ours = { name: "Galley, all on, an agent writing", runs: [] as number[] };
  for (let n = 0; n <= rounds; n++) {
    await both.rival.bringToFront();
    const theirs = await round(both.rival);
    await both.galley.page.bringToFront();
    const mine = await both.whileAgentWrites(() => round(both.galley.page));
    // The first round only warms up both apps.
    if (n === 0) continue;
    bare.runs.push(...theirs);
    ours.runs.push(...mine);
  }
  return [bare, ours];
}
