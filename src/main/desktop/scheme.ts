import { protocol, type Session } from "electron";
import { pageFile, refusal } from "./page-files";

const SCHEME = "galley";
const HOST = "app";

/** Where the built page lives for the browser. */
export const PAGE_URL = `${SCHEME}://${HOST}/index.html`;

/** Must run before the app is ready: a standard, secure origin of our own, whose scripts V8 may cache compiled. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built page from `folder`, and nothing else. */
export function servePage(session: Session, folder: string): void {
  session.protocol.handle(SCHEME, ({ url, method }) => {
    const { host, pathname } = new URL(url);
    return host === HOST ? pageFile(folder, method, pathname) : refusal(404);
  });
}
