import { protocol, type Session } from "electron";
import { PDF_SCHEME } from "./pdf-frames";
import { drawingsFile, errorResponse, imageFile, rendererFile } from "./renderer-files";

const SCHEME = "galley";
const HOST = "app";
const DRAWINGS = "drawings";
const IMAGES = "image";

/** The address of the built page. */
export const PAGE_URL = `${SCHEME}://${HOST}/index.html`;

/** The frame that renders maths and diagrams. It has its own host, so it is another site with its own process. */
export const DRAWINGS_URL = `${SCHEME}://${DRAWINGS}/drawings/frame/index.html`;

/**
 * Registers our scheme. Must run before the app is ready. The origin is standard and secure, and V8 may cache its compiled scripts. CORS is enabled
 * for the drawings frame, whose opaque origin must request its own scripts.
 */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges },
    { scheme: PDF_SCHEME, privileges: { standard: true, secure: true } },
  ]);
}

/**
 * Serves only the built page from `folder`, with `attributes` on its `<html>` element. Not with `protocol.handle`: its first request loads all of
 * Node's `fetch`, HTTP/2 included, just when the page waits for its first byte.
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
    const file = host === HOST ? rendererFile : host === DRAWINGS ? drawingsFile : () => errorResponse(404);
    const { status, type, headers, bytes } = file(folder, method, pathname, attributes());
    answer({ statusCode: status, mimeType: type, charset: "utf-8", headers, data: bytes });
  });
}
