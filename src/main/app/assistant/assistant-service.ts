import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Decision } from "../../engine/ports/review";
import { ToolError } from "../../engine/ports/tool-error";
import type { Agents } from "../agents/agents";
import type { Send } from "../core/desktop";
import { told } from "../core/messages";
import type { RecoveredTyping } from "../core/recovered-typing";
import type { AppContext } from "../documents/context";
import type { HandOver } from "../documents/request-unsaved-text";
import { unsavedText } from "../documents/unsaved-text";
import type { LibraryDesk } from "../library/library-service";
import type { Assistant } from "./assistant";
import type { PendingApprovals } from "./pending-approvals";

/** The same name as in `assistant/conversation-store.ts`, which is not loaded here. */
const conversationsFile = "conversations.db";

/** Loads the assistant when a renderer first needs it. */
export type AssistantDoor = {
  assistant(): Promise<Assistant>;
  /** The questions of its cards that the user has not answered. */
  approvals: PendingApprovals;
  /** A hunk was decided on. Where there are conversations, one that was undone is told in its own, also before any is shown. */
  decided(decision: Decision): void;
  /** Stops every running turn. */
  stopAll(): Promise<void>;
  /** Stops everything, if the assistant was loaded. */
  close(): Promise<void>;
};

/** One assistant for all windows; nothing of it is loaded before it is needed. */
export function createAssistantDoor(
  ctx: AppContext,
  {
    dataDir,
    agents,
    canvas,
    library,
    leftDrafts,
    tellAll,
    approvals,
  }: {
    dataDir: string;
    agents: Agents;
    canvas: HandOver;
    library(): Promise<LibraryDesk>;
    /** Drafts of questions that were typed in an earlier run while main was busy. */
    leftDrafts(): Promise<RecoveredTyping[]>;
    tellAll: Send;
    approvals: PendingApprovals;
  },
): AssistantDoor {
  let made: Promise<Assistant> | null = null;

  async function make(): Promise<Assistant> {
    const { Assistant } = await import("./assistant");
    const assistant = new Assistant({
      dataDir,
      keySafe: ctx.desktop.keySafe,
      engine: ctx.engine,
      tell: tellAll,
      notice: (message) => void tellAll("app:notice", { code: "failed", message }),
      log: (line) => ctx.desktop.log(`assistant: ${line}`, "error"),
      async openText(doc) {
        if (!ctx.copies.has(doc)) return null;
        const copy = ctx.copies.of(doc);
        if (copy.place) await canvas.handOver(copy.place.realPath);
        return { name: copy.name, path: copy.place?.path ?? null, text: unsavedText(copy) ?? copy.at.text };
      },
      openPaths: () => ctx.copies.all().flatMap(({ place }) => place?.realPath ?? []),
      connected: (agent) => agents.connected(agent),
      disconnected: (id) => agents.disconnected(id),
      limited: async (call, folder) => (await library()).within(call, folder),
      waits: approvals.waits,
      waitsNoLonger: approvals.waitsNoLonger,
      forgotten(id) {
        ctx.engine().then(
          (engine) => engine.forget(id),
          (error: unknown) => ctx.surprise(told.parts.engine, error),
        );
      },
    });
    await assistant.ready();
    for (const left of await leftDrafts()) await takeDraft(ctx, assistant, left);
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
    decided(decision) {
      if (decision.outcome !== "undone") return;
      // Without conversations there is none that the decision could belong to.
      if (made === null && !existsSync(join(dataDir, conversationsFile))) return;
      assistant().then(
        (there) => there.decided(decision),
        (error: unknown) => ctx.surprise(told.parts.engine, error),
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
async function takeDraft(ctx: AppContext, assistant: Assistant, { typing, taken }: RecoveredTyping): Promise<void> {
  if (typing.name !== "assistant:keep-draft") return;
  const { conversation, draft } = typing.argument;
  try {
    const { folder } = assistant.open(conversation);
    if (folder !== null) await ctx.grants.check(folder);
    assistant.keepDraft(conversation, draft);
  } catch (error) {
    ctx.desktop.log(`A draft was rejected: ${String(error)}`, "warning");
    if (!(error instanceof ToolError)) return;
  }
  await taken();
}
