import { type FetchLike, type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ToolError } from "../../engine/ports/tool-error";
import { MAX_SERVER_EVENTS_BYTES, MAX_SERVER_RESPONSE_BYTES } from "../core/limits";
import { toolServerMessages as t } from "./messages";

/** The address of a server; throws if what is sent to it could be read on the way. */
export function safeAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHere = url !== null && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url === null || (url.protocol !== "https:" && !(url.protocol === "http:" && isHere)))
    throw new ToolError("bad_arguments", t.notSafe);
  if (url.username !== "" || url.password !== "") throw new ToolError("bad_arguments", t.notSafe);
  return url;
}

/**
 * A server over HTTP; what it sends is bounded. Without a `login` it is asked at its own address only, and one that asks for a login fails with
 * `notLoggedIn`. With one, the login servers that it names are asked as well.
 */
export function httpTransport(address: string, login: OAuthClientProvider | null, notLoggedIn?: () => Error) {
  const url = safeAddress(address);
  const isHere = url.protocol === "http:";
  const boundedFetch: FetchLike = async (input, init) => {
    // Tokens are sent encrypted, and a server elsewhere must not make Galley ask the programs of this computer.
    if (safeAddress(String(input)).protocol === "http:" && !isHere) throw new ToolError("denied", t.notSafe);
    const response = await fetch(input, { ...init, redirect: "error", credentials: "omit" });
    if (response.status === 401 && login === null && notLoggedIn) throw notLoggedIn();
    return bounded(response);
  };
  return new StreamableHTTPClientTransport(url, { fetch: boundedFetch, ...(login ? { authProvider: login } : {}) });
}

function bounded(response: Response): Response {
  if (response.body === null) return response;
  const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
  let left = isStream ? MAX_SERVER_EVENTS_BYTES : MAX_SERVER_RESPONSE_BYTES;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) controller.error(new ToolError("too_large", t.tooLarge));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
