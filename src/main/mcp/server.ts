import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { isReadingCall } from "../../core/tools/reading-calls";
import type { BookPromptQuery } from "../engine/books";
import type { Envelope, ToolDescription } from "../engine/ports/caller";
import { schemaForModel } from "../engine/ports/model-schema";
import { agentInstructions } from "../engine/tools";
import { argumentsAsSent } from "./odd-arguments";
import { listedPrompts, namedPrompt } from "./prompts";
import { type ResourceSource, serveResources } from "./resources";
import { toolResult } from "./tool-result";

export type McpServerOptions = {
  /** The tools in this order; a function if the list may change. `sendToolListChanged` notifies the client. */
  tools: readonly ToolDescription[] | (() => readonly ToolDescription[]);
  /** Must not reject. `name` may be an alias, or a tool that is not listed now; `signal` is aborted when nobody is waiting. */
  run(call: { name: string; arguments: unknown; signal: AbortSignal }): Promise<Envelope>;
  /** The text of a prompt for work on a book; throws `ToolError`. Without it the server has no prompts, not even those for writers. */
  prompt?(query: BookPromptQuery): Promise<string>;
  /** Without this the server has no resources. */
  resources?: Omit<ResourceSource, "run">;
  version: string;
  /** Every answer has its data as structured content. Without this only a client with the capability `galley/structured` gets it. */
  isStructured?: boolean;
  /** The client has no session: answers name the version in words, for the edits that have to name it. */
  hasNoSession?: boolean;
  /** Called with the client's own name as soon as it is known, and again only if it changes. */
  onClient(name: string): void;
};

/**
 * An MCP server for one client, not connected yet. Arguments are not checked here: the engine rejects invalid ones with a message. Only an unknown
 * tool is a protocol error, with the code and message of the library.
 */
export const mcpServer = (options: McpServerOptions): Server => {
  const { tools, run, prompt, resources, version, onClient } = options;
  const changes = typeof tools === "function";
  const now = changes ? tools : () => tools;
  const server = new Server(
    { name: "galley", title: "Galley", version },
    {
      capabilities: {
        tools: { listChanged: changes },
        ...(prompt && { prompts: { listChanged: changes } }),
        ...(resources && { resources: { listChanged: true, subscribe: true } }),
      },
      instructions: agentInstructions,
    },
  );
  const known = new Set(now().flatMap((tool) => [tool.name, ...tool.aliases]));

  let client: string | undefined;
  let showsModelEverything = false;
  const introduce = (info: unknown) => {
    showsModelEverything = isKnownToShowEverything(info);
    const shown = clientName(info);
    if (shown === null || shown === client) return;
    client = shown;
    onClient(shown);
  };
  const introduceFrom = (envelope: Readonly<Record<string, unknown>> | undefined) => {
    const info = envelope?.[CLIENT_INFO_META_KEY];
    // Clients of 2026-07-28 name themselves in every request, older ones once.
    introduce(typeof info === "object" && info !== null && "name" in info ? info : server.getClientVersion());
  };

  server.oninitialized = () => introduceFrom(undefined);
  server.setRequestHandler("tools/list", (_request, ctx) => {
    introduceFrom(ctx.mcpReq.envelope);
    return { tools: now().map(listedTool) };
  });
  server.setRequestHandler("tools/call", async (request, ctx) => {
    introduceFrom(ctx.mcpReq.envelope);
    const { name } = request.params;
    if (!known.has(name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${name} not found`);
    const given = argumentsAsSent(request.params);
    // The library sends no answer to a cancelled call. A write that has begun is finished, never left half done.
    const stop = reportProgress(ctx, name);
    const call = run({ name, arguments: given, signal: ctx.mcpReq.signal }).finally(stop);
    const isReading = isReadingCall({ name, arguments: given }, now());
    const envelope = await (resources?.watch.during(call, isReading) ?? call);
    const requestMeta: Readonly<Record<string, unknown>> = ctx.mcpReq.envelope ?? {};
    const capabilities = [server.getClientCapabilities(), requestMeta[CLIENT_CAPABILITIES_META_KEY]];
    return toolResult(envelope, {
      isStructured: options.isStructured === true || capabilities.some(wantsStructured),
      showsModelEverything,
      namesVersion: options.hasNoSession === true,
    });
  });
  if (prompt !== undefined) {
    server.setRequestHandler("prompts/list", (_request, ctx) => {
      introduceFrom(ctx.mcpReq.envelope);
      return { prompts: listedPrompts(now()) };
    });
    server.setRequestHandler("prompts/get", (request, ctx) => {
      introduceFrom(ctx.mcpReq.envelope);
      return namedPrompt(request.params, prompt);
    });
  }
  if (resources !== undefined) {
    const { signal } = new AbortController();
    serveResources(
      server,
      { ...resources, run: (call) => resources.watch.quietly(run({ ...call, signal })) },
      introduceFrom,
    );
  }
  return server;
};

/** Whether a client's capabilities, of any shape, ask for structured content. */
const wantsStructured = (capabilities: unknown): boolean => {
  const { experimental } = (capabilities ?? {}) as { experimental?: unknown };
  return typeof experimental === "object" && experimental !== null && "galley/structured" in experimental;
};

/** The names by which Claude Code, Codex, Gemini CLI and opencode introduce themselves: they show their model each part of an answer (`docs/agents.md`). */
const isKnownToShowEverything = (info: unknown): boolean =>
  /^(?:claude-code|codex|gemini-cli|opencode)\b/.test(String((info as { name?: unknown } | undefined)?.name ?? ""));

/** The name of a client: its title is made for people, its name for programs. Null if it has neither. */
export const clientName = (info: unknown): string | null => {
  if (typeof info !== "object" || info === null) return null;
  const { title, name } = info as { title?: unknown; name?: unknown };
  const shown = typeof title === "string" && title.trim() !== "" ? title : name;
  return typeof shown === "string" ? shown : null;
};

/** The interval of progress notifications for a client that requested them, in milliseconds. */
const PROGRESS_MS = 1000;

/** Notifies the client how many seconds its call has run, until the returned function is called. Short calls send nothing. */
const reportProgress = ({ mcpReq }: ServerContext, tool: string): (() => void) => {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  const timer = setInterval(() => {
    progress += PROGRESS_MS / 1000;
    const params = { progressToken, progress, message: `${tool} is running` };
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  }, PROGRESS_MS);
  return () => clearInterval(timer);
};

/** A tool as MCP lists it, without the hints that clients assume anyway. */
const listedTool = (tool: ToolDescription): Tool => {
  const readsOnly = tool.changes === "nothing";
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...(schemaForModel(tool) as Omit<Tool["inputSchema"], "type">), type: "object" },
    annotations: readsOnly
      ? { readOnlyHint: true }
      : { readOnlyHint: false, destructiveHint: tool.changes === "documents", openWorldHint: false },
  };
};
