import type { App, Session, WebContents } from "electron";
import { isPdfStep } from "./pdf-frames";

/**
 * Whether `url` is the app's own page. URLs are compared parsed, never as a prefix. Another address of the same origin is not accepted: what is
 * served there has no content policy of its own.
 */
export function isOwnRenderer(url: string, rendererUrl: string): boolean {
  try {
    const asked = new URL(url);
    const own = new URL(rendererUrl);
    return asked.protocol === own.protocol && asked.host === own.host && asked.pathname === own.pathname;
  } catch {
    return false;
  }
}

/** Switches with which another program could control the page, run its own code in our processes, or disable our guards. */
const STEERING = [
  "remote-debugging-port",
  "remote-debugging-pipe",
  "remote-debugging-address",
  "remote-allow-origins",
  "disable-web-security",
  "load-extension",
  "renderer-cmd-prefix",
  "utility-cmd-prefix",
  "gpu-launcher",
];

/**
 * Blocks everything that our windows never need: permissions and devices, downloads, navigation, new windows, webviews, the dictionary that Electron
 * downloads at every start, and the network itself. `frameUrl` is the only address a frame may show, but for PDFs. Must run before the app is ready.
 */
export function guardAll(app: App, rendererUrl: string, frameUrl: string): void {
  // No fuse covers these switches. In a checkout, tests control the page with them.
  if (app.isPackaged) for (const name of STEERING) app.commandLine.removeSwitch(name);
  app.commandLine.appendSwitch("host-resolver-rules", resolverRules(rendererUrl));
  app.on("session-created", guardSession);
  app.on("web-contents-created", (_, contents) => guardContents(contents, rendererUrl, frameUrl));
}

/**
 * Resolves no name and no address, so that nothing leaves by a way that the content policy does not cover: WebRTC servers, preconnects. A page from
 * the dev server reaches only that host.
 */
export function resolverRules(rendererUrl: string): string {
  const { protocol, hostname } = new URL(rendererUrl);
  return protocol === "http:" ? `MAP * ~NOTFOUND, EXCLUDE ${hostname}` : "MAP * ~NOTFOUND";
}

function guardSession(session: Session): void {
  session.setSpellCheckerLanguages([]);
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.on("will-download", (event) => event.preventDefault());
}

function guardContents(contents: WebContents, rendererUrl: string, frameUrl: string): void {
  // WebRTC connects to addresses over UDP, which bypasses the content policy and the resolver.
  contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
  contents.on("will-attach-webview", (event) => event.preventDefault());
  for (const name of ["will-navigate", "will-frame-navigate", "will-redirect"] as const) {
    contents.on(name as "will-navigate", (event) => {
      // Reloading the page itself is the only navigation that is allowed (the dev server needs it).
      const isAllowed = event.isMainFrame
        ? isOwnRenderer(event.url, rendererUrl)
        : isOwnRenderer(event.url, frameUrl) || isPdfStep(event.url, event.initiator?.url);
      if (!isAllowed) event.preventDefault();
    });
  }
}
