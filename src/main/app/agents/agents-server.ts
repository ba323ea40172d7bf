import { statSync } from "node:fs";
import { relative } from "node:path";
import type { Usage } from "../../../shared/conversation";
import type { Engine } from "../../engine";
import type { Caller, Envelope } from "../../engine/ports/caller";
import { isWithin } from "../../engine/storage";
import { realPathSync } from "../core/grants";
import { t } from "../core/messages";
import { type AppContext, noticeOf } from "../documents";
import type { Agents, ConnectingAgent } from "./agents";

/** What the local socket and the HTTP server need from the app; matches `LocalApp` without the version. */
export type AgentsServer = {
  accepts(roots: readonly string[]): boolean;
  /** Galley's tools for the agent of the panel whose session has this secret; null once the session is over. */
  session(secret: string): SessionTools | null;
  denial: Agents["denial"];
  /** Runs a call within the access that the user allows this agent. */
  run(call: { name: string; arguments: unknown; caller: Caller; signal?: AbortSignal }): Promise<Envelope>;
  open(path: string, where?: "a new window"): Promise<{ ok: true } | { ok: false; error: { message: string } }>;
  /** Asks the model of the panel about the open folder that these roots belong to. Throws a `ToolError` if it cannot be asked. */
  ask(
    question: { text: string; files: readonly string[]; roots: readonly string[] },
    context: QuestionContext,
  ): Promise<QuestionAnswer>;
  announce(write: ExternalAnnouncement): Promise<void>;
  connected(agent: ConnectingAgent): void;
  disconnected(id: string): void;
  called(id: string, description: string): void;
};

/** What an agent's program announces; see `app/external`. */
type ExternalAnnouncement = {
  by: string;
  session: string;
  folder: string;
  phase: "before" | "after";
  path: string | null;
  version: string | null;
};

/** See `app/acp/session-tools.ts`. */
type SessionTools = {
  name: string;
  roots: readonly string[];
  run(call: { name: string; arguments: unknown; description: string }): Promise<Envelope>;
};

/** See `app/assistant/turns/command-question.ts`. */
type QuestionContext = { progress(part: { text: string } | { note: string }): void; signal: AbortSignal };
type QuestionAnswer = {
  conversation: string;
  model: string | null;
  status: "done" | "limited" | "stopped" | "failed";
  answer: string;
  usage: Usage;
  calls: { tool: string; summary: string }[];
  problem: { message: string; hint?: string } | null;
};
type AnswerQuestion = (
  question: { folder: string | null; text: string; files: readonly string[] },
  context: QuestionContext,
) => Promise<QuestionAnswer>;

/** Runs agents' calls on the app's engine, limited to the roots that the agents were given. */
export function createAgentsServer(
  ctx: AppContext,
  app: {
    folders(): string[];
    show(path: string, where?: "a new window"): Promise<void>;
    agents: Agents;
    engine(): Promise<Engine>;
    announce(write: ExternalAnnouncement): Promise<void>;
    session(secret: string): SessionTools | null;
    answer: AnswerQuestion;
  },
): AgentsServer {
  return {
    accepts(roots) {
      const open = app.folders().map(realPathSync);
      const files = ctx.openDocuments.all().flatMap(({ location }) => location?.realPath ?? []);
      return roots.map(realPathSync).some((root) => {
        if (open.some((folder) => isWithin(root, folder) || isWithin(folder, root))) return true;
        return files.some((file) => isWithin(file, root));
      });
    },
    session: (secret) => app.session(secret),
    denial: (agent, tool) => app.agents.denial(agent, tool),
    run: (call) => app.agents.run(call, app.engine),
    async open(path, where) {
      try {
        statSync(path);
        await app.show(path, where);
        return { ok: true };
      } catch (error) {
        const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
        return { ok: false, error: isMissing ? { message: `There is no ${path}.` } : noticeOf(ctx, error) };
      }
    },
    ask({ text, files, roots }, context) {
      const open = app.folders();
      const real = roots.map(realPathSync);
      // Under the folder as it is open, the user finds the conversation in the panel.
      const folder =
        open.find((each) => real.some((root) => isWithin(root, realPathSync(each)))) ??
        open.find((each) => real.some((root) => isWithin(realPathSync(each), root))) ??
        null;
      const top = folder === null ? null : realPathSync(folder);
      const named = files.map((file) => (top !== null && isWithin(file, top) ? relative(top, file) : file));
      return app.answer({ folder, text, files: named }, context);
    },
    announce: (write) => app.announce(write),
    connected: (agent) => app.agents.connected(agent),
    disconnected(id) {
      app.agents.disconnected(id);
      app.engine().then(
        (engine) => engine.forget(id),
        (error: unknown) => ctx.reportError(t.parts.engine, error),
      );
    },
    called: (id, description) => app.agents.called(id, description),
  };
}
