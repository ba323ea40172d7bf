/** Version 1 of the protocol, which all known agents speak. */
import {
  type ContentBlock,
  client,
  type McpServer,
  methods,
  PROTOCOL_VERSION,
  type SetSessionConfigOptionRequest,
  type StopReason,
  type Stream,
} from "@agentclientprotocol/sdk";
import type { AgentNews } from "./protocol-two";

/** What an agent asks of its client, besides what both versions have. */
export type FileRequests = {
  read(
    session: string,
    asked: { path: string; line?: number | null; limit?: number | null },
    signal: AbortSignal,
  ): Promise<string>;
  write(session: string, wanted: { path: string; content: string }, signal: AbortSignal): Promise<void>;
};

/** Connects to an agent that speaks version 1. */
export function connectProtocolOne(stream: Stream, news: AgentNews & FileRequests) {
  const { session, fs } = methods.client;
  const connection = client({ name: "galley" })
    .onNotification(session.update, ({ params }) => news.update(params.sessionId, params.update))
    .onRequest(session.requestPermission, ({ params, signal }) => news.permission(params, signal))
    .onRequest(fs.readTextFile, async ({ params, signal }) => ({
      content: await news.read(params.sessionId, params, signal),
    }))
    .onRequest(fs.writeTextFile, async ({ params, signal }) => {
      await news.write(params.sessionId, params, signal);
      return {};
    })
    .connect(stream);
  const { agent } = connection;
  const own = methods.agent;

  return {
    connection,
    initialize: (version: string) =>
      agent.request(own.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        clientInfo: { name: "galley", title: "Galley", version },
        clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
      }),
    newSession: (cwd: string, mcpServers: McpServer[]) => agent.request(own.session.new, { cwd, mcpServers }),
    resume: (sessionId: string, cwd: string, mcpServers: McpServer[]) =>
      agent.request(own.session.resume, { sessionId, cwd, mcpServers }),
    load: (sessionId: string, cwd: string, mcpServers: McpServer[]) =>
      agent.request(own.session.load, { sessionId, cwd, mcpServers }),
    list: (cwd: string) => agent.request(own.session.list, { cwd }),
    prompt: async (sessionId: string, prompt: ContentBlock[]): Promise<StopReason> =>
      (await agent.request(own.session.prompt, { sessionId, prompt })).stopReason,
    cancel: (sessionId: string) => agent.notify(own.session.cancel, { sessionId }),
    setMode: async (sessionId: string, modeId: string) =>
      void (await agent.request(own.session.setMode, { sessionId, modeId })),
    async setOption(sessionId: string, configId: string, value: string | boolean) {
      const asked: SetSessionConfigOptionRequest =
        typeof value === "boolean" ? { sessionId, configId, type: "boolean", value } : { sessionId, configId, value };
      return (await agent.request(own.session.setConfigOption, asked)).configOptions;
    },
    logIn: async (methodId: string) => void (await agent.request(own.authenticate, { methodId })),
    close: async (sessionId: string) => void (await agent.request(own.session.close, { sessionId })),
  };
}
