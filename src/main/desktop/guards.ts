import type { App, Session, WebContents } from "electron";

/**
 * Whether `url` is the page itself, compared parsed, never as a prefix. Another address of its origin is not: what is
 * served there has no content policy of its own, and may be nothing at all.
 */
export function isOwnPage(url: string, pageUrl: string): boolean {
  try {
    const asked = new URL(url);
    const own = new URL(pageUrl);
    return asked.protocol === own.protocol && asked.host === own.host && asked.pathname === own.pathname;
  } catch {
    return false;
  }
}

/** Switches by which another program could steer the page, run its own in our processes, or take our guards away. */
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
 * Shuts everything that a page of ours never needs: permissions and devices, downloads, navigation, new windows,
 * webviews, the dictionary that Electron fetches from the network at every start, and the network itself. `frameUrl` is
 * the one page that a frame may show. Must run before the app is ready.
 */
export function guardAll(app: App, pageUrl: string, frameUrl: string): void {
  // No fuse covers these. In a checkout tests drive the page by them.
  if (app.isPackaged) for (const name of STEERING) app.commandLine.removeSwitch(name);
  app.commandLine.appendSwitch("host-resolver-rules", resolverRules(pageUrl));
  app.on("session-created", guardSession);
  app.on("web-contents-created", (_, contents) => guardContents(contents, pageUrl, frameUrl));
}

/**
 * No name and no address can be found, so that nothing leaves by a way that the content policy does not know: WebRTC's
 * servers, addresses that are only prepared for. A page from the dev server reaches that one host.
 */
export function resolverRules(pageUrl: string): string {
  const { protocol, hostname } = new URL(pageUrl);
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

function guardContents(contents: WebContents, pageUrl: string, frameUrl: string): void {
  // Peers are reached by address and over UDP, past the content policy and the resolver.
  contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
  contents.on("will-attach-webview", (event) => event.preventDefault());
  for (const name of ["will-navigate", "will-frame-navigate", "will-redirect"] as const) {
    contents.on(name as "will-navigate", (event) => {
      // A reload of the page itself is the one navigation that stays possible (the dev server asks for it).
      const isAllowed = event.isMainFrame ? isOwnPage(event.url, pageUrl) : isOwnPage(event.url, frameUrl);
      if (!isAllowed) event.preventDefault();
    });
  }
}
