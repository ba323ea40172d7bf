/** The page is locked in: sandboxed, isolated, without network, navigation, windows or permissions. */
import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "@playwright/test";
import { type Started, start } from "./launch";
import { tried } from "./tried";

let galley: Started;
test.beforeEach(async () => {
  galley = await start({
    files: { "evil.md": "# <img src=x onerror=alert(1)>\n\n<script>window.__pwn = 1</script>\n" },
  });
});
test.afterEach(() => galley.close());

test("the page has no Node, only the bridge, and its process is sandboxed [E2 E3 E4]", async () => {
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
    // They are told of when the browser gets to it, the request last.
    const isTold = (directive: string) => violations.includes(directive);
    for (const end = performance.now() + 15_000; performance.now() < end; ) {
      await new Promise((done) => setTimeout(done, 50));
      if (["img-src", "connect-src", "style-src-elem"].every(isTold)) break;
    }
    return { violations, pwned: "__pwn" in window, shown: getComputedStyle(document.body).display };
  });
  expect(blocked.pwned).toBe(false);
  expect(blocked.shown).not.toBe("none");
  expect(blocked.violations).toEqual(expect.arrayContaining(["img-src", "connect-src", "style-src-elem"]));
});

test("the page cannot navigate, open windows, or get permissions [A8 E13 E14]", async () => {
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
  // Of our own origin, but without the page's policy.
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

test("requests with bad names, types and prototype keys are refused, and the app lives on [A9]", async () => {
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

test("the page reads and writes nothing outside what the person opened [A10]", async () => {
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

test("frames that the page makes have no bridge, run nothing and show nothing of ours [A5 E2]", async () => {
  const found = await galley.page.evaluate(async () => {
    const bridges: string[] = [];
    const addresses = ["", "galley://app/index.html", "galley://app/none.html", "file:///etc/passwd"];
    addresses.push("data:text/html,<script>parent.postMessage('pwned', '*')</script>");
    addresses.push(URL.createObjectURL(new Blob(["<script>parent.__pwn = 1</script>"], { type: "text/html" })));
    addresses.push("javascript:parent.__pwn = 1");
    const heard: unknown[] = [];
    addEventListener("message", ({ data }) => heard.push(data));
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
    return { bridges, heard, pwned: "__pwn" in window };
  });
  expect(found).toEqual({ bridges: found.bridges.map(() => "undefined"), heard: [], pwned: false });
});

test("nothing leaves the page over WebRTC or by preparing a connection [A1]", async () => {
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

test("the page cannot give itself a file that nobody chose, nor bend the bridge [A10 E20]", async () => {
  const found = await galley.page.evaluate(async () => {
    const { galley: bridge } = window;
    const file = new File(["x"], "/etc/passwd");
    Object.defineProperty(file, "path", { value: "/etc/passwd" });
    const transfer = new DataTransfer();
    transfer.items.add(file);
    const paths = [file, transfer.files[0] ?? file].map((each) => bridge.pathOf(each));
    const likeAFile = Object.create(File.prototype, { path: { value: "/etc/passwd" } }) as File;
    let bent = "refused";
    try {
      paths.push(bridge.pathOf(likeAFile));
    } catch {
      paths.push("");
    }
    try {
      (bridge as { request: unknown }).request = null;
      bent = String(bridge.request);
    } catch {}
    const opened = await bridge.request("document:open", "/etc/passwd");
    return { paths, isFrozen: Object.isFrozen(bridge), isBent: bent === "null", opened: opened.ok };
  });
  expect(found).toEqual({ paths: ["", "", ""], isFrozen: true, isBent: false, opened: false });
  tried(5);
});

test("no session grants a permission, whoever asks [E5]", async () => {
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

test("an address that another project left in the environment is not taken for the page [E1]", async () => {
  const other = await start({ env: { ELECTRON_RENDERER_URL: "http://127.0.0.1:9/" } });
  expect(other.page.url()).toBe(galley.page.url());
  await other.close();
});
