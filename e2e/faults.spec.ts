/** The fault rows (faults/) that need the real app: its processes are killed, and it is started twice. */
import { execFile } from "node:child_process";
import { expect } from "@playwright/test";
import { type FaultReporter, type FaultRow, runFaultRow } from "../faults/fault-row";
import { keepResult } from "../faults/keep-result";
import { cleanEnv, electronProgram, folder, frequentPolling, type GalleyApp, project, start } from "./launch";
import { test } from "./test";

const mode = process.env["GALLEY_LONG"] ? "full" : "sample";
const story = "# Story\n\nOnce upon a time.\n";
let galley: GalleyApp;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  galley = await start({ files: { "story.md": story, "other.md": "another\n" } });
  await galley.open("story.md");
});
test.afterAll(async () => {
  await galley?.close();
});

/** Types at the end of the active document. */
async function type(text: string): Promise<void> {
  await galley.editor.click();
  await galley.page.keyboard.press("Control+End");
  await galley.page.keyboard.type(text, { delay: 5 });
}

const gpu: FaultRow = {
  name: "The app's GPU process is killed while the user types",
  covers: ["F40"],
  how: "SIGKILL to the process that Electron lists as GPU, in the real app; typing continues immediately",
  bound: 120_000,
  async run(reporter) {
    for (let round = 0; round < reporter.times(5, 1); round++) {
      await type(`before ${round}, `);
      const at = Date.now();
      const killed = await galley.app.evaluate(async ({ app }) => {
        const process = app.getAppMetrics().find((each) => each.type === "GPU");
        if (!process) return "there is none";
        const gone = new Promise((resolve) => app.once("child-process-gone", resolve));
        globalThis.process.kill(process.pid, "SIGKILL");
        await gone;
        return "killed";
      });
      await type(`after ${round}. `);
      const text = `before ${round}, after ${round}. `;
      await expect(galley.editor).toContainText(text.trim());
      await expect.poll(() => galley.onDisk("story.md"), frequentPolling).toContain(text);
      reporter.report({
        what: `round ${round}: ${killed}`,
        ms: Date.now() - at,
        lost: !(await galley.onDisk("story.md")).includes(text),
        isFalse: killed !== "killed",
        seen: killed,
      });
    }
  },
};

const hasGpuProcess = (): Promise<boolean> =>
  galley.app.evaluate(({ app }) => app.getAppMetrics().some((each) => each.type === "GPU"));

const second: FaultRow = {
  name: "A second instance is started on the same data",
  covers: ["F40"],
  how: "the program is started again with a document to open; it passes the document to the first instance and ends",
  bound: 120_000,
  async run(reporter) {
    for (let round = 0; round < reporter.times(5, 1); round++) {
      const name = round === 0 ? "other.md" : `other${round}.md`;
      await galley.writeExternally(name, "another\n");
      await type(`typed before instance ${round}. `);
      const at = Date.now();
      const code = await secondInstance(galley.pathOf(name));
      await expect(galley.page.getByRole("tab", { name })).toBeVisible();
      const ms = Date.now() - at;
      const windows = await galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
      await galley.page.getByRole("tab", { name: "story.md" }).click();
      await expect.poll(() => galley.onDisk("story.md"), frequentPolling).toContain(`typed before instance ${round}. `);
      reporter.report({
        what: `round ${round}`,
        ms,
        lost: !(await galley.onDisk("story.md")).includes(`typed before instance ${round}. `),
        isFalse: code !== 0 || windows !== 1,
        seen: `ended with ${code}, ${windows} windows`,
      });
    }
  },
};

/** Returns the program's exit code. */
function secondInstance(path: string): Promise<number | null> {
  const sandbox = !process.env["GALLEY_NO_SANDBOX"] && process.getuid?.() !== 0 ? [] : ["--no-sandbox"];
  return new Promise((resolve) => {
    const child = execFile(electronProgram, [...sandbox, project, "--data", galley.data, path], { env: cleanEnv() });
    child.once("exit", resolve);
  });
}

const renderer: FaultRow = {
  name: "The renderer is killed while the user types",
  covers: ["F2", "F40"],
  how: "SIGKILL to the renderer of the real app, half a second after the last key; the window recovers by itself",
  bound: 120_000,
  onlyInFull: true,
  async run(reporter) {
    for (let round = 0; round < reporter.times(5, 0); round++) await killPage(reporter, round);
  },
};

async function killPage(reporter: FaultReporter, round: number): Promise<void> {
  const app = await start({ files: { "story.md": story } });
  try {
    await app.open("story.md");
    await app.editor.click();
    await app.page.keyboard.press("Control+End");
    const typed = `Then the lights went out, for the ${round}th time.`;
    await app.page.keyboard.type(typed, { delay: 10 });
    await app.page.waitForTimeout(500);
    const at = Date.now();
    const reloaded = await app.app.evaluate(async ({ BrowserWindow }) => {
      const page = BrowserWindow.getAllWindows()[0]?.webContents;
      if (!page) return "no window";
      const loadFinished = new Promise((loaded) => page.once("did-finish-load", () => loaded(undefined)));
      process.kill(page.getOSProcessId(), "SIGKILL");
      await loadFinished;
      const ready =
        'new Promise((done) => { const look = () => "ready" in document.documentElement.dataset ? done(document.body.innerText) : setTimeout(look, 20); look(); })';
      return String(await page.executeJavaScript(ready));
    });
    const ms = Date.now() - at;
    reporter.report({
      what: `round ${round}`,
      ms,
      lost: !reloaded.includes(typed),
      isFalse: !reloaded.includes("Your text is as you left it"),
    });
  } finally {
    await app.close();
  }
}

const killWhileTyping: FaultRow = {
  name: "kill -9 of the whole app while the user types",
  covers: ["F2"],
  how: "50 characters a second in the real app, SIGKILL at a random moment; text older than a second is restored at the next start",
  bound: 60_000,
  patience: 900,
  onlyInFull: true,
  async run(reporter) {
    const losses: number[] = [];
    for (let round = 0; round < reporter.times(20, 0); round++) losses.push(await killApp(reporter, round));
    const sorted = losses.sort((a, b) => a - b);
    const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
    reporter.note(
      `of ${losses.length} kills one lost the typing of the last ${percentile(1)} ms, 95 of 100 at most ${percentile(0.95)} ms, half at most ${percentile(0.5)} ms`,
    );
  },
};

/** Kills the app while the user types. Returns the milliseconds before the kill whose typing is lost. */
async function killApp(reporter: FaultReporter, round: number): Promise<number> {
  const [root, data] = [await folder("root"), await folder("data")];
  const first = await start({ root, data, files: { "story.md": story } });
  await first.open("story.md");
  await first.editor.click();
  await first.page.keyboard.press("Control+End");
  // The words are numbered, so the recovered text shows how far it goes; the renderer records when each word was shown.
  const words = Array.from({ length: 60 }, (_, index) => `w${index} `);
  const times: number[] = [];
  const end = 20 + Math.floor(Math.random() * 40);
  for (const word of words.slice(0, end)) {
    await first.page.keyboard.type(word, { delay: 20 });
    times.push(Date.now());
  }
  const killedAt = Date.now();
  await first.kill();
  const at = Date.now();
  const again = await start({ root, data });
  await expect(again.editor).toContainText("Once upon a time.");
  const text = await again.editor.innerText();
  const ms = Date.now() - at;
  const lastExpected = times.findLastIndex((time) => time <= killedAt - 1000);
  const loadFinished = words.slice(0, end).findLastIndex((word) => text.includes(word.trim()));
  reporter.report({
    what: `round ${round}: killed after ${end} words`,
    ms,
    lost: loadFinished < lastExpected,
    torn: !text.includes("Once upon a time."),
    seen: `back to word ${loadFinished}, due ${lastExpected}`,
  });
  await again.close();
  // The time from the last recovered word to the kill; if no word came back, from the first key.
  return loadFinished === end - 1 ? 0 : killedAt - (times[loadFinished] ?? times[0] ?? killedAt);
}

for (const [index, row] of [gpu, second, renderer, killWhileTyping].entries()) {
  test(row.name, async () => {
    // A row that hangs reports that itself; the time it may take depends on the load of the machine.
    if (mode === "full") test.setTimeout(1_800_000);
    test.skip(mode === "sample" && row.onlyInFull === true, "only in the full run");
    const resultKey = { part: "app", order: 1000 + index, mode } as const;
    keepResult(row, { ...resultKey, tally: null });
    const hasAll = row !== gpu || (await hasGpuProcess());
    const missing = hasAll ? null : "there is no GPU process on this machine";
    const tally = await runFaultRow({ ...row, missing: () => missing }, { mode, folder: "" });
    keepResult(row, { ...resultKey, tally });
    test.skip(missing !== null, missing ?? "");
    // Correct but late answers are reported on the page.
    if (mode === "full" && tally.status === "slow") return;
    expect(tally, tally.fallen.join("\n")).toMatchObject({ status: "held" });
  });
}
