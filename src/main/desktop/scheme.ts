import { protocol, type Session } from "electron";
import { drawingsFile, imageFile, pageFile, refusal } from "./page-files";

const SCHEME = "galley";
const HOST = "app";
const DRAWINGS = "drawings";
const IMAGES = "image";

/** Where the built page lives for the browser. */
export const PAGE_URL = `${SCHEME}://${HOST}/index.html`;

/** The frame in which maths and diagrams are drawn: another host, so that it is another site with a process of its own. */
export const DRAWINGS_URL = `${SCHEME}://${DRAWINGS}/drawings/frame/index.html`;

/**
 * Must run before the app is ready: a standard, secure origin of our own, whose scripts V8 may cache compiled. CORS is
 * on for the drawings' frame, whose opaque origin has to ask for its own scripts.
 */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }]);
}

/**
 * Serves the built page from `folder`, with `attributes` on its `<html>` element, and nothing else. Not with `protocol.handle`: its first request loads all of Node's
 * `fetch`, HTTP/2 included, in the very moment when the page waits for its first byte.
 */
export function servePage(
  session: Session,
  folder: string,
  attributes: () => string,
  image: Parameters<typeof imageFile>[1],
): void {
  session.protocol.registerBufferProtocol(SCHEME, ({ url, method }, answer) => {
    const { host, pathname } = new URL(url);
    if (host === IMAGES && method === "GET") {
      void imageFile(pathname, image).then(({ status, type, headers, bytes }) =>
        answer({ statusCode: status, mimeType: type, headers, data: bytes }),
      );
      return;
    }
    const file = host === HOST ? pageFile : host === DRAWINGS ? drawingsFile : () => refusal(404);
    const { status, type, headers, bytes } = file(folder, method, pathname, attributes());
    answer({ statusCode: status, mimeType: type, charset: "utf-8", headers, data: bytes });
  });
}
