import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ToolSet } from "../../../core/tools/tool-sets";
import type { Decision } from "../../engine/ports/review";
import { ToolError } from "../../engine/ports/tool-error";
import type { AcpService, AcpServiceDeps, SessionTools } from "../acp";
import type { Agents } from "../agents";
import type { Send } from "../core/desktop";
import { t } from "../core/messages";
import type { RecoveredTyping } from "../core/recovered-typing";
import { type AppCanvas, type AppContext, unsavedText } from "../documents";
import type { LibraryService } from "../library";
import type { Assistant } from "./assistant";
import type { PendingApprovals } from "./pending-approvals";
import type { EndedAnswers } from "./turns/ended-answers";

/** The same name as in `assistant/conversations/conversation-store.ts`, which is not loaded here. */
const conversationsFile = "conversations.db";

/** Loads the assistant when a renderer first needs it. */
export type AssistantService = {
  assistant(): Promise<Assistant>;
  /** Approval requests that the user has not answered. */
  approvals: PendingApprovals;
  /** Galley's tools for the session of an agent with this secret; null once it is over. */
  sessionTools(secret: string): SessionTools | null;
  /**
   * A hunk was decided on. If there are conversations, one that was undone is reported to the model in its own, also before any is shown. Resolves to
   * whether it belongs to one; never rejects.
   */
  decided(decision: Decision): Promise<boolean>;
  /** The user's own agents may be others now. */
  settingsChanged(): void;
  /** Of a window by its id. */
  windowClosed(window: string): void;
  /** Stops every running turn. */
  stopAll(): Promise<void>;
  /** Stops everything, if the assistant was loaded. */
  close(): Promise<void>;
};

/** One assistant for all windows; nothing of it is loaded before it is needed. */
export function createAssistantService(
  ctx: AppContext,
  {
    dataDir,
    home,
    agents,
    canvas,
    library,
    leftoverDrafts,
    compareFiles,
    broadcast,
    approvals,
    answered,
    toolSets,
    acp,
  }: {
    dataDir: string;
    /** The user's own folder. */
    home: string;
    agents: Agents;
    canvas: AppCanvas;
    library(): Promise<LibraryService>;
    /** Drafts of questions that were typed in an earlier run while main was busy. */
    leftoverDrafts(): Promise<RecoveredTyping[]>;
    broadcast: Send;
    approvals: PendingApprovals;
    /** An answer, or all of a comparison, have ended by themselves. */
    answered(answers: EndedAnswers): void;
    /** The sets of tools that models are offered. */
    toolSets(): readonly ToolSet[];
    /** For agents that run as programs of their own. */
    acp: Pick<AcpServiceDeps, "version" | "command" | "ownAgents" | "registry" | "announced" | "protocol">;
    /** Compares files with the disk; resolves once what was written in them is known. */
    compareFiles(realPaths: readonly string[]): Promise<void>;
  },
): AssistantService {
  let made: Promise<Assistant> | null = null;
  let acpService: AcpService | null = null;
  let knownAgents = acp.ownAgents();

  async function make(): Promise<Assistant> {
    const [{ Assistant }, { createAcpService }] = await Promise.all([import("./assistant"), import("../acp")]);
    acpService = createAcpService({
      ...acp,
      dataDir,
      env: process.env,
      engine: ctx.engine,
      run: (call, engine) => agents.run(call, engine),
      called: (id, description) => agents.called(id, description),
      read: (caller, realPath) => agents.read(caller, realPath),
      log: (line) => ctx.desktop.log(`agent: ${line}`, "warning"),
      clean: (text) => assistant.clean(text),
    });
    const assistant: Assistant = new Assistant({
      acp: acpService,
      compareFiles,
      version: acp.version,
      env: process.env,
      isHeld: (agent) => agents.denial(agent, "prompt") !== null,
      dataDir,
      home,
      keySafe: ctx.desktop.keySafe,
      engine: ctx.engine,
      broadcast,
      toolSets,
      notice: (message) => void broadcast("app:notice", { code: "failed", message }),
      log: (line) => ctx.desktop.log(`assistant: ${line}`, "error"),
      async openText(doc) {
        if (!ctx.openDocuments.has(doc)) return null;
        const document = ctx.openDocuments.of(doc);
        if (document.location) await canvas.handOver(document.location.realPath);
        return {
          name: document.name,
          path: document.location?.path ?? null,
          text: unsavedText(document) ?? document.at.text,
        };
      },
      openPaths: () => ctx.openDocuments.all().flatMap(({ location }) => location?.realPath ?? []),
      connected: (agent) => agents.connected(agent),
      disconnected: (id) => agents.disconnected(id),
      limited: async (call, folder) => (await library()).within(call, folder),
      approvalRequested: approvals.approvalRequested,
      approvalResolved: approvals.approvalResolved,
      answered,
      forgotten(id) {
        ctx.engine().then(
          (engine) => engine.forget(id),
          (error: unknown) => ctx.reportError(t.parts.engine, error),
        );
      },
    });
    await assistant.ready();
    for (const left of await leftoverDrafts()) await takeDraft(ctx, assistant, left);
    return assistant;
  }

  function assistant(): Promise<Assistant> {
    // A failed load is tried again with the next request.
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  }

  return {
    assistant,
    approvals,
    sessionTools: (secret) => acpService?.tools(secret) ?? null,
    async decided(decision) {
      if (decision.outcome !== "undone") return false;
      // Without conversations there is none that the decision could belong to.
      if (made === null && !existsSync(join(dataDir, conversationsFile))) return false;
      try {
        return (await assistant()).decided(decision);
      } catch (error) {
        ctx.reportError(t.parts.engine, error);
        return false;
      }
    },
    settingsChanged() {
      const agents = acp.ownAgents();
      if (agents === knownAgents) return;
      knownAgents = agents;
      made?.then(
        (there) => there.setupChanged(),
        (error: unknown) => ctx.reportError(t.parts.engine, error),
      );
    },
    windowClosed(window) {
      made?.then(
        (there) => there.windowClosed(window),
        () => undefined,
      );
    },
    async stopAll() {
      if (made) await (await made).stopAll();
    },
    async close() {
      if (made) await (await made).close();
    },
  };
}

/** Of a conversation that is gone, or is in a folder that was never opened, nothing is taken. */
async function takeDraft(ctx: AppContext, assistant: Assistant, { typing, remove }: RecoveredTyping): Promise<void> {
  if (typing.name !== "assistant:keep-draft") return;
  const { conversation, isShared, draft } = typing.argument;
  try {
    const { folder } = assistant.open(conversation);
    if (folder !== null) await ctx.grants.check(folder);
    assistant.keepDraft({ conversation, isShared }, draft);
  } catch (error) {
    ctx.desktop.log(`A draft was rejected: ${String(error)}`, "warning");
    if (!(error instanceof ToolError)) return;
  }
  await remove();
}
