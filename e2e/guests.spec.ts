/** The page for guests of a shared folder, in a real browser without anything of Galley: a real server, real keys, plain files. */
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe";
import { firefox, startFirefox } from "./firefox";
import { type GuestBrowser, guestBrowsers, startGuestBrowser } from "./guest-browser";
import { type GuestServer, startGuestServer } from "./guest-server";
import { test } from "./test";

const LETTER = "# Letter\n\nDear Ben,\n\nthe harbour was empty.\n\n$x^2$\n";

let server: GuestServer;
let browser: Pick<GuestBrowser, "close"> | undefined;
let pages: GuestBrowser;

test.beforeEach(async () => {
  server = await startGuestServer({ "letter.md": LETTER, ".env": "KEY=1\n" });
});
test.afterEach(async () => {
  await browser?.close();
  await server.close();
});

/** Opens a link as a guest of this name, and then the letter. Returns what the page reported as broken. */
async function enter(role: "reader" | "commenter" | "editor", name: string): Promise<{ page: Page; broken: string[] }> {
  const page = await pages.open(server.link(role));
  const broken: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") broken.push(message.text());
  });
  page.on("pageerror", (error) => broken.push(String(error)));
  // The secret leaves the address before anything else.
  expect(page.url()).not.toContain("#");
  await page.getByLabel("Your name").fill(name);
  await page.keyboard.press("Enter");
  await expect(page.locator("html[data-ready]")).toBeAttached();
  await page.getByRole("treeitem", { name: "letter.md" }).dblclick();
  await expect(editorOf(page)).toContainText("the harbour was empty.");
  return { page, broken };
}

const editorOf = (page: Page) => page.locator(".cm-content");

/** What the page cannot do is not offered. */
async function expectNothingOfTheMachine(page: Page): Promise<void> {
  for (const name of ["New document", "Assistant", "No agents", "New file", "New folder"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  await page.keyboard.press("F1");
  await page.keyboard.type("export");
  await expect(page.getByRole("option")).toHaveCount(0);
  await page.keyboard.press("Escape");
}

for (const name of process.env["GALLEY_LONG"] ? guestBrowsers : guestBrowsers.slice(0, 1))
  test(`guests write, comment and read one document in ${name}, and it is in the file`, async () => {
    browser = pages = await startGuestBrowser(name);
    const ann = await enter("editor", "Ann");
    const ben = await enter("editor", "Ben");
    await editorOf(ann.page).getByText("the harbour was empty.").click();
    await ann.page.keyboard.press("End");
    await ann.page.keyboard.type(" It was noon.");
    await expect(editorOf(ben.page)).toContainText("the harbour was empty. It was noon.");
    await expect.poll(() => server.onDisk("letter.md")).toContain("the harbour was empty. It was noon.");
    // Both write at once, and one undo takes back one's own words only.
    await editorOf(ben.page).getByText("Dear Ben,").click();
    await ben.page.keyboard.press("End");
    await ben.page.keyboard.type(" dear Cleo,");
    await ann.page.keyboard.type(" And quiet.");
    const both = "# Letter\n\nDear Ben, dear Cleo,\n\nthe harbour was empty. It was noon. And quiet.\n\n$x^2$\n";
    await expect.poll(() => server.onDisk("letter.md")).toBe(both);
    await expect(editorOf(ann.page)).toContainText("dear Cleo,");
    await ben.page.keyboard.press("Control+z");
    await expect.poll(() => server.onDisk("letter.md")).not.toContain("Cleo,");
    expect(await server.onDisk("letter.md")).toContain("It was noon. And quiet.");
    // What a program writes in the server's folder arrives as well.
    await server.writeExternally("letter.md", `${both}\nA last line.\n`);
    await expect(editorOf(ann.page)).toContainText("A last line.");

    const cleo = await enter("commenter", "Cleo");
    await editorOf(cleo.page).getByText("Dear Ben").click();
    await cleo.page.keyboard.type("not written");
    await cleo.page.keyboard.press("Home");
    await cleo.page.keyboard.press("Shift+End");
    await cleo.page.keyboard.press("Control+Alt+m");
    await cleo.page.keyboard.type("Which Ben?");
    await cleo.page.keyboard.press("Control+Enter");
    await ben.page.getByRole("button", { name: "Comments", exact: true }).click();
    await expect(ben.page.locator(".sidebar")).toContainText("Which Ben?");
    await expect(ben.page.locator(".sidebar")).toContainText("Cleo (guest)");
    expect(await server.onDisk("letter.md")).not.toContain("not written");

    await ben.page.keyboard.press("Control+Alt+h");
    await expect(ben.page.locator(".aside")).toContainText("Ann (guest)");
    await expectNothingOfTheMachine(ann.page);
    expect(await axeFindings(ann.page)).toEqual([]);
    for (const { broken } of [ann, ben, cleo]) expect(broken).toEqual([]);
  });

test("a guest writes in Firefox, and sees what another one writes", async () => {
  test.skip(!process.env["GALLEY_LONG"] || firefox === undefined, "needs an installed Firefox");
  const fox = await startFirefox();
  browser = fox;
  await fox.open(server.link("editor"));
  await expect.poll(() => fox.evaluate("location.href")).not.toContain("#");
  await fox.type("Fay\uE007");
  await expect.poll(() => fox.evaluate("document.documentElement.hasAttribute('data-ready')")).toBe(true);
  await fox.type("\uE009p\uE000letter");
  await expect.poll(() => fox.evaluate("document.querySelectorAll('[role=option]').length")).toBe(1);
  await fox.type("\uE007");
  const text = () => fox.evaluate("document.querySelector('.cm-content')?.textContent ?? ''");
  await expect.poll(text).toContain("the harbour was empty.");
  await fox.type("Fay writes. ");
  await expect.poll(() => server.onDisk("letter.md")).toBe(`Fay writes. ${LETTER}`);
  await server.writeExternally("letter.md", `Fay writes. ${LETTER}\nA last line.\n`);
  await expect.poll(text).toContain("A last line.");
  // The formula is drawn, in a frame of its own.
  await expect.poll(() => fox.evaluate("document.querySelectorAll('.cm-content math').length")).toBe(1);
});
