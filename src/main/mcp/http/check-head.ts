/** The head of a request, as received: `headers` alternates names and values, in their order, none of them joined. */
export type RequestHead = { method: string; target: string; headers: readonly string[] };

/** Why a request is rejected: the status, a sentence, and headers for the response. */
export type HttpError = { status: number; message: string; headers?: Record<string, string> };

/** The path of the only resource. */
export const mcpPath = "/mcp";

/** Headers that decide who asks, from where, for what. Each may occur only once, because two parsers could choose different ones. */
const SINGLE_HEADERS = [
  "host",
  "origin",
  "authorization",
  "content-length",
  "content-type",
  "transfer-encoding",
  "mcp-session-id",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
];

/**
 * Whether a request may be processed, by its head alone: the host it was sent to (a foreign name may resolve to this machine for a moment), the page
 * it comes from, path, method, token, and content type. Null if nothing is wrong. `isToken` is called only after these checks, except that of the
 * content type.
 */
export function checkHead(
  { method, target, headers }: RequestHead,
  server: { port: number; isToken(given: string): boolean; tokenHint?: string },
): HttpError | null {
  const { tokenHint = "Galley's settings show the current one, under Agents." } = server;
  const all = (name: string) => headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name);
  const one = (name: string): string | undefined => all(name)[0];
  const twice = SINGLE_HEADERS.find((name) => all(name).length > 1);
  if (twice !== undefined) return { status: 400, message: `The header ${twice} occurs more than once.` };

  const hosts = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${server.port}`);
  const host = one("host");
  if (host === undefined || !hosts.includes(host.toLowerCase()))
    return { status: 403, message: `Galley answers only at ${hosts[0]}: the request's Host names another server.` };
  const origin = one("origin");
  if (origin !== undefined && !hosts.some((name) => origin.toLowerCase() === `http://${name}`))
    return { status: 403, message: "Galley does not answer web pages: the request's Origin is another site." };
  const site = one("sec-fetch-site");
  if (site !== undefined && site !== "none" && site !== "same-origin")
    return { status: 403, message: "Galley does not answer web pages: the request comes from another site." };

  if (target !== mcpPath)
    return { status: 404, message: `There is nothing at this path; Galley's address ends with ${mcpPath}.` };
  if (!["GET", "POST", "DELETE"].includes(method))
    return {
      status: 405,
      message: `Galley does not support ${method.slice(0, 20)}, only GET, POST and DELETE.`,
      headers: { allow: "GET, POST, DELETE" },
    };
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(one("authorization") ?? "")?.[1];
  if (token === undefined)
    return {
      status: 401,
      message: `The request has no token; send it as Authorization: Bearer. ${tokenHint}`,
      headers: { "www-authenticate": 'Bearer realm="Galley"' },
    };
  if (!server.isToken(token))
    return {
      status: 401,
      message: `The token is not valid; it may have been renewed. ${tokenHint}`,
      headers: { "www-authenticate": 'Bearer realm="Galley", error="invalid_token"' },
    };
  return method === "POST" ? checkBodyHead(one) : null;
}

function checkBodyHead(one: (name: string) => string | undefined): HttpError | null {
  const type = one("content-type");
  if (type === undefined || !/^application\/json *(?:;|$)/i.test(type))
    return { status: 415, message: "Galley accepts only application/json; the request has another Content-Type." };
  const encoding = one("content-encoding");
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    return { status: 415, message: "Galley does not accept compressed requests." };
  return null;
}
