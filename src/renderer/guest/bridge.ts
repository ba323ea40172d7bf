import type { Argument, Bridge, Events, Reply, RequestName, Settings, StartState } from "../../shared/contract";
import { mayRequest } from "../../shared/guest";
import type { Connection } from "./connection";
import { guestMessages, pageLanguage } from "./messages";

const SETTINGS = "galley-settings";

/** Requests that the browser itself answers, or that have no meaning in it. */
const own: { [K in RequestName]?: (argument: Argument<K>) => Reply<K> | Promise<Reply<K>> } = {
  "app:painted": () => undefined,
  "app:save-session": () => undefined,
  "app:available": () => undefined,
  "app:ready-to-close": () => undefined,
  "app:menu": () => null,
  "app:copied-address": () => null,
  "app:toggle-full-screen": () =>
    void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
  "app:copy": (text) => navigator.clipboard.writeText(text),
  "app:copy-rich": ({ html, text }) =>
    navigator.clipboard.write([
      new ClipboardItem({
        "text/html": new Blob([html], { type: "text/html" }),
        "text/plain": new Blob([text], { type: "text/plain" }),
      }),
    ]),
  "app:open-link": (url) => {
    if (/^(?:https?|mailto):/i.test(url) && confirm(guestMessages.openLink(url)))
      open(url, "_blank", "noopener,noreferrer");
  },
  "document:keep-undo": () => undefined,
  "document:undo-steps": () => null,
  "document:views": () => undefined,
  "document:clear-readings": () => undefined,
  "sharing:state": () => null,
  "sharing:look": () => undefined,
  "review:asked": () => ({ ok: true, asked: [] }),
  "index:folder-rules": () => ({
    ok: true,
    rules: { source: null, isNew: false, lineBreaks: null, imageFolder: null, linkStyle: null },
  }),
  "index:aliases": () => ({ ok: true, aliases: [] }),
  "links:unfinished": () => ({ ok: true, unfinished: [] }),
};

/** The bridge of a page in a browser: what the preload script is in the app. */
export function createBridge(connection: Connection): {
  bridge: Bridge;
  handleEvent(name: string, event: unknown): void;
} {
  const listeners = new Map<string, Set<(event: never) => void>>();
  let role: NonNullable<StartState["guest"]>["role"] = "reader";

  async function start(): Promise<StartState> {
    const state = (await connection.request("app:start", undefined)) as StartState;
    role = state.guest?.role ?? "reader";
    const settings = (await connection
      .request("app:save-settings", storedSettings())
      .catch(() => state.settings)) as Settings;
    const platform = /mac|iphone|ipad/i.test(navigator.userAgent)
      ? "darwin"
      : /win/i.test(navigator.userAgent)
        ? "win32"
        : "linux";
    return { ...state, settings, platform, systemLanguage: pageLanguage };
  }

  const bridge: Bridge = {
    async request<K extends RequestName>(name: K, argument: Argument<K>): Promise<Reply<K>> {
      if (name === "app:start") return (await start()) as Reply<K>;
      const answer = own[name];
      if (answer !== undefined) return (await answer(argument)) as Reply<K>;
      // The server rejects it as well: this only saves the way.
      if (!mayRequest(role, name))
        return { ok: false, error: { code: "unsupported", message: guestMessages.notHere } } as Reply<K>;
      if (name === "app:save-settings") storeSettings(argument as Partial<Settings>);
      return (await connection.request(name, argument)) as Reply<K>;
    },
    listen<K extends keyof Events>(name: K, listener: (event: Events[K]) => void) {
      const known = listeners.get(name) ?? new Set();
      const each = (event: never) => listener(event);
      listeners.set(name, known.add(each));
      return () => void known.delete(each);
    },
    pathOf: () => "",
  };
  return {
    bridge,
    handleEvent(name, event) {
      for (const listener of listeners.get(name) ?? []) listener(event as never);
    },
  };
}

function storedSettings(): Partial<Settings> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SETTINGS) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

function storeSettings(changed: Partial<Settings>): void {
  try {
    localStorage.setItem(SETTINGS, JSON.stringify({ ...storedSettings(), ...changed }));
  } catch {
    // They last as long as the page.
  }
}
