import {
  Client,
  type JsonSchemaValidator,
  type OAuthClientProvider,
  OAuthError,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { ToolError } from "../../engine/ports/tool-error";
import { shownLine } from "../acp";
import { MAX_SERVER_ANSWER, MAX_TOOL_PAGES, SERVER_TIMEOUTS_MS } from "../core/limits";
import { httpTransport } from "./http-transport";
import { LoginNeeded } from "./login";
import { toolServerMessages as t } from "./messages";
import { programTransport } from "./program-transport";

/** A server that runs. */
export type ServerConnection = {
  /** Every tool that it lists, as it lists them. */
  list(): Promise<unknown[]>;
  /** The text of its answer, which is data. Throws `ToolError` if there is none. */
  call(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<{ text: string; isError: boolean }>;
  close(): Promise<void>;
};

export type ConnectionOptions = {
  /** Galley's version. */
  version: string;
  /** The working directory of the program. Never an open folder, since its files are not trusted. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Where a program is recorded as long as it runs. */
  dataDir: string;
  /** A login at the server that the user made before. */
  login?: OAuthClientProvider | null;
  /** It says that its tools are others now. */
  changed(): void;
  /** Tests wait less long. */
  patience?: Partial<typeof SERVER_TIMEOUTS_MS>;
  /** It has ended, or was ended. Not called for `close`. */
  ended(why: ToolError): void;
};

export const isAddress = (start: string): boolean => /^https?:\/\//i.test(start);

/** Starts a server, or connects to one. Throws `ToolError`. */
export async function connectServer(start: string, options: ConnectionOptions): Promise<ServerConnection> {
  const patience = { ...SERVER_TIMEOUTS_MS, ...options.patience };
  let problem: ToolError | null = null;
  let isClosing = false;
  const failed = (why: ToolError): void => {
    problem ??= why;
  };
  const client = new Client(
    { name: "galley", title: "Galley", version: options.version },
    // Answers are text for a model: schemas of a stranger are not compiled for them.
    { capabilities: {}, jsonSchemaValidator: { getValidator } },
  );
  client.onclose = () => {
    if (!isClosing) options.ended(problem ?? new ToolError("failed", t.closed));
  };
  client.setNotificationHandler("notifications/tools/list_changed", () => options.changed());
  const close = async (): Promise<void> => {
    isClosing = true;
    await client.close().catch(() => undefined);
  };
  const explained = (error: unknown, timeout: number): ToolError => problem ?? toolErrorOf(error, timeout);
  try {
    const transport = isAddress(start)
      ? httpTransport(start, options.login ?? null, () => new LoginNeeded())
      : await programTransport(start, { ...options, failed });
    await client.connect(transport, { timeout: patience.start });
  } catch (error) {
    const why = explained(error, patience.start);
    await close();
    throw why;
  }
  return {
    close,
    async list() {
      const tools: unknown[] = [];
      let cursor: string | undefined;
      try {
        for (let page = 0; page < MAX_TOOL_PAGES; page++) {
          const params = cursor === undefined ? {} : { cursor };
          const listed = await client.request({ method: "tools/list", params }, { timeout: patience.start });
          tools.push(...listed.tools);
          cursor = listed.nextCursor;
          if (cursor === undefined) break;
        }
      } catch (error) {
        throw explained(error, patience.start);
      }
      return tools;
    },
    async call(name, args, signal) {
      const limits = { signal, timeout: patience.call, maxTotalTimeout: patience.call };
      try {
        const result = await client.request({ method: "tools/call", params: { name, arguments: args } }, limits);
        return { text: textOf(result), isError: result.isError === true };
      } catch (error) {
        throw explained(error, patience.call);
      }
    },
  };
}

const getValidator =
  <T>(): JsonSchemaValidator<T> =>
  (data) => ({ valid: true, data: data as T, errorMessage: undefined });

function toolErrorOf(error: unknown, timeout: number): ToolError {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof ToolError) return at;
    else if (at instanceof UnauthorizedError || at instanceof OAuthError) return new LoginNeeded();
  if (error instanceof Error && "code" in error && error.code === "REQUEST_TIMEOUT")
    return new ToolError("timeout", t.silent(timeout / 1000), { cause: error });
  const why = error instanceof Error ? error.message : String(error);
  return new ToolError("failed", t.failed(shownLine(why, 300)), { cause: error });
}

type Result = { content?: readonly { type: string }[] | undefined; structuredContent?: unknown };

/** The texts of an answer; else its structured content. Pictures and sounds are named. */
function textOf({ content = [], structuredContent }: Result): string {
  const texts = content.map((part) => {
    if (part.type === "text" && "text" in part) return String(part.text);
    const inner = part.type === "resource" && "resource" in part ? (part.resource as { text?: unknown }) : {};
    return typeof inner.text === "string" ? inner.text : `[${shownLine(part.type, 40)}: left out]`;
  });
  const text = texts.length > 0 ? texts.join("\n") : JSON.stringify(structuredContent ?? null);
  if (text.length <= MAX_SERVER_ANSWER) return text.toWellFormed();
  return `${text.slice(0, MAX_SERVER_ANSWER).toWellFormed()}\n[cut: the first ${MAX_SERVER_ANSWER} of ${text.length} characters]`;
}
