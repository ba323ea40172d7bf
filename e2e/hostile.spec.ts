/**
 * The hostile documents and clipboards in everything that shows them, except the preview and the exports, which have their own tests. `npm run
 * test:long` uses all of them, a normal run a sample; the app is started once.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import markdownIt from "markdown-it";
import { autoLoadingMarkup } from "./hostile/auto-loading-markup";
import { clipboards, richTextFormat } from "./hostile/clipboards";
import { type HostileDocument, joinDocuments } from "./hostile/corpus";
import { findForeignElements } from "./hostile/find-foreign-elements";
import { hostileNames } from "./hostile/names";
import { isLong, sampleDocuments } from "./hostile/sample-documents";
import { type EscapeWatch, watchForEscapes } from "./hostile/watch-for-escapes";
import { type GalleyApp, start } from "./launch";
import { recordAttempts } from "./record-attempts";
import { test } from "./test";

let galley: GalleyApp;
let watch: EscapeWatch;

test.beforeAll(async () => {
  const size = { width: 1280, height: 1150 };
  galley = await start({ files: { "a.md": "", "hostile.svg": svg }, open: [".", "a.md"], size });
  await expect(galley.editor).toBeVisible();
  watch = await watchForEscapes(galley);
});
test.afterAll(async () => {
  watch.stop();
  await galley.kill();
});

const expectNoEscape = async (where: string) => expect(await watch.findEscapes(), where).toEqual([]);

/** Moves the cursor through every line, each scrolled into view, and waits until nothing is left to draw. */
async function scrollThrough(): Promise<void> {
  await galley.page.evaluate(
    async (step) => {
      type View = {
        state: { doc: { lines: number; line(n: number): { from: number; to: number } } };
        dispatch(spec: unknown): void;
        focus(): void;
      };
      const content = [...document.querySelectorAll<HTMLElement>(".cm-content")].find((each) => each.offsetParent);
      const { view } = (content as unknown as { cmTile: { root: { view: View } } }).cmTile.root;
      const painted = () => new Promise<void>((done) => requestAnimationFrame(() => done()));
      view.focus();
      for (let line = 1; line <= view.state.doc.lines; line += step) {
        const { from, to } = view.state.doc.line(line);
        view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
        if (to > from) view.dispatch({ selection: { anchor: Math.floor((from + to) / 2) }, scrollIntoView: true });
        await painted();
      }
    },
    isLong ? 1 : 6,
  );
}

/** Raw markup and unsafe addresses in Markdown, found with markdown-it. */
function findUnsafeTokens(markdown: string): string[] {
  const found: string[] = [];
  const visit = (tokens: ReturnType<ReturnType<typeof markdownIt>["parse"]>) => {
    for (const token of tokens) {
      if (/^html_/.test(token.type) && !/^<br>$/.test(token.content.trim())) found.push(token.content);
      for (const [name, value] of token.attrs ?? [])
        if (/^(?:href|src)$/.test(name) && !/^(?:https?|mailto|tel|ftp):|^#/i.test(String(value)))
          found.push(String(value));
      if (token.children) visit(token.children);
    }
  };
  const reader = markdownIt({ html: true });
  reader.validateLink = () => true;
  visit(reader.parse(markdown, {}));
  return found;
}

/** Puts data on the system clipboard as another program would; newer versions of Electron take ClipboardItems, like the web. */
const setClipboard = (kinds: { html?: string; text: string; rtf?: string }) =>
  galley.app.evaluate(async (electron, data) => {
    type Item = new (items: Record<string, string>) => unknown;
    const { ClipboardItem } = electron as unknown as { ClipboardItem?: Item };
    const { clipboard } = electron as unknown as { clipboard: { write(data: unknown): unknown } };
    const items = { "text/plain": data.text, ...(data.html === undefined ? {} : { "text/html": data.html }) };
    await clipboard.write(ClipboardItem ? [new ClipboardItem(items)] : data);
  }, kinds);

async function clearDocument(): Promise<void> {
  await galley.editor.focus();
  // The link to an image that was pasted as a file arrives once the file is written, which may be after the text was cleared.
  await expect(async () => {
    // In a table the first selects the cell.
    await galley.page.keyboard.press("Control+a");
    await galley.page.keyboard.press("Control+a");
    await galley.page.keyboard.press("Delete");
    expect(await text()).toBe("");
  }).toPass();
}

const text = () =>
  galley.page.evaluate(() => {
    const content = [...document.querySelectorAll<HTMLElement>(".cm-content")].find((each) => each.offsetParent);
    type Editor = { cmTile: { root: { view: { state: { doc: { toString(): string } } } } } };
    return (content as unknown as Editor).cmTile.root.view.state.doc.toString();
  });

const withHost = (payload: string) => payload.replaceAll("CANARY", watch.host);

async function checkLivePreview(documents: readonly HostileDocument[], size: number): Promise<void> {
  const frontMatterDocuments = documents.filter(({ kind }) => kind === "front");
  const name = "live.md";
  for (let from = 0; from < documents.length; from += size) {
    const where = `live from ${documents[from]?.name}`;
    // Front matter only counts at the start of a file, so each file has one.
    const first = frontMatterDocuments[from / size]?.text ?? "";
    const body = joinDocuments(documents.slice(from, from + size), watch.host).replaceAll("\0", "");
    await galley.writeExternally(name, `${withHost(first)}\n\n${body}\n\nend\n`);
    await galley.open(name);
    await scrollThrough();
    expect(await findForeignElements(galley.page), where).toEqual([]);
    await galley.page.keyboard.press("Control+/");
    await scrollThrough();
    expect(await findForeignElements(galley.page), `${where} as source`).toEqual([]);
    await galley.page.keyboard.press("Control+/");
    await expectNoEscape(where);
    await galley.page.keyboard.press("Control+w");
  }
  // In the preview and as source.
  recordAttempts(documents.length * 2);
}

async function pasteRich(names: readonly string[]): Promise<void> {
  await galley.open("a.md");
  for (const { name, html, expectedTexts } of clipboards.filter((each) => names.includes(each.name))) {
    await clearDocument();
    await setClipboard({ html: withHost(html), text: `plain ${name}`, rtf: richTextFormat });
    await galley.page.keyboard.press("Control+v");
    await expect.poll(text, name).not.toBe("");
    const pasted = await text();
    expect(findUnsafeTokens(pasted), name).toEqual([]);
    for (const expectedText of expectedTexts) expect(pasted, name).toContain(expectedText);
    await scrollThrough();
    expect(await findForeignElements(galley.page), name).toEqual([]);
    await expectNoEscape(name);
    recordAttempts(1);
  }
}

/** Pastes or drops each payload in every format that a clipboard or a drag can have. */
async function pastePayloads(documents: readonly HostileDocument[]): Promise<void> {
  await galley.open("a.md");
  for (const { name, text: payload } of documents) {
    const payloadText = withHost(payload);
    await clearDocument();
    await galley.page.evaluate(
      async ([html, rtf, plain]) => {
        const content = [...document.querySelectorAll<HTMLElement>(".cm-content")].find((each) => each.offsetParent);
        const { left, top } = content?.getBoundingClientRect() ?? { left: 0, top: 0 };
        const filled = () => {
          const data = new DataTransfer();
          data.setData("text/html", html);
          data.setData("text/plain", plain);
          data.setData("text/rtf", rtf);
          data.setData("text/uri-list", plain.replace(/\s/g, ""));
          return data;
        };
        const common = { bubbles: true, cancelable: true };
        content?.dispatchEvent(new ClipboardEvent("paste", { ...common, clipboardData: filled() }));
        await new Promise((done) => setTimeout(done, 5));
        const dropInit = { ...common, clientX: left + 30, clientY: top + 10 };
        for (const type of ["dragenter", "dragover", "drop"])
          content?.dispatchEvent(new DragEvent(type, { ...dropInit, dataTransfer: filled() }));
        const file = new DataTransfer();
        file.items.add(new File([html], `${plain.slice(0, 40)}.svg`, { type: "image/svg+xml" }));
        content?.dispatchEvent(new ClipboardEvent("paste", { ...common, clipboardData: file }));
      },
      [payloadText, richTextFormat, ""] as const,
    );
    await setClipboard({ text: payloadText.replaceAll("\0", "") });
    await galley.page.keyboard.press("Control+Shift+v");
    await expect.poll(text, name).not.toBe("");
    expect(await findForeignElements(galley.page), name).toEqual([]);
  }
  await expectNoEscape("pasted payloads");
  // As rich text, dropped, as a file, as plain text.
  recordAttempts(documents.length * 4);
}

test("hostile documents cannot escape from live preview and source mode [A1 A2 A3]", async () => {
  test.setTimeout(isLong ? 1_800_000 : 180_000);
  await checkLivePreview(sampleDocuments([0.5]), isLong ? 12 : 80);
});

test("hostile clipboards and drops cannot escape [A4]", async () => {
  test.setTimeout(isLong ? 1_800_000 : 180_000);
  await pasteRich(clipboards.map(({ name }) => name));
  await pastePayloads(sampleDocuments([1]).filter((_, at) => isLong || at % 3 === 0));
});

test("pasted HTML is parsed in an inert document: it requests nothing, not even what the policy allows [A4]", async () => {
  const requestedUrls: string[] = [];
  galley.page.on("request", (request) => requestedUrls.push(request.url()));
  const loadImage = (imageName: string) =>
    galley.page.evaluate((address) => new Image().setAttribute("src", address), `galley://app/asked/${imageName}.png`);
  const probedUrls = () => requestedUrls.filter((url) => url.includes("/asked/"));
  await galley.page.evaluate(() => {
    const refused: string[] = [];
    (window as unknown as { refused: string[] }).refused = refused;
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => refused.push(effectiveDirective));
    customElements.define(
      "x-asker",
      class extends HTMLElement {
        constructor() {
          super();
          refused.push("an element was made");
        }
      },
    );
  });
  await galley.open("a.md");
  for (const host of ["galley://app/asked", `http://${watch.host}`]) {
    await clearDocument();
    const html = autoLoadingMarkup.map(
      (markup, withHost) => `${markup(`${host}/${withHost}.png`)}<p>words ${withHost}</p>`,
    );
    // Framesets replace the whole document, so they come last.
    const frames = html.filter((each) => each.startsWith("<frameset"));
    const rest = html.filter((each) => !each.startsWith("<frameset"));
    await setClipboard({ html: `${rest.join("\n")}${frames.join("")}`, text: "plain words" });
    await galley.page.keyboard.press("Control+v");
    await expect.poll(text).toContain(`words ${autoLoadingMarkup.length - 1}`);
    await expect.poll(() => text()).toContain("words 0");
  }
  // Earlier requests would have been recorded by the time this one is.
  await loadImage("last");
  await expect.poll(probedUrls).toEqual(["galley://app/asked/last.png"]);
  // The browser checks the policy for styles, base addresses and media sources before it knows that the document is inert.
  const refused = await galley.page.evaluate(() => (window as unknown as { refused: string[] }).refused);
  expect(refused.filter((directive) => !/^(?:style-src-(?:attr|elem)|base-uri|media-src)$/.test(directive))).toEqual(
    [],
  );
  await expectNoEscape("what asks by itself");
  recordAttempts(autoLoadingMarkup.length * 2);
});

test("hostile documents reach nothing from the print window, even unsanitised [A1]", { tag: "@long" }, async () => {
  test.setTimeout(isLong ? 600_000 : 180_000);
  const shortDocuments = sampleDocuments([0.25, 0.75]).filter(({ text: each }) => each.length < 3000);
  await galley.app.evaluate(({ app }) => {
    const seen: string[] = [];
    (globalThis as { printed?: string[] }).printed = seen;
    app.on("web-contents-created", (_, contents) => {
      contents.on("did-navigate-in-page", (_event, url) => seen.push(`moved to ${url}`));
      contents.print = (_options, done) => {
        const frames = contents.mainFrame.framesInSubtree.map(({ url }) => url);
        seen.push(`printed ${contents.getURL()} with ${frames.length}`);
        done?.(true, "");
      };
    });
  });
  const printed = () => galley.app.evaluate(() => (globalThis as { printed?: string[] }).printed ?? []);
  await galley.writeExternally("p.md", joinDocuments(shortDocuments, watch.host));
  await galley.open("p.md");
  await galley.runMenuCommand("Print…");
  await galley.page.getByRole("dialog").getByRole("button", { name: "Print…" }).click();
  await galley.page.getByRole("button", { name: "Print anyway" }).click({ timeout: 60_000 });
  await expect.poll(printed, { timeout: 60_000 }).toEqual(["printed galley://print/page.html with 1"]);
  await expectNoEscape("print");
  // Unsanitised HTML: the window's own protection holds. Frames stay empty, and nothing is requested.
  const raw = shortDocuments.filter(({ kind }) => !/^(?:i|j|macro|directive)$/.test(kind));
  for (let from = 0; from < raw.length; from += 40) {
    const html = `<!doctype html><title>x</title>${joinDocuments(raw.slice(from, from + 40), watch.host)}`;
    const answer = await galley.page.evaluate(
      (page) =>
        (
          window as unknown as { galley: { request(name: string, page: string): Promise<{ ok: boolean }> } }
        ).galley.request("export:print", page),
      html,
    );
    expect(answer.ok).toBe(true);
  }
  for (const line of (await printed()).slice(1))
    expect(line).toMatch(/^printed galley:\/\/print\/page\.html with \d+$/);
  await expectNoEscape("print without a sanitiser");
  recordAttempts(shortDocuments.length + raw.length);
});

test("hostile names cannot escape from tree, tabs, outline, quick open, search, completion, renames and history [A1 A31]", async () => {
  test.setTimeout(isLong ? 600_000 : 180_000);
  const names = hostileNames.filter((_, withHost) => isLong || withHost % 4 === 0);
  const { page } = galley;
  for (const [nth, name] of names.entries()) {
    const folder = galley.pathOf(`in ${name.replaceAll("/", "_")}`.slice(0, 60));
    if (nth % 3 === 0) await mkdir(folder, { recursive: true });
    await writeFile(galley.pathOf(`${name.replaceAll("/", "_")}.md`), withHost(`# ${name}\n\nneedle ${name} [[a]]\n`));
  }
  const checkEverywhere = async (where: string) => {
    expect(await findForeignElements(galley.page), where).toEqual([]);
    await expectNoEscape(where);
  };
  await expect.poll(() => page.getByRole("treeitem").count()).toBeGreaterThan(names.length);
  await checkEverywhere("the tree");
  // A name that starts with a dot is hidden, and is shown without its name.
  for (const name of names.filter((each) => !each.startsWith(".")).slice(0, isLong ? names.length : 5)) {
    await page.keyboard.press("Control+p");
    await page.getByRole("combobox").fill(name.replaceAll("/", "_").slice(0, 12));
    await expect(page.getByRole("option").first()).toBeVisible();
    await checkEverywhere(`quick open ${name}`);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox")).toHaveCount(0);
    await checkEverywhere(`opened ${name}`);
  }
  await page.keyboard.press("Control+Shift+l");
  await checkEverywhere("the outline");
  await page.keyboard.press("Control+r");
  await expect(page.getByRole("option").first()).toBeVisible();
  await checkEverywhere("headings");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Shift+f");
  await page.getByRole("textbox", { name: "Search", exact: true }).fill("needle");
  await expect(page.locator(".search-status")).toContainText(/paragraphs? in/);
  await checkEverywhere("search");
  await page.keyboard.press("Control+Shift+e");
  await galley.open("a.md");
  await clearDocument();
  await page.keyboard.type("[[");
  await expect(page.getByRole("option").first()).toBeVisible();
  await checkEverywhere("completion");
  await page.keyboard.press("Escape");
  await page.keyboard.type("a]] ");
  await page.keyboard.press("Control+s");
  await page.keyboard.press("Control+Alt+h");
  // It takes the focus once it has loaded; Escape before that would be the editor's.
  await expect(page.getByRole("complementary", { name: "History" }).getByRole("tree")).toBeFocused();
  await checkEverywhere("history");
  await page.keyboard.press("Escape");
  // Closing the history returns the focus, which would interrupt the typing of a name.
  await expect(page.locator(".history")).toHaveCount(0);
  await expect(galley.editor).toBeFocused();
  await page.getByRole("treeitem", { name: "a.md", exact: true }).click();
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "New name for a.md" }).fill("<img src=x onerror=window.__pwn=1>.md");
  await page.keyboard.press("Enter");
  // The rename updates links, and its question would take the focus from the next name.
  await expect(page.getByRole("dialog").or(page.getByRole("alert")).first()).toBeVisible();
  await checkEverywhere("a rejected name");
  await page.keyboard.press("Escape");
  await page.getByRole("treeitem", { name: "a.md", exact: true }).click();
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "New name for a.md" }).fill("$(touch x);{{x}}%3Cb%3E.md");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("will break");
  await checkEverywhere("the question about links");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/\d links? updated/)).toBeVisible();
  await checkEverywhere("a rename");
  recordAttempts(names.length * 8);
});

const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.__pwn=1" width="10" height="10"><script>parent.__pwn=1</script></svg>`;
