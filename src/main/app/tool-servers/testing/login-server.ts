import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of tools that asks for a login, with its login server at the same address: OAuth 2.1 with PKCE and registration. */
export type LoginServer = {
  address: string;
  /** Visits the login page as a browser does: the user agrees, and the browser returns. */
  visit(page: string): Promise<Response>;
  /** The tokens that were given so far, the refresh tokens included. */
  given: string[];
  /** From now on no access token that was given before is accepted. */
  expire(): void;
  /** From now on the login server rejects everything. */
  refuse(): void;
  /** From now on its login server is at another address. */
  pretend(loginServer: string): void;
  close(): void;
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));

/** Tokens for codes and refresh tokens, as a login server gives them. */
function createTokens() {
  const given: string[] = [];
  const codes = new Map<string, { challenge: string; returnTo: string }>();
  let valid = new Set<string>();

  function give(response: ServerResponse) {
    const token = { access_token: `access-${given.length}`, refresh_token: `refresh-${given.length}` };
    given.push(token.access_token, token.refresh_token);
    valid.add(token.access_token);
    json(response, 200, { ...token, token_type: "Bearer", expires_in: 3600 });
  }
  return {
    given,
    isValid: (token: string) => valid.has(token),
    expire: () => {
      valid = new Set();
    },
    authorize(url: URL, response: ServerResponse) {
      const code = `code-${codes.size}`;
      const returnTo = url.searchParams.get("redirect_uri") ?? "";
      codes.set(code, { challenge: url.searchParams.get("code_challenge") ?? "", returnTo });
      const back = new URL(returnTo);
      back.searchParams.set("code", code);
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      response.writeHead(302, { Location: back.href }).end();
    },
    async exchange(request: IncomingMessage, response: ServerResponse) {
      const sent = new URLSearchParams(await bodyOf(request));
      const isRenewal = sent.get("grant_type") === "refresh_token";
      if (isRenewal && given.includes(sent.get("refresh_token") ?? "")) return give(response);
      const code = codes.get(sent.get("code") ?? "");
      codes.delete(sent.get("code") ?? "");
      const proof = createHash("sha256")
        .update(sent.get("code_verifier") ?? "")
        .digest("base64url");
      if (code === undefined || code.challenge !== proof || code.returnTo !== sent.get("redirect_uri"))
        return json(response, 400, { error: "invalid_grant" });
      return give(response);
    },
  };
}

/** Answers of MCP, for who has a token. */
async function answerMcp(request: IncomingMessage, response: ServerResponse, hasToken: boolean, base: string) {
  const body = await bodyOf(request);
  const metadata = `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`;
  if (!hasToken) return json(response, 401, {}, { "WWW-Authenticate": metadata });
  const { id, method, params } = JSON.parse(body || "{}");
  if (id === undefined) return response.writeHead(request.method === "GET" ? 405 : 202).end();
  const serverInfo = { name: "login", version: "1" };
  const results: Record<string, unknown> = {
    initialize: { protocolVersion: params?.protocolVersion, serverInfo, capabilities: { tools: {} } },
    "tools/list": { tools: [{ name: "add", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "3" }] },
  };
  return json(response, 200, { jsonrpc: "2.0", id, result: results[method] });
}

/** Starts it on this computer. */
export async function startLoginServer(): Promise<LoginServer> {
  const tokens = createTokens();
  let isRefusing = false;
  let loginServer: string | null = null;
  let base = "";
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", base);
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (url.pathname === "/mcp") return void answerMcp(request, response, tokens.isValid(token), base);
    if (isRefusing) return void json(response, 400, { error: "invalid_grant" });
    switch (url.pathname) {
      case "/.well-known/oauth-protected-resource/mcp":
        return void json(response, 200, { resource: `${base}/mcp`, authorization_servers: [loginServer ?? base] });
      case "/.well-known/oauth-authorization-server":
        return void json(response, 200, {
          issuer: base,
          authorization_endpoint: `${base}/authorize`,
          token_endpoint: `${base}/token`,
          registration_endpoint: `${base}/register`,
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
        });
      case "/register":
        return void bodyOf(request).then((body) => json(response, 201, { ...JSON.parse(body), client_id: "galley-1" }));
      case "/authorize":
        return void tokens.authorize(url, response);
      case "/token":
        return void tokens.exchange(request, response);
      default:
        return void response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: `${base}/mcp`,
    visit: (page) => fetch(page),
    given: tokens.given,
    expire: tokens.expire,
    refuse: () => {
      isRefusing = true;
    },
    pretend(address) {
      isRefusing = false;
      loginServer = address;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
