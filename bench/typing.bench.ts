/** From a key to the frame that shows it, in 1 MB that an agent writes in as well, beside a bare CodeMirror window alone. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Page, test } from "@playwright/test";
import { cleanEnv, project, start } from "../e2e/launch";
import { type Runs, report, sample } from "./figures";
import { buildRival, startRival } from "./rival";

const rounds = 6;
const words = "the harbour was empty before noon ";
const beatMs = 70;
const writeEveryMs = 500;

type Timed = { keys: number[] };

/** Notes for every key how long the system waited for its frame, from the moment it was pressed. */
async function timeKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const keys: number[] = [];
    (window as unknown as Timed).keys = keys;
    const pressed = ({ timeStamp }: Event) =>
      requestAnimationFrame(() => setTimeout(() => keys.push(performance.now() - timeStamp)));
    window.addEventListener("keydown", pressed, { capture: true });
  });
}

async function type(page: Page): Promise<number[]> {
  await page.keyboard.press("Control+End");
  await wait(200);
  await page.evaluate(() => {
    (window as unknown as Timed).keys.length = 0;
  });
  for (const letter of words) {
    await page.keyboard.press(letter === " " ? "Space" : letter);
    await wait(beatMs);
  }
  await wait(200);
  return page.evaluate(() => (window as unknown as Timed).keys);
}

for (const [label, bytes] of [
  ["1 MB", 1_000_000],
  ["900 KB, with the language's own tree", 900_000],
] as const) {
  test(`key to paint in ${label}`, async () => {
    await buildRival();
    const root = await mkdtemp(join(tmpdir(), "galley-bench-"));
    await writeFile(join(root, "bare.md"), sample(bytes));
    await writeFile(join(root, "sample.md"), sample(bytes));
    const rival = await startRival("editor", join(root, "bare.md"));
    await rival.page.waitForFunction(() => performance.getEntriesByName("ready").length > 0);
    const galley = await start({ root, open: [".", "sample.md"] });
    const client = new Client({ name: "bench", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(project, "bin/galley"), "mcp", "--root", root, "--data", galley.data],
        env: cleanEnv(),
      }),
    );
    let title = "# Sample";
    let writes = 0;
    let isTyping = false;
    const agent = async () => {
      while (isTyping) {
        const next = `# Sample, written ${++writes} times`;
        const written = await client.callTool({
          name: "text_editor",
          arguments: { action: "patch", path: "sample.md", old_text: `${title}\n`, new_text: `${next}\n` },
        });
        if (written.isError) throw new Error(JSON.stringify(written.content));
        title = next;
        await wait(writeEveryMs);
      }
    };
    await rival.page.locator(".cm-content").focus();
    await galley.editor.focus();
    await timeKeys(rival.page);
    await timeKeys(galley.page);
    const contestants: Runs[] = ["CodeMirror alone", "Galley, an agent writing"].map((name) => ({
      name,
      runs: [],
    }));
    for (let round = 0; round <= rounds; round++) {
      await rival.page.bringToFront();
      const bare = await type(rival.page);
      await galley.page.bringToFront();
      isTyping = true;
      const writing = agent();
      const ours = await type(galley.page);
      isTyping = false;
      await writing;
      if (round === 0) continue;
      contestants[0]?.runs.push(...bare);
      contestants[1]?.runs.push(...ours);
    }
    await report(`Key to paint in ${label}`, contestants, "95 % under 33 ms, never worse than 1.5 × CodeMirror alone");
    await client.close();
    await rival.app.close();
    await galley.close();
    await rm(root, { recursive: true, force: true });
  });
}
