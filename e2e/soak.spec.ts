/**
 * Two windows, the command line, two servers started with only HOME and PATH, an external program, clocks that jump, processes that are killed and
 * power cuts, all at once on the same documents: every confirmed word must be found afterwards.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { leftIn, Soak } from "../faults/soak/soak";
import { dataFolder } from "../src/main/engine/storage/files/folders";
import { cleanEnv, electronProgram, folder, type GalleyApp, project, removeFolder, start } from "./launch";
import { test } from "./test";

const minutes = Number(process.env["GALLEY_SOAK_MINUTES"] ?? (process.env["GALLEY_LONG"] ? 2 : 0));
/** Text typed this many milliseconds before a kill may be lost: a second and a half, and more on a busy machine. */
const RECOVERY_LAG_MS = process.env["CI"] ? 4000 : 1500;
/** Milliseconds in which the app must have restored its windows; a soak may run beside other work. */
const START_LIMIT = 60_000;
/** Milliseconds between two kills. */
const KILL_EVERY = 20_000;
/** One document for each window; agents and programs write in the first one as well. */
const openFiles = ["a.md", "mine.md"];

test.skip(minutes === 0, "npm run soak, or in the long run");

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

test("every confirmed word is found after the soak", async () => {
  test.setTimeout(minutes * 60_000 + 600_000);
  const [root, home] = [await folder("soak"), await folder("home")];
  const dataDir = dataFolder({}, process.platform, home);
  writeFileSync(join(root, "mine.md"), "# Mine\n\nAt first.\n");
  const cli = join(project, "out/main/cli.js");
  const soak = new Soak({ root, home, dataDir, program: electronProgram, cli });
  if (soak.power === null) console.log("no C compiler: no clock jumps, and the power is never cut");
  const users = new SimulatedUsers(soak, root, dataDir);
  await users.begin();
  soak.begin();
  const end = Date.now() + minutes * 60_000;
  for (let turn = 0; Date.now() < end; turn++) {
    await sleep(Math.min(KILL_EVERY, Math.max(0, end - Date.now())));
    if (Date.now() >= end) break;
    soak.jump();
    const ends = [
      () => users.killApp(),
      () => soak.killServer(0),
      () => users.cutPower(),
      () => users.killPage(),
      () => soak.killServer(1),
      () => users.cutPower(),
    ];
    await ends[turn % ends.length]?.();
    if (turn % 15 === 14) console.log(`${soak.expectedWords.expected} words, ${soak.result.kills} kills`);
  }
  await soak.end();
  await users.end();
  const lost = soak.expectedWords.lostIn([await readEvidence(root, dataDir)]);
  const { calls, kills, restarts, jumps, cuts, rejections } = soak.result;
  console.log(
    `${minutes} minutes: ${soak.expectedWords.expected} words written, ${lost.length} lost; ${calls} calls of agents, ${kills} kills, ${restarts} restarts, ${users.restored} restores, ${jumps} jumps of the clock, ${cuts} power cuts`,
  );
  console.log(`${soak.result.met} answers of agents reached the app, ${soak.result.missed.length} did not find it`);
  for (const [reason, count] of rejections) console.log(`  rejected ${count} times: ${reason}`);
  for (const { word, at } of lost.slice(0, 5)) console.log(`${word}\n  ${soak.eventsNear(at).join("\n  ")}`);
  if (lost.length > 0) console.log(`the folders are kept: ${root} and ${home}`);
  expect(lost.map(({ word, by, at }) => `${word} of ${by} at ${new Date(at).toISOString()}`)).toEqual([]);
  expect(soak.result.removed).toEqual([]);
  expect(soak.result.missed).toEqual([]);
  expect(soak.result.met).toBeGreaterThan(0);
  expect(soak.expectedWords.expected).toBeGreaterThan(minutes * 20);
  expect(kills).toBeGreaterThan(minutes);
  expect(leftIn(root)).toEqual([]);
  await Promise.all([root, home].map(removeFolder));
});

/** All words that can be found. Runs in Electron's Node for its SQLite: the Node of the tests may not have it. */
function readEvidence(root: string, dataDir: string): Promise<string> {
  const script = join(project, "faults/soak/evidence.child.ts");
  const runner = join(project, "src/main/engine/testing/run-ts.mjs");
  const args = ["--no-warnings", "--experimental-transform-types", runner, script, root, dataDir];
  const env = cleanEnv({ ELECTRON_RUN_AS_NODE: "1" });
  return new Promise((done, failed) => {
    execFile(electronProgram, args, { env, maxBuffer: 1 << 28 }, (error, found) =>
      error ? failed(error) : done(found),
    );
  });
}

/** The users of the two windows of the real app: they type all the time, and start it again after a kill. */
class SimulatedUsers {
  /** How often a start restored typed text. */
  restored = 0;
  #app: GalleyApp | null = null;
  #pages: Page[] = [];
  #isOver = false;
  #typing: Promise<void>[] = [];

  constructor(
    readonly soak: Soak,
    readonly root: string,
    readonly dataDir: string,
  ) {}

  async begin(): Promise<void> {
    const app = await this.#start();
    await app.open("a.md");
    await app.open("mine.md");
    await app.newWindow(() => app.runMenuCommand("Move Tab to New Window"));
    this.#pages = await Promise.all(openFiles.map((name) => app.windowWith(name)));
    this.#app = app;
    this.soak.windowSince = Date.now();
    this.#typing = [this.#type(0), this.#type(1)];
  }

  async #type(index: number): Promise<void> {
    while (!this.#isOver) {
      const page = this.#pages[index];
      const word = this.soak.expectedWords.next();
      try {
        if (!page) throw new Error("the app is starting");
        await page.locator(".cm-content:visible").click({ timeout: 5000 });
        await page.keyboard.press("Control+End");
        await page.keyboard.type(`${word} `, { delay: 10 });
        if (Math.random() < 0.1) await page.keyboard.press("Enter");
        // Only shown text counts as typed: a key may reach a window that is closing.
        await expect(page.locator(".cm-content:visible")).toContainText(word, { timeout: 5000 });
        this.soak.note(`window ${index + 1} shows ${word}`);
        if (this.#pages[index] === page) this.soak.expectedWords.confirm(`window ${index + 1}`, word);
      } catch {
        await sleep(500);
      }
      await sleep(pick([0, 100, 2500]));
    }
  }

  async killPage(): Promise<void> {
    const page = this.#pages[0];
    if (!this.#app || !page) return;
    const at = Date.now();
    this.soak.note("the page is killed");
    await this.#app.app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id);
      if (!window) return;
      const back = new Promise((loaded) => window.webContents.once("did-finish-load", () => loaded(undefined)));
      process.kill(window.webContents.getOSProcessId(), "SIGKILL");
      await back;
    });
    this.soak.result.kills++;
    // Playwright cannot follow a renderer that crashed, so the app is restarted for it.
    this.soak.expectedWords.forgive((by) => by === "window 1", at - RECOVERY_LAG_MS);
    await this.killApp();
  }

  /** Kills the whole app with kill -9, and starts it again. */
  async killApp(): Promise<void> {
    const app = this.#stopTyping();
    if (app === null) return;
    this.soak.note("the app is killed");
    await app.kill();
    this.soak.result.kills++;
    await this.#startAgain();
  }

  /** Cuts the power of every process, the app included. */
  async cutPower(): Promise<void> {
    if (this.soak.power === null || this.#stopTyping() === null) return;
    await this.soak.cutPower(() => this.#startAgain());
  }

  /** What was typed just before may be lost. */
  #stopTyping(): GalleyApp | null {
    const app = this.#app;
    this.#app = null;
    this.#pages = [];
    this.soak.windowSince = null;
    const at = Date.now();
    this.soak.expectedWords.forgive((by) => by.startsWith("window"), at - RECOVERY_LAG_MS);
    return app;
  }

  #start(): Promise<GalleyApp> {
    return start({ root: this.root, data: this.dataDir, env: this.soak.power?.env ?? {} });
  }

  async #startAgain(): Promise<void> {
    const again = await this.#start();
    this.#pages = await Promise.all(openFiles.map((name) => again.windowWith(name, START_LIMIT)));
    this.#app = again;
    this.soak.windowSince = Date.now();
    this.soak.note("the app is there again");
    this.soak.result.restarts++;
    this.restored++;
  }

  /** The last kill: unsaved text is in the journal. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#typing);
    await sleep(RECOVERY_LAG_MS);
    await this.#app?.kill();
  }
}
