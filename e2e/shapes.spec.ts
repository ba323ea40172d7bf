/** Extreme documents in the real app: no operation of the user blocks the renderer or changes the text. */
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import type { GalleyApp } from "./launch";
import { type Shape, shapes } from "./shapes/shapes";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { createWorkMeter, measureSlowness } from "./work-meter";

const start = shareApp();

/**
 * Milliseconds of CPU work for each operation. Work, not time, because everything takes longer on a busy machine. The renderer must never be blocked
 * for 200 ms (F27). The work of one key or command with all of its effects stays below that; operations in many slices (opening, eleven jumps through
 * the text, previewing) have a limit for their sum, which does not limit the longest slice. Each of these documents once took one to fifteen seconds;
 * most now take a quarter of the limit. On a slower machine the limits grow with the time of a fixed piece of work.
 */
const LIMITS_MS = { atOnce: 200, inSlices: 1200 };

const INTERRUPTIBLE = new Set(["opening", "scrolling", "reading"]);

const limitFor = (what: string, slowness: number): number =>
  slowness * (INTERRUPTIBLE.has(what) ? LIMITS_MS.inSlices : LIMITS_MS.atOnce);

/** Milliseconds of work by operation, and how much slower than usual the machine was before or after. */
type Measured = { costs: Record<string, number>; slowness: number };

const sample: Shape[] = ["line of 5 MB", "table of 100,000 columns", "10,000 nested lists", "50,000 headings"];
const isLong = process.env["GALLEY_LONG"] !== undefined;

async function measureShape(galley: GalleyApp, shape: Shape, name: string): Promise<Measured> {
  const { page, editor } = galley;
  const measureWork = await createWorkMeter(page);
  const slownessBefore = await measureSlowness(page, measureWork);
  const text = shapes[shape]();
  const scroll = () =>
    page.evaluate(async () => {
      const scroller = [...document.querySelectorAll(".cm-scroller")].find((each) => each.checkVisibility());
      for (let step = 0; step <= 10 && scroller; step++) {
        scroller.scrollTop = (scroller.scrollHeight * step) / 10;
        await new Promise((done) => requestAnimationFrame(done));
      }
    });
  const costs: Record<string, number> = {};
  costs["opening"] = await measureWork(async () => {
    await galley.open(name);
    await expect(editor).toContainText(/\S/);
  });
  // The rest loads progressively; until then the document cannot be edited.
  await expect(page.locator(".status-state")).toHaveAttribute("data-state", "saved", { timeout: 60_000 });
  await editor.focus();
  costs["scrolling"] = await measureWork(scroll);
  costs["the end"] = await measureWork(() => page.keyboard.press("Control+End"));
  costs["typing"] = await measureWork(() => page.keyboard.type("abc"));
  costs["copying"] = await measureWork(async () => {
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
  });
  const length = () => galley.app.evaluate(async ({ clipboard }) => (await clipboard.readText()).length);
  await expect.poll(length, `${shape}: all of it is copied`).toBe(text.length + 3);
  costs["the start"] = await measureWork(() => page.keyboard.press("Control+Home"));
  costs["reading"] = await measureWork(async () => {
    await galley.runMenuCommand("Preview");
    const block = page.locator(".reading-frame").contentFrame().locator(".block").first();
    // If the worker takes longer, nothing is blocked.
    await block.waitFor({ state: "attached", timeout: 4000 }).catch(() => {});
  });
  costs["writing"] = await measureWork(() => galley.runMenuCommand("Preview"));
  await galley.runMenuCommand("Save");
  await expect(page.locator(".status-state")).toHaveAttribute("data-state", "saved", { timeout: 60_000 });
  expect((await readFile(galley.pathOf(name), "utf8")) === `${text}abc`, `${shape}: nothing else was changed`).toBe(
    true,
  );
  return { costs, slowness: Math.max(slownessBefore, await measureSlowness(page, measureWork)) };
}

test("extreme documents are opened, scrolled, edited, copied and previewed without blocking the window", {
  tag: "@long",
}, async () => {
  const names = Object.fromEntries(sample.map((shape, index) => [shape, `odd ${index}.md`])) as Record<Shape, string>;
  const files = Object.fromEntries(sample.map((shape) => [names[shape], shapes[shape]()]));
  test.setTimeout(300_000);
  const galley = await start({ files });
  for (const shape of sample) {
    const { costs, slowness } = await measureShape(galley, shape, names[shape]);
    for (const [what, cost] of Object.entries(costs))
      expect(cost, `${shape}: ${what}, ms of work`).toBeLessThan(limitFor(what, slowness));
    if (shape === "line of 5 MB")
      await expect(galley.page.getByText("Plain text: a line has 5,000,000 characters")).toBeVisible();
  }
  await galley.close();
});

for (const shape of isLong ? (Object.keys(shapes) as Shape[]).filter((each) => !sample.includes(each)) : [])
  test(`${shape}: no operation blocks the window`, async () => {
    const galley = await start({ files: { "odd.md": shapes[shape]() } });
    const { costs, slowness } = await measureShape(galley, shape, "odd.md");
    for (const [what, cost] of Object.entries(costs))
      expect.soft(cost, `${what}, ms of work`).toBeLessThan(limitFor(what, slowness));
    await galley.close();
  });
