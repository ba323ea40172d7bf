/**
 * The user, an agent and an external program write in one document in a pseudo-random order, with crashes and a hanging renderer. Every word is
 * unique, so each one can be accounted for at the end.
 */

import { rename, writeFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { callByProcess, folder, type GalleyApp, start } from "./launch";
import { test } from "./test";

const isLong = Boolean(process.env["GALLEY_LONG"]);
const seconds = Number(process.env["GALLEY_SOAK_SECONDS"] ?? (isLong ? 300 : 3));
const seed = Number(process.env["GALLEY_SEED"] ?? (isLong ? Date.now() % 100_000 : 7));
const paragraphs = 12;
const text = `# Page\n\n${Array.from({ length: paragraphs }, (_, at) => `Paragraph${at} stands here.\n`).join("\n")}`;
const name = "page.md";
/** Text typed this many milliseconds before a crash may be lost: one second, and more on a busy machine. */
const RECOVERY_LAG_MS = process.env["CI"] ? 4000 : 1000;

/** Words by writer: `p` the user, `a` the agent, `x` the external program. */
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

class RandomSession {
  galley!: GalleyApp;
  /** When each word was typed or written. */
  readonly written = new Map<string, number>();
  /** Words that were undone by the user, or typed right before a crash. */
  readonly excused = new Set<string>();
  readonly seenInHistory = new Set<string>();
  readonly counts: Record<string, number> = {};
  isOver = false;
  isDown = false;
  readonly #readVersions = new Set<string>();
  #words = 0;

  constructor(
    readonly root: string,
    readonly data: string,
    readonly roll: (sides: number) => number,
  ) {}

  word(who: "p" | "a" | "x"): string {
    const word = `${who}${this.#words++}q`;
    this.written.set(word, Date.now());
    return word;
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  async startApp(): Promise<void> {
    this.galley = await start({ root: this.root, data: this.data });
    if ((await this.galley.page.getByRole("tab", { name }).count()) === 0) await this.galley.open(name);
    else await this.galley.page.getByRole("tab", { name }).click();
    this.isDown = false;
  }

  /** The complete text of the editor; the DOM only has the visible lines. */
  pageText(): Promise<string> {
    return this.galley.editor.evaluate((content) => {
      type Editor = { cmTile: { root: { view: { state: { doc: { toString(): string } } } } } };
      return (content as unknown as Editor).cmTile.root.view.state.doc.toString();
    });
  }

  /** Text that the user removes on purpose may be lost. */
  async excuseRemoved(work: () => Promise<void>): Promise<void> {
    const before = await this.pageText();
    await work();
    const after = new Set(wordsOf(await this.pageText()));
    for (const word of wordsOf(before)) if (!after.has(word)) this.excused.add(word);
  }

  /** The line to write in: a random one, or the one in which the user types. */
  lineOf(lines: readonly string[]): number {
    const last = [...this.written.keys()].findLast((word) => word.startsWith("p")) ?? "";
    const near = lines.findLastIndex((line) => line.includes(last.slice(0, -2)));
    return this.roll(2) === 0 && near >= 0 ? near : this.roll(lines.length);
  }

  async actAsUser(): Promise<void> {
    const { page, editor } = this.galley;
    const conflicts = page.getByRole("group", { name: /conflict/i });
    const what = this.roll(20);
    if ((await conflicts.count()) > 0 && what < 8) {
      this.count("conflict settled");
      const choice = this.roll(2) === 0 ? /^Mine/ : /^Theirs/;
      // The external program may resolve or move the conflict first.
      const resolve = () => conflicts.first().getByRole("button", { name: choice }).click({ timeout: 2000 });
      await this.excuseRemoved(() => resolve().catch(() => {}));
      return;
    }
    if (what === 19) {
      this.count("undo");
      await editor.focus();
      await this.excuseRemoved(() => page.keyboard.press("Control+z"));
      return;
    }
    if (what === 17 && this.roll(4) === 0) return this.closeTab();
    if (what === 18) {
      this.count("hang");
      await page.evaluate(() => {
        for (const until = performance.now() + 700; performance.now() < until; );
      });
      return;
    }
    await editor.focus();
    if (this.roll(3) === 0) {
      await page.keyboard.press("Control+Home");
      for (let down = this.roll(paragraphs * 2); down > 0; down--) await page.keyboard.press("ArrowDown");
    }
    // Never into another word, where undo or a restart may have put the cursor.
    await page.keyboard.press("End");
    if (this.roll(10) === 0) await page.keyboard.press("Enter");
    const word = this.word("p");
    await page.keyboard.type(` ${word} `, { delay: this.roll(25) });
    // Typing takes a while on a busy machine: the word is complete only now.
    this.written.set(word, Date.now());
    this.count("typed");
    if (this.roll(4) === 0) await page.waitForTimeout(this.roll(1600));
  }

  async actAsAgent(): Promise<void> {
    const { galley } = this;
    const read = await callByProcess("text_editor", { action: "read", path: name }, galley);
    if (!read.ok) return this.count(`agent: ${read.error?.code}`);
    const lines = read.data?.["lines"] as string[];
    const at = this.lineOf(lines);
    const line = lines[at] ?? "";
    const word = this.word("a");
    const done = (answer: { ok: boolean; error?: { code: string } }) => {
      this.count(answer.ok ? "agent wrote" : `agent: ${answer.error?.code}`);
      // The write was rejected, so the word never was in the document.
      if (!answer.ok) this.excused.add(word);
    };
    const how = this.roll(4);
    if (how < 2) {
      const edits = [{ from: at + 1, content: `${word} new line\n` }];
      done(
        await callByProcess(
          "text_editor",
          { action: "patch", path: name, edits, version: read.data?.["version"] },
          galley,
        ),
      );
    } else if (how === 2) {
      const args = { action: "patch", path: name, old_text: line, new_text: `${line} ${word}` };
      done(await callByProcess("text_editor", args, galley));
    } else {
      const content = [...lines.slice(0, at), `${line} ${word}`, ...lines.slice(at + 1)].join("\n");
      const args = { action: "write", path: name, content: `${content}\n`, version: read.data?.["version"] };
      done(await callByProcess("text_editor", args, galley));
    }
  }

  /** Overwrites without asking: text saved between its read and its write must be in the history. */
  async actAsProgram(): Promise<void> {
    const { galley } = this;
    const before = await galley.onDisk(name);
    const lines = before.split("\n");
    const at = this.lineOf(lines);
    const now = lines.with(at, `${lines[at]} ${this.word("x")}`).join("\n");
    this.count("program wrote");
    if (this.roll(2) === 0) return galley.writeExternally(name, now);
    await writeFile(galley.pathOf(".new"), now);
    await rename(galley.pathOf(".new"), galley.pathOf(name));
  }

  async crash(): Promise<void> {
    this.count("crash");
    const at = Date.now();
    this.isDown = true;
    await this.galley.kill();
    for (const [word, typed] of this.written)
      if (word.startsWith("p") && typed > at - RECOVERY_LAG_MS) this.excused.add(word);
    await this.startApp();
  }

  /** Quits while the user types: no text may be lost. */
  async quit(): Promise<void> {
    this.count("quit");
    this.isDown = true;
    await this.galley.app.close();
    await this.startApp();
  }

  /** Closing a tab saves first; with a conflict the tab stays open. */
  async closeTab(): Promise<void> {
    this.count("tab closed");
    const { page } = this.galley;
    await page.keyboard.press("Control+w");
    const tab = page.getByRole("tab", { name });
    const conflict = page.getByRole("group", { name: /conflict/i });
    await expect.poll(async () => (await tab.count()) === 0 || (await conflict.count()) > 0).toBe(true);
    if ((await tab.count()) === 0) await this.galley.open(name);
    await expect(this.galley.editor).toBeVisible();
  }

  /** Reads all versions in the history: their words are safe. */
  async readHistory(): Promise<void> {
    const texts = await this.galley.page.evaluate(
      async ({ path, known }) => {
        const opened = await window.galley.request("document:open", path);
        if (!opened.ok || !opened.document) throw new Error("not open");
        const { doc } = opened.document;
        const listed = await window.galley.request("history:list", doc);
        if (!listed.ok) throw new Error(listed.error.message);
        const fresh = listed.versions.filter(({ version_id }) => !known.includes(version_id));
        return Promise.all(
          fresh.map(async ({ version_id }) => {
            const read = await window.galley.request("history:text", { doc, version_id });
            return { version_id, text: read.ok ? read.text : "" };
          }),
        );
      },
      { path: this.galley.pathOf(name), known: [...this.#readVersions] },
    );
    for (const { version_id, text } of texts) {
      this.#readVersions.add(version_id);
      for (const word of wordsOf(text)) this.seenInHistory.add(word);
    }
  }

  /** Resolves open conflicts, waits until everything is saved, and accounts for every word. */
  async check(): Promise<void> {
    const { page } = this.galley;
    const conflicts = page.getByRole("group", { name: /conflict/i });
    await expect(async () => {
      for (let left = await conflicts.count(); left > 0; left = await conflicts.count())
        await conflicts.first().getByRole("button", { name: /^Mine/ }).click({ timeout: 2000 });
      await expect(page.locator('.status-state[data-state="saved"]')).toBeVisible({ timeout: 3000 });
      const onDisk = await this.galley.onDisk(name);
      expect(await this.pageText()).toBe(onDisk);
    }).toPass({ timeout: 40_000 });
    await this.readHistory();
    const onDisk = wordsOf(await this.galley.onDisk(name));
    const onDiskNow = new Set(onDisk);
    const duplicated = onDisk.filter((word, at) => onDisk.indexOf(word) !== at);
    const lost = [...this.written.keys()].filter(
      (word) => !onDiskNow.has(word) && !this.seenInHistory.has(word) && !this.excused.has(word),
    );
    expect({ duplicated, lost }, `seed ${seed}`).toEqual({ duplicated: [], lost: [] });
  }
}

test("whatever a person, an agent, another program and crashes do, every word is in the text or in history", async () => {
  test.setTimeout(seconds * 2000 + 120_000);
  const [root, data] = [await folder("root"), await folder("data")];
  await writeFile(`${root}/${name}`, text);
  const session = new RandomSession(root, data, seededRandom(seed));
  await session.startApp();
  const until = Date.now() + seconds * 1000;
  const background = (async () => {
    while (!session.isOver) {
      await new Promise((done) => setTimeout(done, session.roll(400)));
      if (session.isDown || session.isOver) continue;
      // The app may be killed during a call.
      if (session.roll(4) === 0) await session.actAsProgram();
      else await session.actAsAgent().catch(() => session.count("agent cut off"));
    }
  })();
  const rounds = Math.max(1, Math.round(seconds / 15));
  try {
    for (let round = 1; round <= rounds; round++) {
      const end = until - ((rounds - round) * seconds * 1000) / rounds;
      while (Date.now() < end) await session.actAsUser();
      await (round % 2 === 1 ? session.crash() : session.quit());
      if (round === rounds) session.isOver = true;
      if (round === rounds) await background;
      else await session.readHistory();
    }
    await session.check();
  } finally {
    session.isOver = true;
    await background.catch(() => {});
    if (isLong) console.log(`seed ${seed}: ${JSON.stringify(session.counts)}`);
    await session.galley.close();
  }
});
