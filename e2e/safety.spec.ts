/** The page is locked in: sandboxed, isolated, without network, navigation, windows or permissions. */
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { type Started, start } from "./launch";

let galley: Started;
test.beforeEach(async () => {
  galley = await start({
    files: { "evil.md": "# <img src=x onerror=alert(1)>\n\n<script>window.__pwn = 1</script>\n" },
  });
});
test.afterEach(() => galley.close());

test("the page has no Node, only the bridge, and its process is sandboxed", async () => {
  const found = await galley.page.evaluate(() => ({
    node: ["require", "process", "module", "Buffer", "global"].filter((name) => name in window),
    bridge: Object.keys(window.galley).sort(),
  }));
  expect(found).toEqual({ node: [], bridge: ["listen", "pathOf", "request"] });
  if (process.platform === "linux" && !process.env["GALLEY_NO_SANDBOX"]) {
    const pid = await galley.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
    );
    expect(readFileSync(`/proc/${pid}/status`, "utf8")).toContain("Seccomp:\t2");
  }
  const preferences = await galley.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
});

test("inline scripts, eval and remote loads are blocked", async () => {
  const blocked = await galley.page.evaluate(async () => {
    const violations: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective));
    const image = new Image();
    image.src = "http://127.0.0.1:9/x.png";
    await fetch("http://127.0.0.1:9/").catch(() => {});
    const script = document.createElement("script");
    try {
      script.textContent = "window.__pwn = 1";
    } catch {
      violations.push("trusted types");
    }
    document.head.append(script);
    const style = document.createElement("style");
    style.textContent = "body { display: none }";
    document.head.append(style);
    await new Promise((done) => setTimeout(done, 300));
    return { violations, pwned: "__pwn" in window, shown: getComputedStyle(document.body).display };
  });
  expect(blocked.pwned).toBe(false);
  expect(blocked.shown).not.toBe("none");
  expect(blocked.violations).toEqual(expect.arrayContaining(["img-src", "connect-src", "style-src-elem"]));
});

test("the page cannot navigate, open windows, or get permissions", async () => {
  const { page } = galley;
  const url = page.url();
  const opened = await page.evaluate(() => window.open("https://example.com") === null);
  expect(opened).toBe(true);
  await page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "file:///etc/passwd";
    document.body.append(link);
    link.click();
    location.href = "data:text/html,<h1>elsewhere</h1>";
  });
  await page.waitForTimeout(300);
  expect(page.url()).toBe(url);
  const permission = await page.evaluate(() =>
    Notification.requestPermission().catch(() => "denied" as NotificationPermission),
  );
  expect(permission).toBe("denied");
  const windows = await galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  expect(windows).toBe(1);
});

test("requests with bad names, types and prototype keys are refused, and the app lives on", async () => {
  const answers = await galley.page.evaluate(async () => {
    const ask = window.galley.request as (name: unknown, argument: unknown) => Promise<unknown>;
    const tries: [unknown, unknown][] = [
      ["no:such", null],
      ["__proto__", {}],
      ["constructor", {}],
      ["toString", {}],
      ["document:save", { doc: 7 }],
      ["document:open", ["../../etc/passwd"]],
      ["workspace:rename", JSON.parse('{"__proto__": {"from": "/a"}}')],
      [{}, {}],
      ["document:typed", { doc: "x", base: "y", seq: 1, changes: [{ from: -1, to: 1e99, insert: 3 }] }],
    ];
    return Promise.all(tries.map(([name, argument]) => ask(name, argument).then(String, () => "refused")));
  });
  expect(answers).toEqual(answers.map(() => "refused"));
  await galley.open("evil.md");
  await expect(galley.editor).toContainText("onerror");
  expect(await galley.page.evaluate(() => "__pwn" in window)).toBe(false);
});

test("the page reads and writes nothing outside what the person opened", async () => {
  const answers = await galley.page.evaluate(async (root) => {
    const ask = window.galley.request as (name: string, argument: unknown) => Promise<unknown>;
    return {
      list: await ask("workspace:list", "/etc").catch(() => ({ ok: false })),
      create: await ask("workspace:create", { path: "/tmp/escaped.md", kind: "file" }).catch(() => ({ ok: false })),
      climb: await ask("workspace:create", { path: `${root}/../escaped.md`, kind: "file" }).catch(() => ({
        ok: false,
      })),
      rename: await ask("workspace:rename", { from: `${root}/evil.md`, to: "/tmp/escaped.md" }).catch(() => ({
        ok: false,
      })),
      trash: await ask("workspace:trash", "/etc/hostname").catch(() => ({ ok: false })),
    };
  }, galley.root);
  for (const answer of Object.values(answers)) expect(answer).toMatchObject({ ok: false });
});
