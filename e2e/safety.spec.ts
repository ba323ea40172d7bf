/** The renderer is locked down: sandboxed, isolated, without network, navigation, windows or permissions. */
import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { requestSchemas } from "../src/main/app/requests";
import { type GalleyApp, project } from "./launch";
import { recordAttempts } from "./record-attempts";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp();

let galley: GalleyApp;
test.beforeEach(async () => {
  galley = await start({
    files: { "evil.md": "# <img src=x onerror=alert(1)>\n\n<script>window.__pwn = 1</script>\n" },
  });
});
test.afterEach(() => galley.close());

test("the renderer has no Node, only the bridge, and its process is sandboxed [E2 E3 E4]", async () => {
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

test("inline scripts, eval and remote loads are blocked [A1 E1 E7]", async () => {
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
    // The browser reports violations asynchronously; that of the request comes last.
    const isReported = (directive: string) => violations.includes(directive);
    for (const end = performance.now() + 15_000; performance.now() < end; ) {
      await new Promise((done) => setTimeout(done, 50));
      if (["img-src", "connect-src", "style-src-elem"].every(isReported)) break;
    }
    return { violations, pwned: "__pwn" in window, shown: getComputedStyle(document.body).display };
  });
  expect(blocked.pwned).toBe(false);
  expect(blocked.shown).not.toBe("none");
  expect(blocked.violations).toEqual(expect.arrayContaining(["img-src", "connect-src", "style-src-elem"]));
});

test("the renderer cannot navigate, open windows, or get permissions [A8 E13 E14]", async () => {
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
  // On Galley's own origin, but without the content security policy.
  for (const address of ["galley://app/none.html", "galley://app/"]) {
    await page.evaluate((to) => {
      location.href = to;
    }, address);
    await page.waitForTimeout(100);
    expect(page.url()).toBe(url);
  }
  const permission = await page.evaluate(() =>
    Notification.requestPermission().catch(() => "denied" as NotificationPermission),
  );
  expect(permission).toBe("denied");
  const windows = await galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  expect(windows).toBe(1);
});

test("requests with bad names, types and prototype keys are rejected, and the app keeps working [A9]", async () => {
  const answers = await galley.page.evaluate(async () => {
    const ask = window.galley.request as (name: unknown, argument: unknown) => Promise<unknown>;
    const requests: [unknown, unknown][] = [
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
    return Promise.all(requests.map(([name, argument]) => ask(name, argument).then(String, () => "refused")));
  });
  expect(answers).toEqual(answers.map(() => "refused"));
  await galley.open("evil.md");
  await expect(galley.editor).toContainText("<script>window.__pwn = 1");
  expect(await galley.page.evaluate(() => "__pwn" in window)).toBe(false);
});

test("malformed arguments of any size and depth are rejected by every request, and main keeps none of them [A9]", {
  tag: "@long",
}, async () => {
  const { app, page } = galley;
  const names = Object.keys(requestSchemas);
  const memory = () => app.evaluate(() => process.memoryUsage().rss / 2 ** 20);
  const before = await memory();
  const answered = await page.evaluate(
    async ([all, isLong]) => {
      const ask = window.galley.request as (name: unknown, argument: unknown) => Promise<unknown>;
      let deep: unknown = "x";
      for (let level = 0; level < 500; level++) deep = level % 2 === 0 ? [deep] : { path: deep };
      const oddValues: unknown[] = [
        7.5,
        Number.NaN,
        [null],
        deep,
        new Date(0),
        new Map([["doc", 1]]),
        new Uint8Array(8),
      ];
      oddValues.push(JSON.parse('{"__proto__": {"path": "/"}, "constructor": {"prototype": {}}}'), {
        path: 1,
        doc: {},
        more: [],
      });
      const huge = [() => "x".repeat(10_000_000), () => new Uint8Array(50_000_000), () => new Array(1_000_000).fill(0)];
      const wrong: string[] = [];
      let count = 0;
      const tryIt = async (name: string, argument: unknown) => {
        count++;
        const outcome = await ask(name, argument).then(() => "answered", String);
        if (!outcome.includes("Galley rejected this request.")) wrong.push(`${name} ${typeof argument}: ${outcome}`);
      };
      const everyThird = (at: number) => oddValues.filter((_, each) => isLong || each % 3 === at % 3);
      for (const [at, name] of all.entries())
        await Promise.all(everyThird(at).map((argument) => tryIt(name, argument)));
      for (const make of huge) for (const name of ["links:place", "app:save-settings"]) await tryIt(name, make());
      return { wrong, count };
    },
    [names, Boolean(process.env["GALLEY_LONG"])] as const,
  );
  expect(answered.wrong).toEqual([]);
  await galley.open("evil.md");
  await expect(galley.editor).toContainText("<script>window.__pwn = 1");
  expect((await memory()) - before, "MiB more").toBeLessThan(500);
  recordAttempts(answered.count);
});

test("the renderer cannot read or write outside what the user opened [A10]", async () => {
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

test("frames created by the renderer have no bridge, run no script and show nothing of Galley [A5 E2]", async () => {
  const found = await galley.page.evaluate(async () => {
    const bridges: string[] = [];
    const addresses = ["", "galley://app/index.html", "galley://app/none.html", "file:///etc/passwd"];
    addresses.push("data:text/html,<script>parent.postMessage('pwned', '*')</script>");
    addresses.push(URL.createObjectURL(new Blob(["<script>parent.__pwn = 1</script>"], { type: "text/html" })));
    addresses.push("javascript:parent.__pwn = 1");
    const received: unknown[] = [];
    addEventListener("message", ({ data }) => received.push(data));
    for (const address of addresses) {
      const frame = document.createElement("iframe");
      if (address) frame.src = address;
      document.body.append(frame);
      await new Promise((done) => setTimeout(done, 100));
      try {
        bridges.push(typeof (frame.contentWindow as unknown as { galley: unknown }).galley);
      } catch {
        bridges.push("undefined");
      }
    }
    return { bridges, received, pwned: "__pwn" in window };
  });
  expect(found).toEqual({ bridges: found.bridges.map(() => "undefined"), received: [], pwned: false });
});

test("nothing leaves the renderer over WebRTC or by preconnecting [A1]", async () => {
  const udp = createSocket("udp4");
  const tcp = createServer((socket) => socket.destroy());
  let reached = 0;
  udp.on("message", () => reached++);
  tcp.on("connection", () => reached++);
  await new Promise<void>((done) => udp.bind(0, "127.0.0.1", done));
  await new Promise<void>((done) => tcp.listen(0, "127.0.0.1", done));
  const ports = { udp: udp.address().port, tcp: (tcp.address() as AddressInfo).port };
  await galley.page.evaluate(async (port) => {
    const iceServers = [
      { urls: `stun:127.0.0.1:${port.udp}` },
      { urls: `stun:localhost:${port.udp}` },
      { urls: `turn:127.0.0.1:${port.tcp}?transport=tcp`, username: "a", credential: "b" },
    ];
    const peer = new RTCPeerConnection({ iceServers });
    peer.createDataChannel("x");
    await peer.setLocalDescription(await peer.createOffer());
    for (const host of ["127.0.0.1", "localhost"]) {
      const link = document.createElement("link");
      link.rel = "preconnect";
      link.href = `http://${host}:${port.tcp}/`;
      document.head.append(link);
    }
    await new Promise((done) => setTimeout(done, 2000));
    peer.close();
  }, ports);
  udp.close();
  tcp.close();
  expect(reached).toBe(0);
});

test("the renderer cannot forge a file that the user did not choose, or change the bridge [A10 E20]", async () => {
  const found = await galley.page.evaluate(async () => {
    const { galley: bridge } = window;
    const file = new File(["x"], "/etc/passwd");
    Object.defineProperty(file, "path", { value: "/etc/passwd" });
    const transfer = new DataTransfer();
    transfer.items.add(file);
    const paths = [file, transfer.files[0] ?? file].map((each) => bridge.pathOf(each));
    const likeAFile = Object.create(File.prototype, { path: { value: "/etc/passwd" } }) as File;
    let fakeFilePath = "refused";
    try {
      paths.push(bridge.pathOf(likeAFile));
    } catch {
      paths.push("");
    }
    try {
      (bridge as { request: unknown }).request = null;
      fakeFilePath = String(bridge.request);
    } catch {}
    const opened = await bridge.request("document:open", "/etc/passwd");
    return { paths, isFrozen: Object.isFrozen(bridge), isBent: fakeFilePath === "null", opened: opened.ok };
  });
  expect(found).toEqual({ paths: ["", "", ""], isFrozen: true, isBent: false, opened: false });
  recordAttempts(5);
});

test("no session grants a permission [E5]", async () => {
  const states = await galley.page.evaluate(async () => {
    const names = ["geolocation", "camera", "microphone", "midi", "clipboard-read", "local-fonts", "idle-detection"];
    const asked = names.map((name) => navigator.permissions.query({ name: name as PermissionName }));
    return (await Promise.all(asked)).map(({ state }) => state);
  });
  expect(new Set(states)).toEqual(new Set(["denied"]));
  expect(
    await galley.page.evaluate(() =>
      navigator.clipboard.readText().then(
        () => "read",
        () => "refused",
      ),
    ),
  ).toBe("refused");
});

test("every window, page and frame follows Electron's checklist, including the hidden print windows [E1 E2 E3 E4 E6 E7 E8 E9 E10 E11 E12 E18]", async () => {
  const { app, page } = galley;
  // Printing uses a separate window with its own session, which is closed afterwards.
  await app.evaluate(({ app: electronApp }) => {
    const seen: [string, Record<string, unknown>][] = [];
    (globalThis as { safetySeen?: typeof seen }).safetySeen = seen;
    electronApp.on("web-contents-created", (_, contents) => {
      contents.print = (_options, done) => {
        const { getLastWebPreferences } = contents as unknown as { getLastWebPreferences(): Record<string, unknown> };
        seen.push([contents.getURL(), getLastWebPreferences.call(contents)]);
        done?.(true, "");
      };
    });
  });
  const printed = await page.evaluate(() =>
    window.galley.request("export:print", "<!doctype html><title>x</title><p>x"),
  );
  expect(printed.ok).toBe(true);
  const windows = await app.evaluate(({ BrowserWindow }) => {
    type InspectedContents = { getURL(): string; getLastWebPreferences(): Record<string, unknown> };
    const shown = BrowserWindow.getAllWindows().map(({ webContents }) => webContents as unknown as InspectedContents);
    const { safetySeen = [] } = globalThis as { safetySeen?: [string, Record<string, unknown>][] };
    return [...shown.map((each) => [each.getURL(), each.getLastWebPreferences()] as const), ...safetySeen];
  });
  expect(windows.map(([url]) => url)).toEqual(["galley://app/index.html", "galley://print/page.html"]);
  const wanted = {
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    plugins: false,
    enableBlinkFeatures: "",
  };
  // A missing switch means Electron's default, which is off.
  for (const [url, preferences] of windows)
    for (const [name, value] of Object.entries(wanted))
      expect(preferences[name] ?? value, `${name} of ${url}`).toBe(value);
  const switches = ["disable-web-security", "allow-running-insecure-content", "enable-blink-features"];
  switches.push(
    "enable-experimental-web-platform-features",
    "enable-features-for-testing",
    "ignore-certificate-errors",
  );
  expect(
    await app.evaluate(
      ({ app: electronApp }, names) => names.filter((name) => electronApp.commandLine.hasSwitch(name)),
      switches,
    ),
  ).toEqual([]);

  // The frame for drawings is created when something must be drawn.
  await galley.writeExternally("drawn.md", "# Drawn\n\n$$\nx^2\n$$\n");
  await galley.open("drawn.md");
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith("galley://drawings/"))).toBe(true);
  const names = ["require", "process", "module", "exports", "Buffer", "global", "__dirname", "electron", "ipcRenderer"];
  for (const frame of page.frames()) {
    expect(await frame.evaluate((all) => all.filter((name) => name in globalThis), names), frame.url()).toEqual([]);
    expect(frame.url()).toMatch(/^(?:galley:\/\/|about:)/);
    if (frame !== page.mainFrame()) expect(await frame.evaluate(() => "galley" in window), frame.url()).toBe(false);
  }
  const inWorker = await page.evaluate(async (all) => {
    const address = URL.createObjectURL(
      new Blob([`postMessage(${JSON.stringify(all)}.filter((name) => name in self))`]),
    );
    return new Promise((done) => {
      const refused = () => done("refused");
      addEventListener("securitypolicyviolation", refused, { once: true });
      try {
        const worker = new Worker(address);
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = refused;
      } catch {
        done("refused");
      }
    });
  }, names);
  expect(inWorker).toBe("refused");

  const found = await page.evaluate(async () => {
    const webview = document.createElement("webview");
    webview.setAttribute("src", "https://example.com");
    document.body.append(webview);
    const answer = await fetch("galley://app/index.html");
    const read = (address: string) =>
      fetch(address).then(
        ({ status }) => status,
        () => "refused",
      );
    return {
      webview: ["loadURL", "getWebContentsId", "executeJavaScript"].filter((name) => name in webview),
      policy: answer.headers.get("content-security-policy") ?? "",
      loaded: performance.getEntriesByType("resource").map(({ name }) => name),
      files: [
        await read("file:///etc/passwd"),
        await read("galley://app/../../package.json"),
        await read("galley://app/"),
      ],
    };
  });
  expect(found.webview).toEqual([]);
  expect(found.policy).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(found.policy).toContain("require-trusted-types-for 'script'");
  expect(found.policy).not.toMatch(/unsafe|https?:|\*/);
  expect(found.loaded.filter((url) => !/^(?:galley|data|blob):/.test(url))).toEqual([]);
  expect(found.files.filter((status) => status === 200)).toEqual([]);
  recordAttempts(windows.length * Object.keys(wanted).length + page.frames().length * names.length + 12);
});

test("the window cannot be navigated away: scripts, links, forms, refreshes, frames, a dropped link [A8 E13 E14]", async () => {
  const { app, page } = galley;
  const url = page.url();
  await app.evaluate(({ BrowserWindow }) => {
    const navigations: [string, boolean][] = [];
    (globalThis as { safetyNavigations?: typeof navigations }).safetyNavigations = navigations;
    const [window] = BrowserWindow.getAllWindows();
    // Registered after Galley's guard, so `defaultPrevented` is final. Prevented navigations do not emit `will-navigate`.
    window?.webContents.on("will-frame-navigate", (event) => navigations.push([event.url, event.defaultPrevented]));
    window?.webContents.on("did-navigate", (_, to) => navigations.push([`went to ${to}`, false]));
  });
  const navigations = () =>
    app.evaluate(() => (globalThis as { safetyNavigations?: [string, boolean][] }).safetyNavigations ?? []);
  const expectPrevented = async (address: string) => expect.poll(navigations).toContainEqual([address, true]);
  await page.evaluate(() => Object.assign(window, { safetyMark: true }));

  const at = (name: string) => `https://example.com/${name}`;
  const escapes: [string, (address: string) => void][] = [
    ["href", (address) => void Object.assign(location, { href: address })],
    ["assign", (address) => location.assign(address)],
    ["replace", (address) => location.replace(address)],
    [
      "link",
      (address) => {
        const link = document.createElement("a");
        link.href = address;
        document.body.append(link);
        link.click();
      },
    ],
    [
      "refresh",
      (address) => {
        const meta = document.createElement("meta");
        meta.httpEquiv = "refresh";
        meta.content = `0;url=${address}`;
        document.head.append(meta);
      },
    ],
    ["own", () => void Object.assign(location, { href: "galley://app/none.html" })],
  ];
  for (const [name, act] of escapes) {
    await page.evaluate(act, at(name));
    await expectPrevented(name === "own" ? "galley://app/none.html" : at(name));
  }
  // A link that is dragged from another program and dropped on the window.
  const session = await page.context().newCDPSession(page);
  const data = {
    items: [
      { mimeType: "text/uri-list", data: at("dropped") },
      { mimeType: "text/plain", data: at("dropped") },
    ],
    dragOperationsMask: 7,
  };
  for (const [x, y] of [
    [640, 400],
    [100, 10],
    [60, 700],
  ] as const)
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await session.send("Input.dispatchDragEvent", { type, x, y, data });
  await session.detach();
  // Navigations that Chromium itself blocks emit no event.
  const opened = await page.evaluate((address) => {
    const form = document.createElement("form");
    form.action = address;
    document.body.append(form);
    form.submit();
    const windows: (Window | null)[] = [];
    for (const target of ["_blank", "_self", "_top", "x"])
      for (const each of [address, "file:///etc/passwd", "galley://app/index.html", "about:blank"])
        if (target === "_blank" || target === "x") windows.push(window.open(each, target));
    for (const href of [
      "javascript:window.__pwn = 1",
      "data:text/html,x",
      "file:///etc/passwd",
      "smb://h/x",
      "ms-calculator:",
    ])
      for (const target of ["", "_blank"]) {
        const link = document.createElement("a");
        Object.assign(link, { href, target });
        document.body.append(link);
        link.click();
      }
    return windows.filter((each) => each !== null).length;
  }, at("form"));
  expect(opened).toBe(0);
  // Started after all others, so the others have been reported.
  await page.evaluate((address) => location.assign(address), at("last"));
  await expectPrevented(at("last"));
  expect((await navigations()).filter(([, prevented]) => !prevented)).toEqual([]);
  expect(await page.evaluate(() => ["safetyMark" in window, "__pwn" in window])).toEqual([true, false]);
  expect(page.url()).toBe(url);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  recordAttempts(escapes.length + 3 + 1 + 8 + 10);
});

test("the preload adds one global with three functions; another page with the same preload gets no answer [A9 E17 E20]", async () => {
  const { app, page } = galley;
  const found = await page.evaluate(() => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const bare = new Set(Object.getOwnPropertyNames(frame.contentWindow ?? {}));
    const own = Object.getOwnPropertyNames(window).filter((name) => !bare.has(name) && !/^\d+$/.test(name));
    frame.remove();
    const { galley: bridge } = window;
    const kinds = Object.entries(bridge).map(([name, value]) => `${name} ${typeof value} ${Object.isFrozen(value)}`);
    return { own, kinds: kinds.sort() };
  });
  // nanostores registers a global of its own, which only has numbers.
  expect(found.own.filter((name) => name !== "nanostoresGlobal")).toEqual(["galley"]);
  expect(found.kinds).toEqual(["listen function true", "pathOf function true", "request function true"]);
  const refused = await app.evaluate(
    async ({ BrowserWindow }, preload) => {
      const answers: unknown[] = [];
      for (const url of ["data:text/html,x", "galley://app/index.html"]) {
        const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
        await other.loadURL(url);
        const ask = `galley.request("app:start").then(() => "answered", String)`;
        answers.push(await other.webContents.executeJavaScript(ask));
        other.destroy();
      }
      return answers;
    },
    join(project, "out/preload/index.cjs"),
  );
  expect(refused).toEqual([expect.stringContaining("rejected"), expect.stringContaining("rejected")]);
});
