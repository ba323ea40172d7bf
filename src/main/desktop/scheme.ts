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

/**
 * Serves the built page from `folder`, and nothing else. Not with `protocol.handle`: its first request loads all of Node's
 * `fetch`, HTTP/2 included, in the very moment when the page waits for its first byte.
 */
export function servePage(session: Session, folder: string): void {
  session.protocol.registerBufferProtocol(SCHEME, ({ url, method }, answer) => {
    const { host, pathname } = new URL(url);
    const { status, type, headers, bytes } = host === HOST ? pageFile(folder, method, pathname) : refusal(404);
    answer({ statusCode: status, mimeType: type, charset: "utf-8", headers, data: bytes });
  });
}
