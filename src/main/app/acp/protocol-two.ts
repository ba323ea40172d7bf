/**
 * The draft of the protocol's version 2, spoken as if it were version 1: the rest of Galley knows only that one. The draft may change with any release
 * of its library, so it is used only where the setting `agentProtocol` says so.
 */
import {
  type AgentCapabilities,
  type AuthMethod,
  type ContentBlock,
  type McpServer,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionConfigOption,
  type SessionUpdate,
  type StopReason,
  type Stream,
  type ToolCallContent,
} from "@agentclientprotocol/sdk";
import * as two from "@agentclientprotocol/sdk/experimental/v2";

/** Most texts of one session that are told apart by their ids. */
const MAX_MESSAGES = 5000;

/** What an agent sends without being asked, in the words of version 1. */
export type AgentNews = {
  update(session: string, update: SessionUpdate): void;
  permission(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>;
};

/** The turn that a session is in: it ends when the agent has said that it works, and then that it rests. */
type RunningTurn = {
  isAccepted: boolean;
  isWorking: boolean;
  end(reason: StopReason): void;
  fail(error: unknown): void;
};

type SessionState = {
  turn: RunningTurn | null;
  /** How much of each message was passed on: a message may come in pieces, and again as a whole. */
  messages: Map<string, number>;
  /** What the calls have, because version 1 replaces it with each update. */
  contents: Map<string, two.ToolCallContent[]>;
};

/** Connects to an agent that speaks version 2. `request` and `notify` take and return what version 1 has. */
export function connectProtocolTwo(stream: Stream, news: AgentNews) {
  const sessions = new Map<string, SessionState>();
  const stateOf = (id: string): SessionState => {
    const known = sessions.get(id) ?? { turn: null, messages: new Map(), contents: new Map() };
    sessions.set(id, known);
    return known;
  };
  const { session } = two.methods.client;
  const connection = two
    .client({ name: "galley" })
    .onNotification(session.update, ({ params }) => {
      const state = stateOf(params.sessionId);
      if (params.update.sessionUpdate === "state_update") return handleState(state, params.update as two.StateUpdate);
      for (const update of updatesOf(params.update, state)) news.update(params.sessionId, update);
    })
    .onRequest(session.requestPermission, async ({ params, signal }) => {
      const { outcome } = await news.permission(permissionOf(params), signal);
      return { outcome: outcome.outcome === "selected" ? outcome : { outcome: "cancelled" } };
    })
    .connect(stream);
  const { agent } = connection;
  const methods = two.methods.agent;

  return {
    connection,
    async initialize(version: string): Promise<{
      protocolVersion: number;
      agentInfo: { name: string; version: string };
      agentCapabilities: AgentCapabilities;
      authMethods: AuthMethod[];
    }> {
      const answer = await agent.request(methods.initialize, {
        protocolVersion: two.PROTOCOL_VERSION,
        info: { name: "galley", title: "Galley", version },
      });
      const { image, embeddedContext } = answer.capabilities?.session?.prompt ?? {};
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: answer.info,
        agentCapabilities: {
          promptCapabilities: { image: image != null, embeddedContext: embeddedContext != null },
          // Every agent of this version has them.
          sessionCapabilities: { list: {}, resume: {}, close: {} },
        },
        authMethods: (answer.authMethods ?? []).map(loginOf),
      };
    },
    async newSession(cwd: string, mcpServers: readonly McpServer[]) {
      const opened = await agent.request(methods.session.new, { cwd, mcpServers: mcpServers.map(serverOf) });
      return { ...openedOf(opened), sessionId: opened.sessionId, commands: commandsOf(opened.availableCommands) };
    },
    async resume(sessionId: string, cwd: string, mcpServers: readonly McpServer[]) {
      const asked = { sessionId, cwd, mcpServers: mcpServers.map(serverOf) };
      const opened = await agent.request(methods.session.resume, asked);
      return { ...openedOf(opened), commands: commandsOf(opened.availableCommands) };
    },
    list: (cwd: string) => agent.request(methods.session.list, { cwd }),
    /** Resolves when the agent rests after the question. */
    prompt(sessionId: string, prompt: readonly ContentBlock[]): Promise<StopReason> {
      const state = stateOf(sessionId);
      return new Promise((resolve, reject) => {
        const turn: RunningTurn = { isAccepted: false, isWorking: false, end: resolve, fail: reject };
        state.turn = turn;
        agent.request(methods.session.prompt, { sessionId, prompt: [...prompt] as two.ContentBlock[] }).then(() => {
          turn.isAccepted = true;
        }, reject);
      });
    },
    cancel: (sessionId: string) => agent.notify(methods.session.cancel, { sessionId }),
    async setOption(sessionId: string, configId: string, value: string | boolean): Promise<SessionConfigOption[]> {
      const what =
        typeof value === "boolean" ? ({ type: "boolean", value } as const) : ({ type: "id", value } as const);
      const answer = await agent.request(methods.session.setConfigOption, { sessionId, configId, ...what });
      return answer.configOptions.flatMap(optionOf);
    },
    logIn: async (methodId: string) => void (await agent.request(methods.auth.login, { methodId })),
    close: async (sessionId: string) => {
      sessions.delete(sessionId);
      await agent.request(methods.session.close, { sessionId });
    },
  };
}

/** States are snapshots: one that rests before the question was accepted, or before any work, is about what was before. */
function handleState(state: SessionState, update: two.StateUpdate): void {
  const { turn } = state;
  if (turn === null) return;
  if (update.state === "running" || update.state === "requires_action") turn.isWorking = true;
  if (update.state !== "idle" || !(turn.isWorking || turn.isAccepted)) return;
  state.turn = null;
  const { stopReason } = update as { stopReason?: string };
  const { error } = update as { error?: { message?: string } | null };
  if (stopReason === "error") turn.fail(new RequestError(-32603, error?.message ?? "the agent ended with an error"));
  else turn.end(reasons.find((each) => each === stopReason) ?? "end_turn");
}

const reasons: readonly StopReason[] = ["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"];

/** What an update is in version 1; nothing if that has no such update. */
function updatesOf(update: two.SessionUpdate, state: SessionState): SessionUpdate[] {
  switch (update.sessionUpdate) {
    case "agent_message_chunk":
    case "agent_thought_chunk": {
      const { messageId, content } = update as two.ContentChunk;
      noteLength(state, messageId, lengthOf(content));
      return [{ sessionUpdate: update.sessionUpdate, content: content as ContentBlock }] as SessionUpdate[];
    }
    case "agent_message":
    case "agent_thought": {
      const { messageId, content } = update as two.AgentMessage;
      const kind = update.sessionUpdate === "agent_message" ? "agent_message_chunk" : "agent_thought_chunk";
      return wholeMessage(state, messageId, content ?? []).map(
        (each) => ({ sessionUpdate: kind, content: each }) as SessionUpdate,
      );
    }
    case "tool_call_update": {
      const call = update as two.ToolCallUpdate;
      if (call.content) state.contents.set(call.toolCallId, [...call.content]);
      return [{ sessionUpdate: "tool_call_update", ...callOf(call) }];
    }
    case "tool_call_content_chunk": {
      const { toolCallId, content } = update as two.ToolCallContentChunk;
      const all = [...(state.contents.get(toolCallId) ?? []), content].slice(-MAX_MESSAGES);
      state.contents.set(toolCallId, all);
      return [{ sessionUpdate: "tool_call_update", ...callOf({ toolCallId, content: all }) }];
    }
    case "plan_update": {
      const { plan } = update as two.PlanUpdate;
      if (plan.type !== "items") return [];
      const { entries } = plan as { entries: { content: string; status: string }[] };
      return [
        {
          sessionUpdate: "plan",
          entries: entries.map(({ content, status }) => ({ content, priority: "medium", status: planStatus(status) })),
        },
      ];
    }
    case "available_commands_update":
      return [
        {
          sessionUpdate: "available_commands_update",
          availableCommands: commandsOf((update as two.AvailableCommandsUpdate).availableCommands),
        },
      ];
    case "config_option_update":
      return [
        {
          sessionUpdate: "config_option_update",
          configOptions: (update as two.ConfigOptionUpdate).configOptions.flatMap(optionOf),
        },
      ];
    case "usage_update":
      return [update as SessionUpdate];
    default:
      return [];
  }
}

const lengthOf = (content: two.ContentBlock): number => ("text" in content ? String(content.text).length : 0);

function noteLength({ messages }: SessionState, id: string, length: number): void {
  messages.set(id, (messages.get(id) ?? 0) + length);
  for (const oldest of messages.keys()) {
    if (messages.size <= MAX_MESSAGES) break;
    messages.delete(oldest);
  }
}

/** The part of a whole message that was not passed on in pieces. */
function wholeMessage(state: SessionState, id: string, content: readonly two.ContentBlock[]): ContentBlock[] {
  let known = state.messages.get(id) ?? 0;
  const left: ContentBlock[] = [];
  for (const block of content) {
    const length = lengthOf(block);
    if (known >= length && known > 0) {
      known -= length;
      continue;
    }
    left.push(("text" in block ? { type: "text", text: String(block.text).slice(known) } : block) as ContentBlock);
    noteLength(state, id, length - known);
    known = 0;
  }
  return left;
}

const planStatus = (status: string): "pending" | "in_progress" | "completed" =>
  status === "completed" || status === "in_progress" ? status : "pending";

type CallInVersionOne = Omit<Extract<SessionUpdate, { sessionUpdate: "tool_call_update" }>, "sessionUpdate">;

function callOf({ content, status, ...call }: two.ToolCallUpdate): CallInVersionOne {
  const { capabilities: _capabilities, ...rest } = call;
  const ended = status === "cancelled" ? "failed" : status === "paused" ? "pending" : status;
  const known = ["pending", "in_progress", "completed", "failed"].includes(ended ?? "");
  return {
    ...rest,
    ...(known ? { status: ended } : {}),
    ...(content ? { content: content.flatMap(contentOf) } : {}),
  } as CallInVersionOne;
}

/** A diff has its paths and a patch here, and not the texts before and after: the patch is shown. */
function contentOf(content: two.ToolCallContent): ToolCallContent[] {
  if (content.type === "content") return [content as ToolCallContent];
  if (content.type !== "diff") return [];
  const { patch, changes } = content as two.Diff;
  const paths = changes.map((change) => ("path" in change ? String(change.path) : "")).filter((path) => path !== "");
  const text = patch?.text ?? paths.join("\n");
  return [{ type: "content", content: { type: "text", text } }];
}

function permissionOf({ sessionId, title, subject, options }: two.RequestPermissionRequest): RequestPermissionRequest {
  const known = options.filter(({ kind }) => /^(?:allow|reject)_(?:once|always)$/.test(kind));
  const asked = { sessionId, options: known } as Pick<RequestPermissionRequest, "sessionId" | "options">;
  if (subject?.type === "tool_call") {
    const { toolCall } = subject as { toolCall: two.ToolCallUpdate };
    return { ...asked, toolCall: { title, ...callOf(toolCall) } };
  }
  if (subject?.type === "command") {
    const { command, cwd, toolCallId } = subject as { command: string; cwd: string; toolCallId?: string | null };
    return {
      ...asked,
      toolCall: { toolCallId: toolCallId ?? `command ${title}`, title, kind: "execute", rawInput: { command, cwd } },
    };
  }
  return { ...asked, toolCall: { toolCallId: `permission ${title}`, title } };
}

const openedOf = ({ configOptions }: { configOptions?: two.SessionConfigOption[] }) => ({
  configOptions: (configOptions ?? []).flatMap(optionOf),
  modes: null,
});

/** Modes are options of the category `mode` here. */
const optionOf = ({ configId, ...option }: two.SessionConfigOption): SessionConfigOption[] =>
  option.type === "select" || option.type === "boolean"
    ? [{ ...option, id: configId, ...(option.category === "mode" ? { category: null } : {}) } as SessionConfigOption]
    : [];

const commandsOf = (commands: readonly two.AvailableCommand[] | undefined) =>
  (commands ?? []).map(({ name, description }) => ({ name, description }));

const serverOf = (server: McpServer): two.McpServer =>
  ("command" in server ? { type: "stdio", ...server } : server) as two.McpServer;

const loginOf = ({ methodId, ...method }: two.AuthMethod): AuthMethod => ({ ...method, id: methodId }) as AuthMethod;
