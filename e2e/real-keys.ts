/** Keys and mouse events of the X server itself, sent with xdotool: they pass through everything that a user's own keys pass through. */
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Locator, test } from "@playwright/test";
import type { GalleyApp } from "./launch";

const run = promisify(execFile);

/** The part of CodeMirror's view with which the tests read the text and set the cursor. */
type View = {
  state: { doc: { toString(): string }; selection: { main: { anchor: number; head: number } } };
  dispatch(spec: object): void;
};
type Content = { cmTile: { root: { view: View } } };

/** Skips the tests of a file, with the reason, where real keys cannot be sent. */
export function requireRealKeys(): void {
  test.skip(process.platform !== "linux", "Real keys are sent through an X server.");
  const isMissing = spawnSync("xdotool", ["version"]).error !== undefined;
  test.skip(isMissing, "xdotool is not installed. On Debian and Ubuntu: sudo apt-get install xdotool");
}

/** What a user's hands do, with the keyboard names of X such as `ctrl+b`, `Return`, `shift+Left`. */
export type RealKeys = {
  /** Presses keys one after the other, and waits until the app has handled them. */
  press(...keys: string[]): Promise<void>;
  /** Presses and releases keys in the given order, such as `+alt`, `+Down`, `-alt`, `-Down`. */
  hold(...steps: string[]): Promise<void>;
  /** Types characters of the keyboard's layout, and waits until the app has handled them. */
  type(text: string): Promise<void>;
  /** Types each text and presses `key` after it, without waiting for the app: the next text begins `pauseMs` after the key. */
  typeEach(texts: readonly string[], key: string, pauseMs: number): Promise<void>;
  /** Presses the mouse button at the middle of an element, or `clicks` times. */
  click(target: Locator, clicks?: number): Promise<void>;
  /** Drags from the middle of an element by a distance in CSS pixels. */
  drag(target: Locator, by: { x: number; y: number }): Promise<void>;
  /** The text of the editor with `‸` at the cursor, or `«` at the anchor and `‸` at the head of a selection. */
  shown(): Promise<string>;
  /** Replaces the text of the editor by one in that notation, as one transaction. */
  put(marked: string): Promise<void>;
};

/** Takes `‸` and `«` out of a text. A text without marks has the cursor at its end.  */
function readMarks(marked: string): { text: string; anchor: number; head: number } {
  let text = "";
  let anchor: number | null = null;
  let head: number | null = null;
  for (const char of marked) {
    if (char === "«") anchor = text.length;
    else if (char === "‸") head = text.length;
    else text += char;
  }
  const at = head ?? text.length;
  return { text, anchor: anchor ?? at, head: at };
}

function writeMarks(text: string, anchor: number, head: number): string {
  const marks = anchor === head ? [[head, "‸"] as const] : [[anchor, "«"] as const, [head, "‸"] as const];
  return marks.sort((a, b) => b[0] - a[0]).reduce((all, [at, mark]) => all.slice(0, at) + mark + all.slice(at), text);
}

/** Gives the app's window the keyboard of its X display, and counts the keys that arrive. */
export async function realKeys(galley: GalleyApp): Promise<RealKeys> {
  const { app, page, editor } = galley;
  const xdotool = (...args: string[]) => run("xdotool", args);
  const handle = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .sort((a, b) => a.id - b.id)[0]
      ?.getNativeWindowHandle()
      .readUInt32LE(0),
  );
  await xdotool("windowfocus", "--sync", String(handle));
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true);
  await page.evaluate(() => {
    const counted = globalThis as unknown as { realKeyCount?: number };
    if (counted.realKeyCount !== undefined) return;
    counted.realKeyCount = 0;
    const modifiers = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph"]);
    addEventListener(
      "keyup",
      ({ key }) => {
        if (!modifiers.has(key)) counted.realKeyCount = (counted.realKeyCount ?? 0) + 1;
      },
      { capture: true },
    );
  });
  const count = () => page.evaluate(() => (globalThis as unknown as { realKeyCount: number }).realKeyCount);
  const until = async (expected: number) => {
    await expect.poll(count, { intervals: [5, 10, 20, 50] }).toBeGreaterThanOrEqual(expected);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  };
  const middleOf = async (target: Locator) => {
    const box = await target.boundingBox();
    if (!box) throw new Error("the element is not visible");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const moveTo = async ({ x, y }: { x: number; y: number }) => {
    const bounds = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.getContentBounds());
    const scale = await page.evaluate(() => window.devicePixelRatio);
    await xdotool(
      "mousemove",
      "--sync",
      `${Math.round((bounds?.x ?? 0) + x * scale)}`,
      `${Math.round((bounds?.y ?? 0) + y * scale)}`,
    );
  };
  return {
    async press(...keys) {
      const before = await count();
      await xdotool("key", "--delay", "8", ...keys);
      await until(before + keys.length);
    },
    async hold(...steps) {
      const before = await count();
      for (const step of steps) await xdotool(step.startsWith("+") ? "keydown" : "keyup", step.slice(1));
      await until(before + steps.filter((step) => /^-(?!alt|ctrl|shift)/.test(step)).length);
    },
    async type(text) {
      const before = await count();
      await xdotool("type", "--delay", "8", "--", text);
      await until(before + text.length);
    },
    async typeEach(texts, key, pauseMs) {
      const before = await count();
      const steps = texts.flatMap((text) => [
        ...["type", "--delay", "8", "--args", "1", text],
        ...["key", key, "sleep", String(pauseMs / 1000)],
      ]);
      await xdotool(...steps);
      await until(before + texts.reduce((sum, text) => sum + text.length + 1, 0));
    },
    async click(target, clicks = 1) {
      await moveTo(await middleOf(target));
      await xdotool("click", "--repeat", String(clicks), "--delay", "40", "1");
    },
    async drag(target, by) {
      const from = await middleOf(target);
      await moveTo(from);
      await xdotool("mousedown", "1");
      for (let step = 1; step <= 5; step++)
        await moveTo({ x: from.x + (by.x * step) / 5, y: from.y + (by.y * step) / 5 });
      await xdotool("mouseup", "1");
    },
    async shown() {
      const { text, anchor, head } = await editor.evaluate((content) => {
        const { state } = (content as unknown as Content).cmTile.root.view;
        const { anchor, head } = state.selection.main;
        return { text: state.doc.toString(), anchor, head };
      });
      return writeMarks(text, anchor, head);
    },
    async put(marked) {
      await editor.evaluate((content, { text, anchor, head }) => {
        const { view } = (content as unknown as Content).cmTile.root;
        const to = view.state.doc.toString().length;
        view.dispatch({ changes: { from: 0, to, insert: text }, selection: { anchor, head }, scrollIntoView: true });
      }, readMarks(marked));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    },
  };
}
