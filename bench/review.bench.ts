/** Two thousand edits of an agent in one megabyte: Page Down, Keep All and Undo All, compared with a bare CodeMirror window. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, type Page, test } from "@playwright/test";
import type { BarePage } from "./bare/editor";
import { report, sampleMarkdown, smooth, under } from "./figures";
import { pressKeys, startBoth } from "./side-by-side";

const edits = 2000;
const rounds = 5;
const [one, other] = ["潮水退去。", "潮水涨来。"];
const now = () => performance.timeOrigin + performance.now();

/** Replaces the first `edits` matches of `from`. */
function replaceTimes(text: string, from: string, to: string): string {
  let left = edits;
  return text.replaceAll(from, () => (left-- > 0 ? to : from));
}

/** Starts to wait until the renderer has no pending edits. The result is the time at which that was painted. */
async function watchDecision(page: Page): Promise<() => Promise<number>> {
  const handle = await page.evaluateHandle(() => {
    const decided = new Promise<number>((done) => {
      const check = () => {
        if (document.querySelector(".review-bar")) requestAnimationFrame(check);
        else setTimeout(() => done(performance.timeOrigin + performance.now()));
      };
      requestAnimationFrame(check);
    });
    // In an object: evaluateHandle would wait for a promise itself.
    return { decided };
  });
  return () => handle.evaluate(({ decided }) => decided);
}

test("two thousand edits that wait", async () => {
  const both = await startBoth(1_000_000);
  const { galley, rival } = both;
  const bar = galley.page.locator(".review-bar");
  let text = sampleMarkdown(1_000_000);
  const write = async (next: string) => {
    const read = await galley.agent("text_editor", { action: "read", path: "sample.md" });
    const asked = { action: "write", path: "sample.md", content: next, version: read.data?.["version"] };
    const answer = await galley.agent("text_editor", asked);
    if (!answer.ok) throw new Error(answer.message);
    await expect(bar).toContainText("2,000 edits", { timeout: 60_000 });
    await wait(1000);
  };
  const decide = async (command: string) => {
    const decided = await watchDecision(galley.page);
    const started = now();
    await galley.runMenuCommand(command);
    return (await decided()) - started;
  };
  const inRival = (name: "replaceMany" | "undo", ...args: [string, string, number] | []) =>
    rival.evaluate(([which, args]) => (window as unknown as BarePage)[which](...(args as [string, string, number])), [
      name,
      args,
    ] as const);

  const runs = { paged: [] as number[], barePaged: [] as number[], keep: [] as number[], undo: [] as number[] };
  const bare = { change: [] as number[], undo: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    await rival.bringToFront();
    const change = await inRival("replaceMany", one, other, edits);
    await rival.keyboard.press("Control+Home");
    const barePaged = await pressKeys(rival, Array(20).fill("PageDown"), 60);
    const undone = await inRival("undo");
    await galley.page.bringToFront();
    await write(replaceTimes(text, one, other));
    await galley.editor.focus();
    await galley.page.keyboard.press("Control+Home");
    const paged = await pressKeys(galley.page, Array(20).fill("PageDown"), 60);
    const undo = await decide("Undo All Edits in This Document");
    await write(replaceTimes(text, one, other));
    const keep = await decide("Keep All Edits in This Document");
    text = replaceTimes(text, one, other);
    await write(replaceTimes(text, other, one));
    await decide("Undo All Edits in This Document");
    text = sampleMarkdown(1_000_000);
    await galley.writeExternally("sample.md", text);
    await expect.poll(() => galley.onDisk("sample.md")).toBe(text);
    await wait(2000);
    // The first round only warms up both apps.
    if (round === 0) continue;
    bare.change.push(change);
    bare.undo.push(undone);
    runs.barePaged.push(...barePaged);
    runs.paged.push(...paged);
    runs.undo.push(undo);
    runs.keep.push(keep);
  }
  await report(
    "Page Down to paint with 2,000 pending edits",
    [
      { name: "CodeMirror alone", runs: runs.barePaged },
      { name: "Galley, 2,000 edits marked", runs: runs.paged },
    ],
    smooth("Galley", "CodeMirror", 1.5),
  );
  await report(
    "Two thousand edits kept or undone at once",
    [
      { name: "CodeMirror undoes 2,000 changes in memory", runs: bare.undo },
      { name: "CodeMirror makes 2,000 changes in memory", runs: bare.change },
      { name: "Galley, Undo All, until saved and painted", runs: runs.undo },
      { name: "Galley, Keep All, until painted", runs: runs.keep },
    ],
    under("Galley, Undo All", "max", 1000, "under a second"),
  );
  await both.close();
});
