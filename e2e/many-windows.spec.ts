/**
 * A user in several windows with groups of tabs, agents and an external program write in a few documents that move between the windows, in a
 * pseudo-random order. Every word is unique, so each one can be accounted for.
 */

import { readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { callByProcess, folder, type GalleyApp, start } from "./launch";
import { test } from "./test";

const isLong = Boolean(process.env["GALLEY_LONG"]);
const steps = Number(process.env["GALLEY_STEPS"] ?? (isLong ? 600 : 14));
const seed = Number(process.env["GALLEY_SEED"] ?? (isLong ? Date.now() % 100_000 : 11));
const paragraphs = 6;
const documents = 3;
/** Text typed this many milliseconds before a crash may be lost: one second, and more on a busy machine. */
const RECOVERY_LAG_MS = process.env["CI"] ? 4000 : 1000;
const anyWord = /[pax]\d+q/g;
const wordsOf = (from: string): string[] => from.match(anyWord) ?? [];

/** Pseudo-random numbers from a seed (mulberry32). */
function seededRandom(from: number): (sides: number) => number {
  let state = from;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

/** The visible texts of a window: for each group with a text, the name of its tab and its complete text. */
const visibleTexts = (page: Page) =>
  page.locator(".group").evaluateAll((groups) =>
    groups.flatMap((group) => {
      type Editor = { cmTile: { root: { view: { state: { doc: { toString(): string } } } } } };
      const content = group.querySelector(".cm-content") as unknown as Editor | null;
      const name = group.querySelector("[role=tab][aria-selected=true] .tab-name")?.textContent ?? "";
      if (!content) return [];
      return [{ name, text: content.cmTile.root.view.state.doc.toString() }];
    }),
  );

class RandomSession {
  galley!: GalleyApp;
  names = Array.from({ length: documents }, (_, at) => `doc${at}.md`);
  readonly written = new Map<string, number>();
  /** Words that were undone by the user, or typed right before a crash. */
  readonly excused = new Set<string>();
  readonly log: string[] = [];
  readonly closedPages = new Set<Page>();
  isOver = false;
  isDown = false;
  #words = 0;
  #renames = 0;
  /** The current rename or external write: they wait for each other. */
  #program: Promise<void> = Promise.resolve();

  constructor(
    readonly root: string,
    readonly data: string,
    readonly roll: (sides: number) => number,
  ) {}

  note(what: string): void {
    this.log.push(`${((Date.now() / 1000) % 1000).toFixed(2)} ${what}`);
  }

  word(who: "p" | "a" | "x"): string {
    const word = `${who}${this.#words++}q`;
    this.written.set(word, Date.now());
    return word;
  }

  async startApp(): Promise<void> {
    this.galley = await start({ root: this.root, data: this.data });
    // The user thinks about a name for a while, and cancels.
    await this.galley.app.evaluate(({ dialog }) => {
      dialog.showSaveDialog = () =>
        new Promise((done) => setTimeout(() => done({ canceled: true, filePath: "" }), 4000));
    });
    this.closedPages.clear();
    this.isDown = false;
  }

  get pages(): Page[] {
    return this.galley.app.windows().filter((page) => !this.closedPages.has(page) && !page.isClosed());
  }

  /** The tabs of every window. */
  async overview(): Promise<string> {
    const rows = this.pages.map((page) =>
      page
        .locator(".tab-name")
        .allTextContents()
        .catch(() => []),
    );
    return (await Promise.all(rows)).map((names) => `[${names.join(" ")}]`).join(" ");
  }

  async dismiss(page: Page): Promise<void> {
    const dialog = page.getByRole("alertdialog");
    if ((await dialog.count()) > 0) await page.keyboard.press("Escape");
  }

  /** Text that the user removes on purpose may be lost. */
  async excuseRemoved(page: Page, work: () => Promise<void>): Promise<void> {
    const all = async () => (await visibleTexts(page)).map(({ text }) => text).join("\n");
    const before = await all();
    await work();
    const after = new Set(wordsOf(await all()));
    for (const word of wordsOf(before)) if (!after.has(word)) this.excused.add(word);
  }

  async type(page: Page): Promise<void> {
    const groups = page.locator('.group[data-active="true"] .cm-content');
    if ((await groups.count()) === 0) return;
    await groups.first().focus();
    if ((await page.getByRole("alertdialog").count()) > 0) return;
    if (this.roll(3) === 0) {
      await page.keyboard.press("Control+Home");
      for (let down = this.roll(paragraphs * 2); down > 0; down--) await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("End");
    if (this.roll(8) === 0) await page.keyboard.press("Enter");
    const word = this.word("p");
    this.note(`type ${word}`);
    this.excused.add(word);
    await page.keyboard.type(` ${word} `, { delay: this.roll(15) });
    // Typing takes a while on a busy machine: the word is complete only now.
    this.written.set(word, Date.now());
    // While a document moves to another window the renderer ignores keys: words that never appeared are not lost.
    const texts = await visibleTexts(page).catch(() => []);
    if (texts.some(({ text }) => text.includes(word))) this.excused.delete(word);
    else this.note(`${word} was not taken`);
  }

  async actAsUser(): Promise<void> {
    const pages = this.pages;
    const page = pages[this.roll(pages.length)];
    if (!page) return;
    await this.dismiss(page);
    const conflicts = page.getByRole("group", { name: /conflict/i });
    if (this.roll(4) === 0 && (await conflicts.count()) > 0) {
      this.note("settle a conflict");
      const choice = this.roll(2) === 0 ? /^Mine/ : /^Theirs/;
      // The external program may resolve or move the conflict first.
      const resolve = () => conflicts.first().getByRole("button", { name: choice }).click({ timeout: 2000 });
      await this.excuseRemoved(page, () => resolve().catch(() => {}));
      return;
    }
    const press = async (keys: string) => {
      this.note(keys);
      await page.keyboard.press(keys);
    };
    const name = this.names[this.roll(documents)] ?? "";
    const what = this.roll(60);
    if (what < 24) return this.type(page);
    if (what < 28) return this.excuseRemoved(page, () => press(this.roll(4) === 0 ? "Control+y" : "Control+z"));
    if (what < 30) return press("Control+Shift+Backslash");
    if (what < 31) return press("Control+Alt+Backslash");
    if (what < 34) return press("Control+F6");
    if (what < 36) return press("Control+Alt+PageDown");
    if (what < 37) return press("Control+Alt+w");
    if (what < 38) return press("Control+w");
    if (what < 39) return press("Control+Shift+t");
    if (what < 40) return press("Control+Tab");
    if (what < 44) {
      this.note(`open ${name}`);
      const clickOptions = this.roll(2) === 0 ? { modifiers: ["Alt" as const] } : {};
      await page
        .getByRole("treeitem", { name, exact: true })
        .dblclick({ timeout: 1500, ...clickOptions })
        .catch(() => {});
      return;
    }
    if (what < 48) {
      if (this.galley.app.windows().length >= 3) return;
      this.note("move to a window");
      await this.galley.runMenuCommand("Move Tab to New Window", page);
      if (this.roll(2) === 0) await this.type(page).catch(() => {});
      return;
    }
    if (what < 49) {
      if (pages.length < 2) return;
      this.note("close a window");
      await this.type(page);
      await this.galley.runMenuCommand("Close Window", page);
      return;
    }
    if (what < 51) return this.renameOne(page, this.roll(documents));
    if (what < 53) return this.replaceAll(page);
    if (what < 54) return this.review(page);
    if (what < 55) {
      if ((await page.getByRole("tab", { name: /Untitled/ }).count()) > 0) return;
      await press("Control+n");
      return this.type(page);
    }
    if (what < 56) {
      this.note("reload");
      const at = Date.now();
      await page.reload().catch(() => {});
      for (const [word, typed] of this.written)
        if (word.startsWith("p") && typed > at - RECOVERY_LAG_MS) this.excused.add(word);
      await page.waitForSelector("[data-ready]", { timeout: 8000 });
      return;
    }
    if (what < 57) {
      this.note("hang");
      await page.evaluate(() => {
        for (const until = performance.now() + 600; performance.now() < until; );
      });
      return;
    }
    if (what < 58) return press("Control+s");
    if (what < 59) return press("Control+e");
    await page.waitForTimeout(this.roll(1500));
  }

  async renameOne(page: Page, which: number): Promise<void> {
    await this.#program;
    let release = () => {};
    this.#program = new Promise((done) => {
      release = done;
    });
    const from = this.names[which] ?? "";
    const to = `doc${which}-${++this.#renames}.md`;
    const answer = await page
      .evaluate(
        async ({ from, to, undo }) => {
          const moved = await window.galley.request("links:move", { from, to });
          if (!moved.ok || !undo || moved.report.undo === null) return { ok: moved.ok, undone: false, reply: moved };
          const back = await window.galley.request("links:undo", moved.report.undo);
          return { ok: true, undone: back.ok && back.path !== null, reply: back };
        },
        { from: this.galley.pathOf(from), to: this.galley.pathOf(to), undo: this.roll(2) === 0 },
      )
      .catch((error: unknown) => ({ ok: false, undone: false, reply: String(error) }));
    this.note(`rename ${from} to ${to}: ${JSON.stringify(answer).slice(0, 300)}`);
    const filesOnDisk = await readdir(this.root);
    this.names[which] = filesOnDisk.includes(to) ? to : from;
    release();
  }

  async replaceAll(page: Page): Promise<void> {
    const [text, template] = this.roll(2) === 0 ? ["stands", "sits"] : ["sits", "stands"];
    const answer = await page
      .evaluate(
        async ({ text, template, undo, wait }) => {
          const query = { text, regex: false, caseSensitive: false, wholeWord: false, include: "", exclude: "" };
          const found = await window.galley.request("search:begin", { ...query, search: 900, unsaved: "included" });
          if (!found.ok || !found.page) return found;
          const files = found.page.files.map(({ path }) => ({ path, paragraphs: null }));
          const planned = await window.galley.request("replace:plan", { query, template, keepCase: false, files });
          if (!planned.ok || !planned.plan) return planned;
          await new Promise((done) => setTimeout(done, wait));
          const ran = await window.galley.request("replace:run", planned.plan.id);
          if (!ran.ok || !undo || ran.report.undo === null) return ran;
          await new Promise((done) => setTimeout(done, wait));
          return window.galley.request("replace:undo", ran.report.undo);
        },
        { text, template, undo: this.roll(2) === 0, wait: this.roll(400) },
      )
      .catch(String);
    this.note(`replace ${text}: ${JSON.stringify(answer).slice(0, 300)}`);
  }

  async review(page: Page): Promise<void> {
    const answer = await page
      .evaluate(
        async (clickOptions) => {
          const listed = await window.galley.request("review:list", "hunks");
          if (!listed.ok) return listed;
          const one = listed.documents[0];
          if (!one) return null;
          return window.galley.request(clickOptions, {
            path: one.path,
            hunks: one.hunks.slice(0, 2).map(({ id }) => id),
          });
        },
        this.roll(3) === 0 ? ("review:keep" as const) : ("review:undo" as const),
      )
      .catch(String);
    this.note(`review: ${JSON.stringify(answer).slice(0, 200)}`);
  }

  async actAsAgent(): Promise<void> {
    const { galley } = this;
    const path = this.names[this.roll(documents)] ?? "";
    const read = await callByProcess("text_editor", { action: "read", path }, galley);
    if (!read.ok) return;
    const lines = read.data?.["lines"] as string[];
    const at = this.roll(lines.length);
    const line = lines[at] ?? "";
    const word = this.word("a");
    const done = (answer: { ok: boolean; error?: { code: string } }) => {
      this.note(`agent ${word} in ${path}: ${answer.ok ? "ok" : answer.error?.code}`);
      if (!answer.ok) this.excused.add(word);
    };
    const version = read.data?.["version"];
    const how = this.roll(3);
    try {
      if (how === 0) {
        const edits = [{ from: at + 1, content: `${word} new line\n` }];
        done(await callByProcess("text_editor", { action: "patch", path, edits, version }, galley));
      } else if (how === 1) {
        const args = { action: "patch", path, old_text: line, new_text: `${line} ${word}` };
        done(await callByProcess("text_editor", args, galley));
      } else {
        const content = [...lines.slice(0, at), `${line} ${word}`, ...lines.slice(at + 1)].join("\n");
        done(await callByProcess("text_editor", { action: "write", path, content: `${content}\n`, version }, galley));
      }
    } catch (error) {
      this.excused.add(word);
      throw error;
    }
  }

  /** Overwrites without asking: text saved between its read and its write must be in the history. */
  async actAsProgram(): Promise<void> {
    await this.#program;
    const work = async () => {
      const { galley } = this;
      const name = this.names[this.roll(documents)] ?? "";
      const lines = (await galley.onDisk(name)).split("\n");
      const at = this.roll(lines.length);
      const word = this.word("x");
      this.note(`program ${word} in ${name}`);
      const now = lines.with(at, `${lines[at]} ${word}`).join("\n");
      if (this.roll(2) === 0) return galley.writeExternally(name, now);
      await writeFile(galley.pathOf(".new"), now);
      await rename(galley.pathOf(".new"), galley.pathOf(name));
    };
    this.#program = work().catch((error: unknown) => this.note(`program: ${String(error)}`));
    await this.#program;
  }

  async restart(how: "kill" | "quit"): Promise<void> {
    const at = Date.now();
    this.note(`${how} ${await this.overview()}`);
    this.isDown = true;
    if (how === "kill") {
      await this.galley.kill();
      for (const [word, typed] of this.written)
        if (word.startsWith("p") && typed > at - RECOVERY_LAG_MS) this.excused.add(word);
    } else await this.galley.app.close();
    await this.startApp();
    this.note(`back with ${await this.overview()}`);
  }

  /** Reads the words of all versions in the history. */
  async readHistory(): Promise<Set<string>> {
    const found = new Set<string>();
    for (const name of this.names) {
      for (const page of this.pages) {
        const texts = await page.evaluate(async (path) => {
          const opened = await window.galley.request("document:open", path);
          if (!opened.ok || !opened.document) return null;
          const { doc } = opened.document;
          const listed = await window.galley.request("history:list", doc);
          if (!listed.ok) return null;
          const texts: string[] = [];
          for (const { version_id } of listed.versions) {
            const read = await window.galley.request("history:text", { doc, version_id });
            if (read.ok) texts.push(read.text);
          }
          return texts;
        }, this.galley.pathOf(name));
        if (texts === null) continue;
        for (const text of texts) for (const word of wordsOf(text)) found.add(word);
        break;
      }
    }
    return found;
  }

  /** Resolves open conflicts, waits until everything is saved, and accounts for every word. */
  async check(): Promise<void> {
    const untitled: string[] = [];
    let journal = -1;
    await expect(async () => {
      untitled.length = 0;
      for (const page of this.pages) {
        await this.dismiss(page);
        const conflicts = page.getByRole("group", { name: /conflict/i });
        const strips = page.getByRole("tab");
        for (let at = 0; at < (await strips.count()); at++) {
          await strips.nth(at).click({ timeout: 2000, position: { x: 20, y: 12 } });
          const previewFrame = page.locator('.group[data-active="true"] .reading-frame');
          if ((await previewFrame.count()) > 0) await page.keyboard.press("Control+e");
          for (let left = await conflicts.count(); left > 0; left = await conflicts.count())
            await conflicts.first().getByRole("button", { name: /^Mine/ }).click({ timeout: 2000 });
          await expect(page.locator('.group[data-active="true"] .cm-content')).toHaveCount(1, { timeout: 2000 });
          for (const { name, text } of await visibleTexts(page)) {
            if (name.startsWith("Untitled")) untitled.push(text);
            else expect({ name, text }).toEqual({ name, text: await this.galley.onDisk(name) });
          }
        }
      }
      const records = (await readdir(join(this.data, "journal"))).filter((name) => name.endsWith(".json"));
      journal = records.length - new Set(untitled).size;
      expect(journal).toBeLessThanOrEqual(0);
    }).toPass({ timeout: 50_000 });
    const historyWords = await this.readHistory();
    const filesOnDisk = new Set(untitled.flatMap(wordsOf));
    const duplicated: string[] = [];
    for (const name of this.names) {
      const words = wordsOf(await this.galley.onDisk(name));
      for (const word of words) {
        if (filesOnDisk.has(word)) duplicated.push(`${word} in ${name}`);
        filesOnDisk.add(word);
      }
    }
    const lost = [...this.written.keys()].filter(
      (word) => !filesOnDisk.has(word) && !historyWords.has(word) && !this.excused.has(word),
    );
    expect({ duplicated, lost }, `seed ${seed}`).toEqual({ duplicated: [], lost: [] });
  }
}

test("whatever happens in several windows at once, every word is in a text or in the history, exactly once", {
  tag: "@long",
}, async () => {
  test.setTimeout(steps * 2500 + 120_000);
  const [root, data] = [await folder("root"), await folder("data")];
  for (let at = 0; at < documents; at++) {
    const lines = Array.from({ length: paragraphs }, (_, n) => `Paragraph${n} of ${at} stands here.\n`).join("\n");
    await writeFile(
      join(root, `doc${at}.md`),
      `# Page ${at}\n\nSee [next](doc${(at + 1) % documents}.md).\n\n${lines}`,
    );
  }
  const session = new RandomSession(root, data, seededRandom(seed));
  await session.startApp();
  for (const name of session.names) await session.galley.open(name);
  const background = (async () => {
    while (!session.isOver) {
      await new Promise((done) => setTimeout(done, 100 + session.roll(500)));
      if (session.isDown || session.isOver) continue;
      // The app may be killed during a call.
      if (session.roll(4) === 0) await session.actAsProgram();
      else await session.actAsAgent().catch(() => session.note("agent cut off"));
    }
  })();
  const stop = async () => {
    session.isOver = true;
    await background.catch(() => {});
  };
  const round = Math.max(12, Math.floor(steps / Math.max(2, Math.round(steps / 60))));
  try {
    for (let step = 1; step <= steps; step++) {
      await session.actAsUser().catch((error: unknown) => session.note(`person: ${String(error).split("\n")[0]}`));
      if (step % round === 0 && step < steps) {
        await session.restart(session.roll(2) === 0 ? "kill" : "quit");
      }
    }
    await stop();
    await session.check();
  } catch (error) {
    console.log(`seed ${seed}\n${session.log.slice(-400).join("\n")}`);
    throw error;
  } finally {
    await stop();
    await session.galley.close().catch(() => {});
  }
});
