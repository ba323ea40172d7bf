import type { App, Session, WebContents } from "electron";
import { expect, test } from "vitest";
import { recordAttempts } from "../../shared/testing/record-attempts";
import { guardAll, isOwnRenderer, resolverRules } from "./guards";
import { actOnPdf, isPdfStep, keyForWindow } from "./pdf-frames";

test("only the page itself is the app's own, not a prefix, a look-alike or a neighbouring address [A8 E13]", () => {
  const page = "galley://app/index.html";
  expect(isOwnRenderer("galley://app/index.html#x", page)).toBe(true);
  for (const url of [
    "galley://app/none.html",
    "galley://app/",
    "galley://app:99/index.html",
    "blob:galley://app/index.html",
    "galley://app.evil/index.html",
    "galley://application/",
    "https://app/",
    "galley:app",
    "about:blank",
    "",
    "x",
  ])
    expect(isOwnRenderer(url, page), url).toBe(false);
  expect(isOwnRenderer("http://localhost:5173/?x#y", "http://localhost:5173")).toBe(true);
  expect(isOwnRenderer("http://localhost:51730/", "http://localhost:5173/")).toBe(false);
  expect(isOwnRenderer("http://localhost:5173@evil.example/", "http://localhost:5173/")).toBe(false);
});

test("no name is resolved except the dev server's own host [A1]", () => {
  expect(resolverRules("galley://app/index.html")).toBe("MAP * ~NOTFOUND");
  expect(resolverRules("http://localhost:5173")).toBe("MAP * ~NOTFOUND, EXCLUDE localhost");
});

test("the page of a packaged app cannot be controlled with switches [A11]", () => {
  const removed = (isPackaged: boolean) => {
    const gone: string[] = [];
    const commandLine = { appendSwitch: () => {}, removeSwitch: (name: string) => void gone.push(name) };
    guardAll(
      { isPackaged, commandLine, on: () => {} } as unknown as App,
      "galley://app/index.html",
      "galley://drawings/index.html",
    );
    return gone;
  };
  expect(removed(true)).toEqual(expect.arrayContaining(["remote-debugging-port", "remote-debugging-pipe"]));
  expect(removed(false)).toEqual([]);
});

/** A fake app that only records its listeners. `emit` calls the listeners of an event. */
function guarded() {
  const listeners = new Map<string, (...args: unknown[]) => void>();
  const commandLine = { appendSwitch: () => {}, removeSwitch: () => {} };
  const on = (name: string, listener: (...args: unknown[]) => void) => void listeners.set(name, listener);
  guardAll(
    { isPackaged: true, commandLine, on } as unknown as App,
    "galley://app/index.html",
    "galley://drawings/index.html",
  );
  return (name: string, ...args: unknown[]) => listeners.get(name)?.(...args);
}

test("every session denies every permission, device, screen capture and download [E5]", () => {
  const emit = guarded();
  const set = new Map<string, unknown>();
  const session = new Proxy({} as Session, {
    get: (_, name: string) => (first: unknown, second?: unknown) =>
      void set.set(name === "on" ? `on ${first}` : name, second ?? first),
  });
  emit("session-created", session);
  const called = (name: string) => set.get(name) as (...args: unknown[]) => unknown;
  const permissions = [
    "media",
    "geolocation",
    "notifications",
    "clipboard-read",
    "midiSysex",
    "fullscreen",
    "usb",
    "hid",
  ];
  permissions.push("openExternal", "pointerLock", "fileSystem", "window-management", "unknown", "display-capture");
  for (const permission of permissions) {
    let answer: unknown = null;
    called("setPermissionRequestHandler")(null, permission, (granted: boolean) => {
      answer = granted;
    });
    expect(answer, permission).toBe(false);
    expect(called("setPermissionCheckHandler")(null, permission, "galley://app"), permission).toBe(false);
  }
  recordAttempts(2 * permissions.length);
  expect(called("setDevicePermissionHandler")({ deviceType: "usb" })).toBe(false);
  let streams: unknown = null;
  called("setDisplayMediaRequestHandler")({}, (given: unknown) => {
    streams = given;
  });
  expect(streams).toEqual({});
  let prevented = false;
  called("on will-download")({ preventDefault: () => (prevented = true) });
  expect(prevented).toBe(true);
});

test("a frame may show a PDF of ours and Chromium's viewer in it, and the window may not", () => {
  const viewer = "chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/";
  expect(isPdfStep("galley-pdf://viewed/%2Fa.pdf?1#toolbar=0", "galley://app/index.html")).toBe(true);
  expect(isPdfStep(`${viewer}c48fbb5a`, `${viewer}index.html`)).toBe(true);
  for (const [url, initiator] of [
    [`${viewer}index.html`, "galley://app/index.html"],
    [`${viewer}index.html`, undefined],
    ["chrome-extension://other/index.html", `${viewer}index.html`],
    ["galley-pdf://other/a.pdf", "galley://app/index.html"],
    ["https://example.com/", `${viewer}index.html`],
  ] as const)
    expect(isPdfStep(url, initiator), url).toBe(false);
});

test("a PDF gets the keys that move in it, and the page all chords, and letters unless a password is asked for", async () => {
  const page = { url: "galley://app/index.html", parent: null };
  const inside = (query: string) =>
    ({ url: "", parent: { url: `galley-pdf://viewed/%2Fa.pdf?${query}#toolbar=0`, parent: page } }) as never;
  const passed = (keys: string, query = "v") => {
    const [key = "", ...held] = keys.split("+").reverse();
    const has = (name: string) => held.includes(name);
    const input = { type: "keyDown", key: key || "+", code: "", control: has("ctrl"), shift: has("shift") };
    return keyForWindow({ ...input, alt: has("alt"), meta: has("meta") }, inside(query)) !== null;
  };
  for (const keys of ["ctrl+p", "ctrl+Tab", "ctrl+shift+k", "F6", "Escape", "0", "x", "Delete", "meta+w"])
    expect(passed(keys), keys).toBe(true);
  for (const keys of [
    "ctrl+c",
    "ctrl+a",
    "ctrl+Home",
    "PageDown",
    "ArrowUp",
    "Tab",
    "Enter",
    " ",
    "Control",
    "shift+Shift",
    "alt+PageDown",
    "ctrl+alt+p",
  ])
    expect(passed(keys), keys).toBe(false);
  const viewer = { url: "chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html" };
  const answer = { status: "locked", scale: 1, fit: "none", page: 1, pages: "many" };
  const parent = { url: "galley-pdf://viewed/%2Fa.pdf?w#x" };
  const main = { framesInSubtree: [{ ...viewer, parent, executeJavaScript: async () => answer }] } as never;
  expect(await actOnPdf(main, "galley-pdf://viewed/%2Fb.pdf?w", "look")).toBeNull();
  const state = { status: "locked", scale: 1, fit: null, page: 1, pages: 0 };
  expect(await actOnPdf(main, "galley-pdf://viewed/%2Fa.pdf?w", "look")).toEqual(state);
  expect(["x", "0", "Delete"].map((keys) => passed(keys, "w"))).toEqual([false, false, false]);
  expect(passed("ctrl+p", "w")).toBe(true);
  const input = {
    type: "keyDown" as const,
    key: "p",
    code: "KeyP",
    control: true,
    shift: false,
    alt: false,
    meta: false,
  };
  expect(keyForWindow(input, page as never)).toBeNull();
  expect(keyForWindow({ ...input, type: "keyUp" }, inside("v"))).toBeNull();
});

test("no window can navigate away, open a window or attach a webview [A8 E11 E12 E13 E14]", () => {
  const emit = guarded();
  const listeners = new Map<string, (event: unknown) => void>();
  let opens: unknown = null;
  const contents = {
    setWebRTCIPHandlingPolicy: () => {},
    setWindowOpenHandler: (handler: (details: object) => unknown) => {
      opens = handler({ url: "https://example.com" });
    },
    on: (name: string, listener: (event: unknown) => void) => void listeners.set(name, listener),
  };
  emit("web-contents-created", {}, contents as unknown as WebContents);
  expect(opens).toEqual({ action: "deny" });
  const isPrevented = (name: string, url: string, isMainFrame: boolean) => {
    let prevented = false;
    listeners.get(name)?.({ url, isMainFrame, preventDefault: () => (prevented = true) });
    return prevented;
  };
  expect(isPrevented("will-attach-webview", "https://example.com", true)).toBe(true);
  const ways = ["will-navigate", "will-frame-navigate", "will-redirect"];
  const addresses = [
    "https://example.com/",
    "http://127.0.0.1:8080/",
    "file:///etc/passwd",
    "data:text/html,x",
    "about:blank",
  ];
  addresses.push(
    "galley://app/other.html",
    "galley://app.evil/index.html",
    "galley://image/x/y",
    "blob:galley://app/1",
    "",
  );
  for (const way of ways) {
    for (const url of addresses)
      for (const isMain of [true, false]) expect(isPrevented(way, url, isMain), `${way} ${url}`).toBe(true);
    // The main window may not navigate away, and neither may the frame; neither may load the other's address.
    expect(isPrevented(way, "galley://app/index.html", true)).toBe(false);
    expect(isPrevented(way, "galley://drawings/index.html", false)).toBe(false);
    expect(isPrevented(way, "galley://drawings/index.html", true)).toBe(true);
    expect(isPrevented(way, "galley://app/index.html", false)).toBe(true);
  }
  recordAttempts(ways.length * (addresses.length * 2 + 2) + 2);
});
