/** The app is killed during a rename that updates links, and started again. */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { expect } from "@playwright/test";
import { folder, type GalleyApp, start } from "./launch";
import { test } from "./test";

const COUNT = 60;
const files = Object.fromEntries([
  ["old.md", "# Old\n"],
  ...Array.from({ length: COUNT }, (_, index) => [`n${index}.md`, `[one](old.md) and [[old]]\n`]),
]);

const countUpdatedLinks = async (galley: GalleyApp): Promise<number> => {
  const texts = await Promise.all(Array.from({ length: COUNT }, (_, index) => galley.onDisk(`n${index}.md`)));
  return texts.filter((text) => text === "[one](new.md) and [[new]]\n").length;
};

/** Polls the condition as often as possible. */
async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; !(await condition()); )
    if (Date.now() > end) throw new Error("the condition was not met in time");
}

// The short run kills at the last moment only; src/main/app/links/unfinished-updates.test.ts interrupts at each, without killing.
const moments = ["the record is there", "the file has its new name", "some links are updated"] as const;
for (const step of process.env["GALLEY_LONG"] ? moments : moments.slice(2))
  test(`after a kill when ${step}, the next start offers to update the remaining links, and does @long`, async () => {
    const [root, data] = [await folder("root"), await folder("data")];
    const first = await start({ root, data, files, open: [".", "old.md"] });
    await expect(first.editor).toBeVisible();
    await first.page.evaluate(
      ([from, to]) => {
        type Page = { galley: { request(name: string, argument: unknown): Promise<unknown> } };
        void (window as unknown as Page).galley.request("links:move", { from, to });
      },
      [first.pathOf("old.md"), first.pathOf("new.md")] as const,
    );
    const steps = {
      "the record is there": async () =>
        (await readdir(`${data}/mends`).catch(() => [])).some(
          (name) => name.endsWith(".json") && !name.startsWith("."),
        ),
      "the file has its new name": () => existsSync(first.pathOf("new.md")),
      "some links are updated": async () => (await countUpdatedLinks(first)) > 3,
    };
    await waitUntil(steps[step]);
    await first.kill();

    const second = await start({ root, data });
    const { page } = second;
    if (existsSync(second.pathOf("old.md"))) {
      // Killed before the rename: nothing changed, and there is no notice.
      expect(await countUpdatedLinks(second)).toBe(0);
    } else if ((await countUpdatedLinks(second)) < COUNT) {
      const notice = page.locator(".notice", { hasText: "still use the old name" });
      await expect(notice).toContainText("old.md was renamed to new.md");
      if (process.env["GALLEY_PICTURES"]) await page.screenshot({ path: `${process.env["GALLEY_PICTURES"]}/mend.png` });
      await notice.getByRole("button", { name: "Update Links" }).click();
      await expect(page.getByText(/^\d+ links? updated in \d+ files?\.$/)).toBeVisible();
      await expect.poll(() => countUpdatedLinks(second)).toBe(COUNT);
    }
    // A record without remaining links is removed once the renderer has asked for it.
    const remainingRecords = async () =>
      (await readdir(`${data}/mends`).catch(() => [])).filter((name) => name.endsWith(".json"));
    await expect.poll(remainingRecords).toEqual([]);
    await second.kill();
  });
