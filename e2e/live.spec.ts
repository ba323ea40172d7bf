/** Live preview: marks are hidden except at the cursor, everything else is rendered, and the source does not change. */
import { deflateSync } from "node:zlib";
import { type CDPSession, expect, type Locator, type Page } from "@playwright/test";
import { folder, frequentPolling, type GalleyApp } from "./launch";
import { recordVisible } from "./record-visible";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { waitForFrames, waitUntilStable } from "./wait-until-stable";

const start = shareApp("all files");

let galley: GalleyApp;
test.afterEach(() => galley.close());

const open = async (text: string, files: Record<string, string | Uint8Array> = {}): Promise<Page> => {
  galley = await start({ files: { "a.md": text, ...files }, open: [".", "a.md"] });
  await galley.editor.click({ position: { x: 5, y: 5 } });
  await galley.page.keyboard.press("Control+End");
  return galley.page;
};
/** Opens another document in the same window; `expectSaved` still means a.md. */
const openNext = async (name: string, text: string): Promise<Page> => {
  await galley.writeExternally(name, text);
  await galley.open(name);
  await galley.editor.click({ position: { x: 5, y: 5 } });
  await galley.page.keyboard.press("Control+End");
  return galley.page;
};
const line = (text: string): Locator => galley.editor.locator(".cm-line", { hasText: text });
const expectSaved = (text: string, name = "a.md") => expect.poll(() => galley.onDisk(name), frequentPolling).toBe(text);

/** An image of one colour, as the smallest possible PNG of that size. */
function picture(width: number, height: number): Uint8Array {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes: Buffer) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = (table[(c ^ byte) & 255] ?? 0) ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * height, 120));
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([sign, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

test("marks are hidden except at the cursor: they are copied, a double click and a composed word are not disturbed, no line shifts, and a conflict in a table is shown", async () => {
  await test.step("Markdown marks are hidden, shown at the cursor, and copied with the text", async () => {
    const text = "# Title\n\nSome **strong** and [linked](other.md) words.\n\nEnd\n";
    const page = await open(text);
    await expect(line("strong")).toHaveText("Some strong and linked words.");
    await expect(line("Title")).toHaveText("Title");
    const title = async () =>
      (
        await line("Title")
          .locator("span", { hasText: /^Title$/ })
          .first()
          .boundingBox()
      )?.x ?? 0;
    const before = await waitUntilStable(page, title);

    await line("strong").getByText("strong", { exact: true }).click();
    await expect(line("strong")).toHaveText("Some **strong** and linked words.");
    await page.keyboard.press("Home");
    await expect(line("strong")).toHaveText("Some strong and linked words.");
    for (let step = 0; step < "Some ".length; step++) await page.keyboard.press("ArrowRight");
    await expect(line("strong")).toHaveText("Some **strong** and linked words.");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("very ");
    await expect(line("strong")).toHaveText("Some **very strong** and linked words.");
    await expectSaved(text.replace("strong", "very strong"));

    // The marks of a heading appear in the margin, so its words do not move.
    await line("Title").click();
    await expect(line("Title")).toHaveText("# Title");
    await expect.poll(async () => Math.abs((await title()) - before)).toBeLessThan(1.5);

    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    await expect
      .poll(() => galley.app.evaluate(async ({ clipboard }) => clipboard.readText()))
      .toBe(text.replace("strong", "very strong"));
  });
  await test.step("a double click selects the intended word, although the first click reveals its marks", async () => {
    const page = await openNext("clicks.md", "Some **one two three** and `four five` end.\n\nEnd\n");
    const box = await waitUntilStable(page, () => line("Some").getByText("one two three").boundingBox());
    if (!box) throw new Error("the text is not visible");
    const times = await page.evaluateHandle(() => {
      const eventTimes: number[] = [];
      for (const kind of ["mousedown", "mouseup"])
        addEventListener(kind, () => eventTimes.push(performance.now()), { capture: true });
      return eventTimes;
    });
    // On a busy machine the second click may be too late for a double click: then try again.
    await expect(async () => {
      await page.keyboard.press("Control+End");
      await expect(line("Some")).toHaveText("Some one two three and four five end.");
      await times.evaluate((eventTimes) => eventTimes.splice(0));
      // The position of the marks once they are shown.
      await page.mouse.click(box.x + 6, box.y + box.height / 2);
      await page.waitForTimeout(100);
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      const [, releasedAt = 0, pressedAt = 0] = await times.jsonValue();
      expect(pressedAt - releasedAt).toBeLessThan(200);
    }).toPass();
    await expect.poll(() => page.evaluate(() => document.getSelection()?.toString())).toBe("one");
    await page.keyboard.type("1");
    await expectSaved("Some **1 two three** and `four five` end.\n\nEnd\n", "clicks.md");
  });
  await test.step("moving the cursor through a text does not shift lines up or down", async () => {
    const page = await openNext(
      "lines.md",
      "# One\n\nplain *a* words\n\n- item **b**\n  - [ ] task\n\n> quote `c`\n\n## Two\n\n```js\nlet x;\n```\n\nText[^1]\n\n[^1]: note\n\nlast line\n",
    );
    await expect(galley.editor.locator(".cm-live-task")).toBeVisible();
    const lastLineTop = async () => (await line("last line").boundingBox())?.y ?? 0;
    const before = await waitUntilStable(page, lastLineTop);
    await page.keyboard.press("Control+Home");
    for (let step = 0; step < 20; step++) {
      await expect.poll(async () => Math.abs((await lastLineTop()) - before), `at step ${step}`).toBeLessThan(1);
      await page.keyboard.press("ArrowDown");
    }
  });
  await test.step("a conflict inside a table is shown in its source, with the buttons that resolve it", async () => {
    const page = await openNext("table.md", "| a |\n|---|\n| one |\n\nEnd\n");
    await galley.editor.getByRole("cell", { name: "one" }).click();
    await page.keyboard.press("End");
    await page.keyboard.press("Shift+Home");
    await page.keyboard.type("| mine |");
    await galley.writeExternally("table.md", "| a |\n|---|\n| theirs |\n\nEnd\n");
    await expect(page.getByRole("group", { name: /conflict/i })).toBeVisible();
    await page.keyboard.press("Control+End");
    await expect(line("mine")).toBeVisible();
  });
  await test.step("a word composed inside marks is not disturbed", async () => {
    const page = await openNext("composed.md", "Some **strong** words and a [link](b.md)\n");
    const input: CDPSession = await page.context().newCDPSession(page);
    await line("strong").getByText("strong", { exact: true }).click();
    await page.keyboard.press("Home");
    for (let step = 0; step < "Some **strong".length; step++) await page.keyboard.press("ArrowRight");
    await waitForFrames(page);
    for (const text of ["n", "ni", "nih", "niha", "nihao"])
      await input.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    await expect(line("Some")).toContainText("**strongnihao** words");
    await input.send("Input.insertText", { text: "你好" });
    await expectSaved("Some **strong你好** words and a [link](b.md)\n", "composed.md");
    await page.keyboard.press("End");
    await expect(line("Some")).toHaveText("Some strong你好 words and a [link](b.md)");
  });
});

test("tasks, code, formulas and diagrams are drawn in their place, and source mode shows every mark @long", async () => {
  await test.step("a task is toggled by a click, a key and undo, with one character changed each time", async () => {
    const text = "- [ ] one\n- [x] two\n- plain\n\nEnd\n";
    const page = await open(text);
    const one = galley.editor.getByRole("checkbox", { name: "Task: one" });
    await expect(one).not.toBeChecked();
    await expect(galley.editor.getByRole("checkbox", { name: "Task: two" })).toBeChecked();
    await one.click();
    await expect(one).toBeChecked();
    await expectSaved(text.replace("[ ] one", "[x] one"));
    await page.keyboard.press("Control+z");
    await expect(one).not.toBeChecked();
    await line("two").getByText("two").click();
    await page.keyboard.press("Control+Enter");
    await expectSaved(text.replace("[x] two", "[ ] two"));
    await line("plain").click();
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => galley.onDisk("a.md")).toBe(text.replace("[x] two", "[ ] two").replace("plain", "plain"));
  });

  await test.step("code is highlighted in its language, which is loaded on demand, and a button copies it", async () => {
    const page = await openNext("code.md", "```python\ndef tide():\n    return 1\n```\n\nEnd\n");
    await expect(galley.editor.locator(".cm-code-keyword").first()).toHaveText("def");
    await expect(galley.editor.locator(".cm-live-code-name")).toHaveText("Python");
    await line("return").hover();
    await page.getByRole("button", { name: "Copy code" }).click();
    await expect
      .poll(() => galley.app.evaluate(async ({ clipboard }) => clipboard.readText()))
      .toBe("def tide():\n    return 1");
  });

  await test.step("formulas and diagrams are rendered in place, and edited above their rendering", async () => {
    const page = await openNext(
      "drawn.md",
      "A $a^2$ here.\n\n$$\n\\frac{1}{2}\n$$\n\n```mermaid\ngantt\n  dateFormat YYYY-MM-DD\n  Row :2026-01-01, 9d\n```\n\nEnd\n",
    );
    await expect(line("here").locator("math")).toBeVisible();
    const diagram = galley.editor.locator(".cm-live-diagram img");
    await expect(diagram).toBeVisible({ timeout: 30_000 });
    await galley.editor.locator(".cm-live-math.cm-live-block").click();
    await expect(line("frac")).toBeVisible();
    await expect(galley.editor.locator(".cm-live-math.cm-live-block math")).toBeVisible();
    await page.keyboard.press("Control+End");
    await expect(line("frac")).toBeHidden();
    // A chart is drawn for the width of the text: shrunk, its labels were 6 px high.
    const [own, shown] = await diagram.evaluate((picture: HTMLImageElement) => [
      Number(picture.getAttribute("width")),
      picture.offsetWidth,
    ]);
    expect(shown).toBeGreaterThan(0.9 * own);
  });

  await test.step("a diagram is enlarged by its button and from the menu at its source, and Escape returns to the text", async () => {
    const { page } = galley;
    const small = (await galley.editor.locator(".cm-live-diagram img").boundingBox())?.width ?? 0;
    const enlarged = page.getByRole("dialog", { name: "Enlarged diagram" });
    const width = async () => (await enlarged.locator("img").boundingBox())?.width ?? 0;
    await galley.editor.locator(".cm-live-diagram").hover();
    await galley.editor.getByRole("button", { name: "Enlarge Diagram" }).click();
    await expect.poll(width, frequentPolling).toBeGreaterThan(1.2 * small);
    const fitting = await width();
    await page.keyboard.press("+");
    await expect.poll(width).toBeGreaterThan(1.2 * fitting);
    await page.keyboard.press("0");
    await expect.poll(width).toBe(fitting);
    await page.keyboard.press("Escape");
    await expect(enlarged).toBeHidden();
    await expect(galley.editor).toBeFocused();
    await galley.app.evaluate(({ Menu }) => {
      Menu.prototype.popup = function popup(options) {
        this.items.find(({ label }) => label === "Enlarge Diagram")?.click({});
        options?.callback?.();
      };
    });
    await galley.editor.locator(".cm-live-diagram img").click();
    await line("dateFormat").click({ button: "right" });
    await expect(enlarged).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(galley.editor).toBeFocused();
    await expect.poll(() => galley.onDisk("drawn.md")).toContain("Row :2026-01-01, 9d\n```\n\nEnd\n");
  });

  await test.step("a bullet is as far from Arabic text as from any other, and code in an item as far in as its text", async () => {
    const page = await openNext("lists.md", "- one\n\n  ```\n  code\n  ```\n\n- مرحبا\n\nEnd\n");
    await page.keyboard.press("Control+End");
    const bullets = galley.editor.locator(".cm-mark-bullet");
    const widths = async () =>
      bullets.evaluateAll((all) => all.map((bullet) => Math.round(bullet.getBoundingClientRect().width)));
    await expect.poll(async () => (await widths()).length, frequentPolling).toBe(2);
    // The sign is 6 px wide, and is drawn 7 px wider.
    expect(await widths()).toEqual([13, 13]);
    const text = await line("one").evaluate((item) => {
      const range = document.createRange();
      range.setStart(item.lastChild as Node, 1);
      range.setEndAfter(item.lastChild as Node);
      return range.getBoundingClientRect().left;
    });
    const box = (await line("code").boundingBox())?.x ?? 0;
    expect(Math.abs(box - text)).toBeLessThan(1);
  });

  await test.step("source mode shows every mark, and the shortcut returns to live preview", async () => {
    const text = "# One\n\n**a** [b](c.md)\n\n| d |\n|---|\n| e |\n\nEnd\n";
    const page = await openNext("source.md", text);
    await expect(galley.editor.getByRole("table")).toBeVisible();
    await page.keyboard.press("Control+/");
    await expect(galley.editor.getByRole("table")).toBeHidden();
    await expect(line("[b]")).toHaveText("**a** [b](c.md)");
    await page.keyboard.press("Control+/");
    await expect(galley.editor.getByRole("table")).toBeVisible();
    await expect.poll(() => galley.onDisk("source.md")).toBe(text);
  });
});

test("code in a long text is highlighted as soon as its language is loaded @long", async () => {
  const text = `# Code\n\n\`\`\`rust\nfn main() { let day = 1; }\n\`\`\`\n\n${"A line of words.\n\n".repeat(7000)}`;
  galley = await start({ files: { "a.md": text }, open: [".", "a.md"] });
  await expect(galley.editor.locator(".cm-code-keyword")).toHaveText(["fn", "let"]);
});

test("images of the folder are shown at the size reserved for them; other images are only named", {
  tag: "@long",
}, async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>window.hit=1</script></svg>`;
  const page = await open(
    [
      "![mole](img/mole.png)",
      "![drawn](img/drawn.svg)",
      "![gone](img/gone.png)",
      "![far](https://example.org/far.png)",
      "![out](../../../../etc/passwd)",
      "![text](a.md)",
      "![file](file:///etc/passwd)",
      "End",
    ].join("\n\n"),
    { "img/mole.png": picture(320, 200), "img/drawn.svg": svg },
  );
  const mole = page.getByAltText("mole");
  await expect(mole).toHaveJSProperty("naturalWidth", 320);
  expect(await mole.evaluate((image: HTMLImageElement) => [image.width, image.height])).toEqual([320, 200]);
  await expect(page.getByAltText("drawn")).toHaveJSProperty("naturalWidth", 40);
  await expect(galley.editor).toContainText("There is no image img/gone.png");
  await expect(galley.editor).toContainText("Remote image (not loaded)");
  await expect(galley.editor.locator(".cm-live-image-note")).toHaveCount(5);
  await expect(galley.editor.locator(".cm-live-image img")).toHaveCount(2);
  expect(await page.evaluate(() => "hit" in window)).toBe(false);
  // Any script in the window can make such an address: it must not serve a file that is not an image of the folder.
  const served = await page.evaluate(
    async (known) => {
      const base = new URL(known);
      const doc = base.pathname.split("/")[1];
      const load = (path: string) =>
        new Promise<boolean>((done) => {
          const image = new Image();
          image.onload = () => done(true);
          image.onerror = () => done(false);
          image.src = `galley://image/${doc}/${path}`;
        });
      return [
        await load("img%2Fmole.png"),
        await load("..%2F..%2Fx.png"),
        await load("a.md"),
        await load("%2e%2e%2fa"),
      ];
    },
    (await mole.getAttribute("src")) ?? "",
  );
  expect(served).toEqual([true, false, false, false]);
  // The cursor after the source of an image is as high as a line.
  await mole.click();
  await page.keyboard.press("End");
  const caret = page.locator(".cm-cursor-primary");
  await expect.poll(async () => (await caret.boundingBox())?.height ?? 0, frequentPolling).toBeGreaterThan(18);
});

test("the front matter is a form, and its text once the user asks for it", { tag: "@long" }, async () => {
  const page = await open("---\ntitle: Tides\ntags: [sea, moon]\n---\n\nText\n");
  const form = galley.editor.getByRole("group", { name: "Properties" });
  const title = form.getByRole("textbox", { name: "Value of title" });
  await title.fill("Tides of May");
  await title.press("Enter");
  await expectSaved("---\ntitle: Tides of May\ntags: [sea, moon]\n---\n\nText\n");
  await form.getByRole("button", { name: "Edit as text" }).click();
  await expect(form).toBeHidden();
  await expect(line("title:")).toHaveText("title: Tides of May");
  await page.keyboard.press("Control+End");
  await expect(title).toHaveValue("Tides of May");
});

test("a match in a hidden address is revealed, and so is an agent's edit in a table", { tag: "@long" }, async () => {
  const page = await open("See [the guide](https://example.org/harbour) now.\n\n| a |\n|---|\n| one |\n\nEnd\n");
  await page.keyboard.press("Control+f");
  await page.keyboard.type("harbour");
  await page.keyboard.press("Enter");
  await expect(line("See")).toContainText("(https://example.org/harbour)");
  await page.keyboard.press("Escape");
  const table = galley.editor.getByRole("table");
  await expect(table.getByRole("cell")).toHaveText(["one"]);
  const patch = { action: "patch", path: "a.md", old_text: "| one |", new_text: "| two |\n| three |" };
  await page.evaluate(() => window.galley.request("app:save-settings", { reviewEdits: false }));
  const glowing = await recordVisible(page, ".cm-content .cm-live-row.cm-changed-line");
  expect((await galley.agent("text_editor", patch)).ok).toBe(true);
  await expect(table.getByRole("cell")).toHaveText(["two", "three"]);
  await expect.poll(glowing).toContainEqual(expect.stringContaining("three"));
  await expect(galley.editor.locator(".cm-live-row.cm-changed-line")).toHaveCount(0);
});

test("scrolling through a long text and back does not shift it", { tag: "@long" }, async () => {
  const part = (n: number) =>
    `## Part ${n}\n\nWords of **part** ${n}.\n\n| a | b |\n|---|---|\n| ${n} | x |\n| y | z |\n\n- [ ] task ${n}\n\n`;
  const page = await open(Array.from({ length: 400 }, (_, n) => part(n)).join(""));
  const scroller = page.locator(".cm-scroller:visible");
  for (const at of [0.5, 0.9, 0.2, 0.6]) {
    await scroller.evaluate((element, share) => {
      element.scrollTop = share * (element.scrollHeight - element.clientHeight);
    }, at);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect(galley.editor.getByRole("table").first()).toBeVisible();
    const headingPosition = async () => {
      const heading = galley.editor.locator(".cm-line-h2").nth(1);
      return { text: await heading.textContent(), y: (await heading.boundingBox())?.y };
    };
    // Blocks that are rendered for the first time may differ from their estimated height: here they have been rendered.
    const before = await waitUntilStable(page, headingPosition);
    await page.waitForTimeout(250);
    expect(await headingPosition()).toEqual(before);
  }
});

test("the mode of each document is restored with the session", { tag: "@long" }, async () => {
  const [root, data] = [await folder("root"), await folder("data")];
  const files = { "a.md": "# One\n\n**a**\n\nEnd\n", "b.md": "**b**\n\nEnd\n" };
  galley = await start({ root, data, files, open: [".", "a.md"] });
  const { page } = galley;
  await galley.editor.click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Control+/");
  await expect(line("**a**")).toBeVisible();
  await galley.open("b.md");
  await galley.editor.click();
  await page.keyboard.press("Control+End");
  await expect(line("b")).toHaveText("b");
  await galley.close();
  galley = await start({ root, data, open: [] });
  await galley.page.getByRole("tab", { name: "a.md" }).click();
  await expect(line("**a**")).toBeVisible();
  await galley.page.getByRole("tab", { name: "b.md" }).click();
  await expect(line("b")).toHaveText("b");
});

test("a hostile document cannot escape: it runs nothing, loads nothing, and its markup stays text [A1] @long", async () => {
  const hostile = [
    "[click](javascript:window.hit=1) <javascript:window.hit=1> [d](data:text/html,<script>window.hit=1</script>)",
    "![x](javascript:window.hit=1) ![y](data:image/svg+xml,<svg onload=window.hit=1>) ![z](//evil.example/z.png)",
    '<img src=x onerror="window.hit=1"><script>window.hit=1</script><iframe src="https://evil.example"></iframe>',
    "| <img src=x onerror=window.hit=1> | `<b>` |\n|---|---|\n| <script>window.hit=1</script> | [a](javascript:hit) |",
    "$\\href{javascript:window.hit=1}{x}$",
    '```mermaid\ngraph LR\n  A[<img src=x onerror=window.hit=1>] --> B\n  click A href "javascript:window.hit=1"\n```',
    "End",
  ].join("\n\n");
  const requestedUrls: string[] = [];
  const page = await open(`---\ntitle: <img src=x onerror=window.hit=1>\n---\n\n${hostile}\n`);
  page.on("request", (request) => requestedUrls.push(request.url()));
  for (const linkText of ["click", "d"]) {
    await line("click")
      .getByText(linkText, { exact: true })
      .first()
      .click({ modifiers: ["Control"] });
  }
  await expect(galley.editor.getByRole("table")).toBeVisible();
  await expect(galley.editor.locator(".cm-live-diagram")).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+End");
  expect(await galley.editor.locator("script, iframe, object, [onerror], [onload], a[href]").count()).toBe(0);
  expect(await page.evaluate(() => "hit" in window)).toBe(false);
  expect(requestedUrls.filter((url) => !/^(?:galley|blob|data):/.test(url))).toEqual([]);
});

test("sections fold and unfold over rendered blocks", { tag: "@long" }, async () => {
  const page = await open("# One\n\n| a |\n|---|\n| b |\n\n- [ ] task\n\n# Two\n\nEnd\n");
  await expect(galley.editor.getByRole("table")).toBeVisible();
  await line("One").click();
  await page.keyboard.press("Control+Shift+BracketLeft");
  await expect(galley.editor.getByRole("table")).toBeHidden();
  await expect(galley.editor.getByRole("checkbox")).toBeHidden();
  await page.keyboard.press("Control+Shift+BracketRight");
  await expect(galley.editor.getByRole("table")).toBeVisible();
});

test("a folded callout opens by its button, for the cursor, and for an agent's edit; the list of contents leads to headings", {
  tag: "@long",
}, async () => {
  const text = "# A\n\n[TOC]\n\nabove\n\n> [!note]- Title\n> one\n> two\n\nbelow\n\n## B\n\nend\n";
  const page = await open(text);
  const button = page.getByRole("button", { name: "Callout: Title" });
  await test.step("the button", async () => {
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await expect(line("one")).toHaveCount(0);
    await button.click();
    await expect(line("one")).toBeVisible();
    await button.click();
    await expect(line("one")).toHaveCount(0);
  });
  await test.step("it is as the user left it when the tab is opened again", async () => {
    await button.click();
    await page.keyboard.press("Control+w");
    await expect(page.getByRole("tab", { name: "a.md" })).toHaveCount(0);
    await page.keyboard.press("Control+Shift+t");
    await expect(line("one")).toBeVisible();
    await button.click();
    await expect(line("one")).toHaveCount(0);
  });
  await test.step("the arrow keys enter it from above and below", async () => {
    await line("below").click();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(line("two")).toBeVisible();
    for (let row = 0; row < 4; row++) await page.keyboard.press("ArrowUp");
    await page.keyboard.press("End");
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(line("one")).toBeVisible();
  });
  await test.step("a link of the list, and a heading that is typed", async () => {
    const contents = page.getByRole("navigation", { name: "Contents" });
    await contents.getByRole("link", { name: "B" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type("2");
    await expect(contents.getByRole("link")).toHaveText(["A", "B2"]);
    await expectSaved(text.replace("## B", "## B2"));
  });
  await test.step("an agent's edit", async () => {
    await expect(line("two")).toHaveCount(0);
    const patch = { action: "patch", path: "a.md", old_text: "> two", new_text: "> two\n> three" };
    expect((await galley.agent("text_editor", patch)).ok).toBe(true);
    await expect(line("three")).toBeVisible();
    await expect(button).toHaveAttribute("aria-disabled", "true");
  });
});

test("an image is resized by its handle and by keys, in one step of undo each", { tag: "@long" }, async () => {
  const text = "![alt](p.png)\n\n![[p.png]]\n\n| a |\n|---|\n| ![](p.png) |\n\nEnd\n";
  const page = await open(text, { "p.png": picture(300, 150) });
  const image = (index: number) => galley.editor.locator(".cm-live-image img").nth(index);
  const drag = async (index: number, by: number, end: "drop" | "Escape" = "drop") => {
    await image(index).hover();
    const box = await galley.editor.locator(".cm-live-image-handle").nth(index).boundingBox();
    if (!box) throw new Error("the image has no handle");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y, { steps: 3 });
    await page.mouse.move(x + by, y);
    if (end === "Escape") await page.keyboard.press("Escape");
    await page.mouse.up();
  };
  await expect(image(0)).toHaveJSProperty("offsetWidth", 300);
  await drag(0, -100);
  await expect(image(0)).toHaveJSProperty("offsetWidth", 200);
  await expect(image(0)).toHaveJSProperty("offsetHeight", 100);
  await drag(1, -50);
  const inCell = await image(2).evaluate((shown: HTMLElement) => shown.offsetWidth - 20);
  await drag(2, -20);
  const resized = `![alt|200](p.png)\n\n![[p.png|250]]\n\n| a |\n|---|\n| ![\\|${inCell}](p.png) |\n\nEnd\n`;
  await expectSaved(resized);
  await expect(image(2)).toHaveJSProperty("offsetWidth", inCell);
  for (const [index, width] of [inCell + 20, 300, 300].entries()) {
    await page.keyboard.press("Control+z");
    await expect(image(2 - index)).toHaveJSProperty("offsetWidth", width);
  }
  await expectSaved(text);
  await drag(0, -100, "Escape");
  await expect(image(0)).toHaveJSProperty("offsetWidth", 300);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+Shift+Comma");
  await expect(image(0)).toHaveJSProperty("offsetWidth", 280);
  await page.keyboard.press("Control+Shift+Period");
  await expectSaved(text.replace("![alt]", "![alt|300]"));
  await page.keyboard.press("F1");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("Original Image Size");
  await expect(page.getByRole("option").first()).toContainText("Original Image Size");
  await page.keyboard.press("Enter");
  await expectSaved(text);
});
