import type { App, Session, WebContents } from "electron";

/** Whether `url` is of the page's own origin, compared parsed, never as a prefix. */
export function isOwnPage(url: string, pageUrl: string): boolean {
  try {
    const asked = new URL(url);
    const own = new URL(pageUrl);
    return asked.protocol === own.protocol && asked.host === own.host;
  } catch {
    return false;
  }
}

/**
 * Shuts everything that a page of ours never needs: permissions and devices, downloads, navigation, new windows,
 * webviews and the dictionary that Electron fetches from the network at every start.
 */
export function guardAll(app: App, pageUrl: string): void {
  app.on("session-created", guardSession);
  app.on("web-contents-created", (_, contents) => guardContents(contents, pageUrl));
}

function guardSession(session: Session): void {
  session.setSpellCheckerLanguages([]);
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.on("will-download", (event) => event.preventDefault());
}

function guardContents(contents: WebContents, pageUrl: string): void {
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
  contents.on("will-attach-webview", (event) => event.preventDefault());
  for (const name of ["will-navigate", "will-frame-navigate", "will-redirect"] as const) {
    contents.on(name as "will-navigate", (event) => {
      // A reload of the page itself is the one navigation that stays possible (the dev server asks for it).
      if (!event.isMainFrame || !isOwnPage(event.url, pageUrl)) event.preventDefault();
    });
  }
}
