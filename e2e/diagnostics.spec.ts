/** The diagnostics dialog in a real app: its contents, and that its report has nothing from documents or the home folder. */
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

test("the diagnostics show Galley's state, can be checked, and are copied without document text [A26 E19] @long", async () => {
  const secret = "a sentence that stays in its document";
  const galley = await start({ files: { "notes.md": `# Notes\n\n${secret}\n` }, open: [".", "notes.md"] });
  const { app, page } = galley;
  await expect(galley.editor).toContainText(secret);
  await galley.runMenuCommand("About and Diagnostics");
  const dialog = page.getByRole("dialog", { name: "About and diagnostics" });

  const protection = dialog.getByRole("region", { name: "Security" });
  await expect(protection.getByRole("definition")).toHaveCount(12);
  const state = (title: string) =>
    protection
      .locator("div")
      .filter({ has: page.getByRole("term").filter({ hasText: title }) })
      .getByRole("definition");
  for (const title of ["Isolation", "Content policy", "No network access"]) await expect(state(title)).toHaveText("On");
  // When run from a checkout, Electron has its default fuses.
  await expect(state("RunAsNode disabled")).toHaveText("Packaged app only");
  await expect(dialog.getByRole("region", { name: "Locations" })).toContainText(galley.data);
  await expect(dialog.getByRole("region", { name: "Agents" })).toContainText("HTTP server is off.");
  expect(await axeFindings(page, "in the sample")).toEqual([]);

  await dialog.getByRole("button", { name: "Check everything" }).click();
  await expect(dialog.getByText(/^Last full check: /)).toBeVisible();
  await dialog.getByRole("button", { name: "Copy as text" }).click();
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^Galley \d/);
  const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toContain("- sandbox: ");
  expect(copied).toContain("- history: sound, ");
  for (const excluded of [secret, "notes.md"]) expect(copied).not.toContain(excluded);

  // The agent's call history stays available, one click away.
  await dialog.getByRole("button", { name: "Show agents" }).click();
  await expect(dialog).toBeHidden();
  await galley.close();
});
