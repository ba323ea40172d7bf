/** PDFs in a question: the pages that the user names go along as images that show what is on them. */
import { deflateSync } from "node:zlib";
import { expect } from "@playwright/test";
import { type FakeEndpoint, fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { openPanel, setUpModel } from "./assistant-parts";
import { start } from "./launch";
import { test } from "./test";

let endpoint: FakeEndpoint;
test.beforeEach(async () => {
  endpoint = await fakeEndpoint();
});
test.afterEach(() => endpoint.close());

/** A PDF whose pages have a black square; the fonts of their words are not in it, and one of them is Chinese. */
function pdfOf(pages: number): string {
  const content = "0 0 200 200 re f BT /F1 48 Tf 20 500 Td (Harbour) Tj /F2 48 Tf 0 -90 Td <5B576BCD> Tj ET";
  const fonts =
    "/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> /F2 << /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>] >>";
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 3 0 R /Resources << /Font << ${fonts} >> >> >>`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, n) => `${n + 4} 0 R`).join(" ")}] >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...Array.from({ length: pages }, () => page),
  ];
  return `%PDF-1.4\n${objects.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`).join("")}trailer\n<< /Root 1 0 R >>\n`;
}

/** A small PDF whose page is a line with hundreds of thousands of corners across all of it, filled again and again. */
function endlessPdf(): Buffer {
  const shape = `0 0 m ${"600 800 l 0 790 l 600 0 l 0 10 l ".repeat(50_000)} f* `;
  const content = deflateSync(shape.repeat(10));
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>",
    `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content.toString("latin1")}\nendstream`,
  ];
  const body = objects.map((each, index) => `${index + 1} 0 obj\n${each}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R >>\n`, "latin1");
}

test("pages of a mentioned PDF are chosen, sent as images; a damaged one is said, and an endless one holds up nothing", {
  tag: "@long",
}, async () => {
  const galley = await start({
    files: { "a.md": "# A\n", "paper.pdf": pdfOf(8), "bad.pdf": "%PDF-1.4\nnothing", "hard.pdf": endlessPdf() },
  });
  const { page } = galley;
  await setUpModel(page, endpoint);
  const { panel, field } = await openPanel(page);
  await field.pressSequentially("What is on @paper");
  await expect(panel.getByRole("option", { name: "paper.pdf" })).toBeVisible();
  await page.keyboard.press("Enter");
  const pages = panel.getByRole("textbox", { name: "Pages of paper.pdf (1–8)" });
  await expect(pages).toBeFocused();
  await page.keyboard.type("9");
  await expect(pages).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("2, 8");
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await expect(panel.getByTitle("Image: paper.pdf, page 8")).toBeVisible();
  await page.keyboard.type("? @bad");
  await page.keyboard.press("Enter");
  await expect(page.getByText("bad.pdf can't be read as a PDF")).toBeVisible();
  endpoint.answers.push({ reply: { text: "A harbour." } });
  await page.keyboard.press("Enter");
  await expect(panel.getByText("A harbour.")).toBeVisible();
  const sent = JSON.stringify(endpoint.questions().at(-1)?.body);
  const images = [...sent.matchAll(/"data":"([A-Za-z0-9+/=]{1000,})"/g)].map(([, data]) => data ?? "");
  expect(images).toHaveLength(2);
  /** The share of dark pixels: of the square, of the Latin and of the Chinese word. */
  const dark = await page.evaluate(async (data) => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (each) => each.charCodeAt(0))]));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context?.drawImage(picture, 0, 0);
    const share = (left: number, top: number, width: number, height: number) => {
      const scale = picture.height / 800;
      const { data: pixels } = context?.getImageData(left * scale, top * scale, width * scale, height * scale) ?? {
        data: [],
      };
      return pixels.filter((value, index) => index % 4 === 0 && value < 128).length / (pixels.length / 4);
    };
    return { square: share(0, 600, 200, 200), latin: share(20, 260, 180, 45), chinese: share(20, 345, 100, 55) };
  }, images[1] ?? "");
  expect(dark.square).toBeGreaterThan(0.95);
  expect(dark.latin).toBeGreaterThan(0.1);
  expect(dark.chinese).toBeGreaterThan(0.05);

  await field.pressSequentially("@hard");
  await expect(panel.getByRole("option", { name: "hard.pdf" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(panel.getByText("Adding pages of hard.pdf…")).toBeVisible();
  /** The longest time in milliseconds that the window had no turn, within two seconds. */
  const longest = await page.evaluate(async () => {
    const from = performance.now();
    let [last, most] = [from, 0];
    while (last - from < 2000) {
      await new Promise((done) => setTimeout(done));
      most = Math.max(most, performance.now() - last);
      last = performance.now();
    }
    return most;
  });
  expect(longest).toBeLessThan(500);
  await panel.getByRole("button", { name: "Cancel" }).click();
  await expect(panel.getByText("Adding pages of hard.pdf…")).toBeHidden();
  await expect(field).toBeFocused();
  await expect(panel.getByTitle("Image: hard.pdf, page 1")).toBeHidden();
  await galley.close();
});
