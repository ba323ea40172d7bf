import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { z } from "zod";
import { ToolError } from "../../engine/ports/tool-error";
import { shownLine } from "../acp";
import { LOGIN_TIMEOUT_MS, SERVER_TIMEOUTS_MS } from "../core/limits";
import type { StoredSecrets } from "../core/stored-secrets";
import { httpTransport, safeAddress } from "./http-transport";
import { type LoginPage, openLoginPage } from "./login-page";
import { toolServerMessages as t } from "./messages";

/** The server asks for a login that only the user can make. */
export class LoginNeeded extends ToolError {
  constructor() {
    super("denied", t.needsLogin);
  }
}

/** Where logins are kept, by the server's id. `hide` keeps a token out of logs and messages. */
export type Logins = { secrets: StoredSecrets; hide(secret: string): void };

/** The client that the login server knows, and its tokens. */
const storedLogin = z.object({
  client: z.looseObject({ client_id: z.string() }),
  tokens: z.looseObject({ access_token: z.string(), token_type: z.string(), refresh_token: z.string().optional() }),
});

/** The provider of a login that was made before: its tokens are renewed, but the user is asked nothing. Null if there is none. */
export async function storedLoginOf(logins: Logins, id: string): Promise<OAuthClientProvider | null> {
  const text = await logins.secrets.of(id);
  const read = text === null ? null : storedLogin.safeParse(parsed(text));
  if (!read?.success) return null;
  let client: StoredOAuthClientInformation | undefined = read.data.client;
  let tokens = read.data.tokens as StoredOAuthTokens;
  hideTokens(logins, tokens);
  const refused = (): never => {
    throw new LoginNeeded();
  };
  return {
    redirectUrl: "http://127.0.0.1/login",
    clientMetadata: metadataFor("http://127.0.0.1/login"),
    clientInformation: () => client,
    saveClientInformation: refused,
    tokens: () => tokens,
    async saveTokens(renewed) {
      tokens = { ...tokens, ...renewed };
      hideTokens(logins, tokens);
      await logins.secrets.set(id, JSON.stringify({ client, tokens }));
    },
    redirectToAuthorization: refused,
    saveCodeVerifier: refused,
    codeVerifier: refused,
    async invalidateCredentials(scope) {
      if (scope === "all" || scope === "tokens") await logins.secrets.forget(id);
      if (scope === "all" || scope === "client") client = undefined;
    },
  };
}

export type LoginOptions = {
  version: string;
  /** Shows the address of the login page to the user and opens it; false if they don't want to. */
  open(address: string): Promise<boolean>;
  signal: AbortSignal;
};

/**
 * Logs the user in at a server in their browser, as the protocol has it: OAuth 2.1 with PKCE, and a client that registers itself. The login is kept
 * by `id`. Throws `ToolError` if the user does not want to, if the server rejects, or after five minutes.
 */
export async function logIn(logins: Logins, id: string, start: string, options: LoginOptions): Promise<void> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(LOGIN_TIMEOUT_MS)]);
  const page = await openLoginPage(signal);
  const provider = asking(page);
  const transport = httpTransport(start, provider);
  const client = new Client({ name: "galley", title: "Galley", version: options.version }, { capabilities: {} });
  try {
    await client.connect(transport, { timeout: SERVER_TIMEOUTS_MS.start }).catch((error: unknown) => {
      if (!(error instanceof UnauthorizedError)) throw error;
    });
    const address = provider.asked();
    if (address === null) return;
    signal.throwIfAborted();
    // Not while connecting, which has a limit: the user may take as long as they like to answer.
    if (!(await options.open(address))) throw new ToolError("denied", t.loginCancelled);
    const answer = await page.returned;
    const problem = answer.get("error");
    if (problem !== null) throw new ToolError("denied", t.loginRefused(problem.slice(0, 100)));
    await transport.finishAuth(answer);
    const made = provider.made();
    hideTokens(logins, made.tokens);
    await logins.secrets.set(id, JSON.stringify(made));
  } catch (error) {
    if (signal.aborted) throw new ToolError("timeout", t.loginLate, { cause: error });
    if (error instanceof ToolError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError("failed", t.failed(shownLine(why, 300)), { cause: error });
  } finally {
    page.close();
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
  }
}

/** The provider of one login in the browser. */
function asking(page: LoginPage) {
  let client: StoredOAuthClientInformation | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let verifier = "";
  let asked: string | null = null;
  const provider: OAuthClientProvider = {
    redirectUrl: page.address,
    clientMetadata: metadataFor(page.address),
    state: () => page.state,
    clientInformation: () => client,
    saveClientInformation: (registered) => {
      client = registered;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization(url) {
      asked = safeAddress(url.href).href;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
  };
  return Object.assign(provider, {
    /** The address of the login page; null if the server asked for no login. */
    asked: () => asked,
    made() {
      if (client === undefined || tokens === undefined) throw new ToolError("failed", t.loginRefused("no token"));
      return { client, tokens };
    },
  });
}

const metadataFor = (returnTo: string) => ({
  client_name: "Galley",
  redirect_uris: [returnTo],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
});

function hideTokens({ hide }: Logins, { access_token, refresh_token }: StoredOAuthTokens): void {
  for (const token of [access_token, refresh_token]) if (token !== undefined) hide(token);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
