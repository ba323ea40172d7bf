/** PDFs in a tab of their own, with real keys: those pressed in the frame of a PDF pass through Chromium's viewer. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { realKeys, requireRealKeys } from "./real-keys";
import { shareApp } from "./shared-app";
import { test } from "./test";

requireRealKeys();
const run = promisify(execFile);
const start = shareApp("all files");

/** A PDF of one page with a link, a field, and scripts that would change both if they ran. */
function hostilePdf(text: string, pages = 1): Buffer {
  const kids = Array.from({ length: pages }, () => "3 0 R").join(" ");
  const words = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\('owned'\\); this.getField\\('t'\\).value='OWNED';)>>/AcroForm<</Fields[7 0 R]/DA(/F1 12 Tf)/DR<</Font<</F1 5 0 R>>>>>>>>",
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[6 0 R 7 0 R]>>",
    `<</Length ${words.length}>>stream\n${words}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    "<</Type/Annot/Subtype/Link/Rect[0 0 595 842]/A<</S/URI/URI(https://example.com/x)>>>>",
    "<</Type/Annot/Subtype/Widget/FT/Tx/T(t)/V(untouched)/Rect[72 600 400 640]/F 4/DA(/F1 12 Tf 0 g)>>",
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.7\n${body}trailer<</Size 8/Root 1 0 R>>\n%%EOF`, "latin1");
}

test("a PDF is shown with zoom, fit and the other PDFs of its folder, by keyboard; it runs nothing, and its links are asked about", async () => {
  const galley = await start({ files: { "a.md": "hello\n" } });
  const { page } = galley;
  const hands = await realKeys(galley);
  // Its keys reach no page that could count them.
  const press = (key: string) => run("xdotool", ["key", key]);
  await writeFile(join(galley.root, "chart 1.pdf"), hostilePdf("Harbour", 3));
  await writeFile(join(galley.root, "chart 2.pdf"), "no PDF at all");
  await writeFile(join(galley.root, "chart 3.pdf"), hostilePdf("Quay").subarray(0, 400));
  await page.keyboard.press("Control+P");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.type("chart 1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "chart 1.pdf", selected: true })).toBeVisible();
  const view = page.getByRole("tabpanel");
  await expect(view).toContainText("Page 1 of 3");
  const frame = page.getByTitle("PDF chart 1.pdf");
  await expect(frame).toBeFocused();
  const scale = page.getByRole("status").filter({ hasText: /^\d+%$/ });
  await press("1");
  await expect(scale).toHaveText("100%");
  await press("plus");
  await expect(scale).toHaveText("110%");
  await press("0");
  await expect(page.getByRole("button", { name: "Fit", exact: true })).toHaveAttribute("aria-pressed", "true");
  await press("End");
  await expect(view).toContainText("Page 3 of 3");
  expect(await axeFindings(page)).toEqual([]);

  await galley.app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (async (...args: unknown[]) => {
      (globalThis as { asked?: string }).asked = JSON.stringify(args.at(-1));
      return { response: 1, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  });
  await hands.click(frame);
  await expect
    .poll(() => galley.app.evaluate(() => (globalThis as { asked?: string }).asked ?? ""))
    .toContain("https://example.com/x");
  expect(page.url()).toBe("galley://app/index.html");

  const scripts = await galley.app.evaluate(async ({ BrowserWindow }) => {
    const frames = BrowserWindow.getAllWindows().flatMap(({ webContents }) => webContents.mainFrame.framesInSubtree);
    const viewer = frames.find((each) => each.url.startsWith("chrome-extension:"));
    return viewer?.executeJavaScript(
      'document.querySelector("pdf-viewer").shadowRoot.querySelector("embed").getAttribute("javascript")',
    );
  });
  expect(scripts).toBe("block");

  await press("n");
  await expect(page.getByRole("heading", { name: "chart 2.pdf" })).toBeVisible();
  await expect(view).toContainText("It may be damaged");
  await press("n");
  await expect(page.getByRole("heading", { name: "chart 3.pdf" })).toBeVisible();
  await galley.close();
});

/** An empty page that opens with a password, encrypted as PDF 1.3 has it: RC4 with 40 bits. */
function lockedPdf(password: string): Buffer {
  const filler = Buffer.from("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A", "hex");
  const padded = Buffer.concat([Buffer.from(password), filler]).subarray(0, 32);
  const keyOf = (...parts: Buffer[]) => createHash("md5").update(Buffer.concat(parts)).digest().subarray(0, 5);
  const rights = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const owner = rc4(keyOf(padded), padded);
  const user = rc4(keyOf(padded, owner, rights, Buffer.from("id")), filler);
  const lock = `<</Filter/Standard/V 1/R 2/O<${owner.toString("hex")}>/U<${user.toString("hex")}>/P -4>>`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>",
    lock,
  ];
  let body = "%PDF-1.3\n";
  const places = objects.map((object, at) => {
    const place = `${String(body.length).padStart(10, "0")} 00000 n \n`;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = `xref\n0 5\n0000000000 65535 f \n${places.join("")}`;
  const trailer = "trailer<</Size 5/Root 1 0 R/Encrypt 4 0 R/ID[<6964><6964>]>>";
  return Buffer.from(`${body}${table}${trailer}\nstartxref\n${body.length}\n%%EOF`, "latin1");
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let at = 0, to = 0; at < 256; at++) {
    to = (to + (state[at] ?? 0) + (key[at % key.length] ?? 0)) % 256;
    swap(at, to);
  }
  let [at, to] = [0, 0];
  return data.map((byte) => {
    at = (at + 1) % 256;
    to = (to + (state[at] ?? 0)) % 256;
    swap(at, to);
    return byte ^ (state[((state[at] ?? 0) + (state[to] ?? 0)) % 256] ?? 0);
  }) as Buffer;
}

test("after a wrong password of a PDF the next one can be typed at once", { tag: "@long" }, async () => {
  const galley = await start({ files: { "a.md": "hello\n" } });
  const { app, page } = galley;
  const hands = await realKeys(galley);
  await writeFile(join(galley.root, "locked.pdf"), lockedPdf("quay"));
  await hands.press("ctrl+p");
  await expect(page.getByRole("option").first()).toBeVisible();
  await hands.type("locked");
  await expect(page.getByRole("option").first()).toContainText("locked.pdf");
  await hands.press("Return");
  /** What is in the field for the password, and whether that was wrong; null if there is none. */
  const field = () =>
    app.evaluate(({ webContents }) => {
      const frames = webContents.getAllWebContents().flatMap(({ mainFrame }) => mainFrame.framesInSubtree);
      const viewer = frames.find(({ url }) => url.startsWith("chrome-extension://"));
      return viewer?.executeJavaScript(`(() => {
        const asking = document.querySelector("pdf-viewer").shadowRoot.querySelector("viewer-password-dialog")?.shadowRoot;
        const field = asking?.querySelector("cr-input");
        // Before Galley knows that it asks, letters are its own keys.
        return field && window.askingAgain ? [field.value, field.invalid, asking.activeElement === field].join() : null;
      })()`);
    });
  await expect.poll(field).toBe(",false,true");
  for (const word of ["wrong", "again"]) {
    await run("xdotool", ["type", "--delay", "8", word]);
    await run("xdotool", ["key", "Return"]);
    await expect.poll(field).toBe(`${word},true,true`);
  }
  await run("xdotool", ["type", "--delay", "8", "quay"]);
  await run("xdotool", ["key", "Return"]);
  await expect(page.getByRole("tabpanel")).toContainText("Page 1 of 1");
  await galley.close();
});
