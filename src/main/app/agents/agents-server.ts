import { statSync } from "node:fs";
import type { Engine } from "../../engine";
import type { Caller, Envelope } from "../../engine/ports/caller";
import { isInside, realPathSync } from "../core/grants";
import { t } from "../core/messages";
import { type AppContext, noticeOf } from "../documents/context";
import type { Agents, ConnectingAgent } from "./agents";

/** What the local socket and the HTTP server need from the app; matches `LocalApp` without the version. */
export type AgentsServer = {
  accepts(roots: readonly string[]): boolean;
  denial: Agents["denial"];
  /** Runs a call within the access that the user allows this agent. */
  run(call: { name: string; arguments: unknown; caller: Caller; signal?: AbortSignal }): Promise<Envelope>;
  open(path: string, where?: "a new window"): Promise<{ ok: true } | { ok: false; error: { message: string } }>;
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

/** Runs agents' calls on the app's engine, limited to the roots that the agents were given. */
export function createAgentsServer(
  ctx: AppContext,
  app: {
    folders(): string[];
    show(path: string, where?: "a new window"): Promise<void>;
    agents: Agents;
    engine(): Promise<Engine>;
    announce(write: ExternalAnnouncement): Promise<void>;
  },
): AgentsServer {
  return {
    accepts(roots) {
      const open = app.folders().map(realPathSync);
      const files = ctx.openDocuments.all().flatMap(({ location }) => location?.realPath ?? []);
      return roots.map(realPathSync).some((root) => {
        if (open.some((folder) => isInside(folder, root) || isInside(root, folder))) return true;
        return files.some((file) => isInside(root, file));
      });
    },
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
