import { writeFile } from "node:fs/promises";
import { serialQueue } from "../../../core/async/serial-queue";
import type { AssistantRequests } from "../../../shared/assistant-requests";
import type { Handlers, Outcome } from "../../../shared/contract";
import type { ContextChip, ConversationId } from "../../../shared/conversation";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import { noticeOf, type WindowContext } from "../documents";
import { agentHandlers } from "./agent-handlers";
import type { Assistant } from "./assistant";
import type { AssistantService } from "./assistant-service";
import { questionHandlers } from "./question-handlers";
import { applyRewrite } from "./rewrite/apply-rewrite";
import { setupHandlers } from "./setup-handlers";

/** Assistant requests of one window. It can only access opened folders and its own documents. */
export function assistantHandlers(
  ctx: WindowContext,
  service: AssistantService,
): Pick<Handlers, keyof AssistantRequests> {
  const outcome = async <T extends object>(work: (assistant: Assistant) => Promise<T>): Promise<Outcome<T>> => {
    try {
      return { ok: true, ...(await work(await service.assistant())) };
    } catch (error) {
      return { ok: false, error: noticeOf(ctx, error) };
    }
  };
  /** Changes of the setup are sent to every renderer, since another one may show it. */
  const withSetup = async <T extends object>(assistant: Assistant, more: T) => ({
    ...more,
    setup: await assistant.setupChanged(),
  });

  const draftsInOrder = serialQueue();

  async function checkFolder(folder: string | null): Promise<void> {
    if (folder !== null) await ctx.grants.check(folder);
  }
  async function checkReach(
    assistant: Assistant,
    id: ConversationId,
    chips: readonly ContextChip[] = [],
  ): Promise<void> {
    await checkFolder(assistant.open(id).folder);
    for (const chip of chips)
      if ("doc" in chip && !ctx.openDocuments.has(chip.doc)) throw new ToolError("not_found", t.notOpen);
  }

  return {
    ...agentHandlers({ outcome, withSetup, checkFolder, checkReach }),
    ...setupHandlers({ service, outcome, withSetup }),
    "assistant:list": ({ folder, sought }) =>
      outcome(async (assistant) => {
        await checkFolder(folder);
        return { conversations: assistant.list(folder, sought) };
      }),
    "assistant:create": (folder) =>
      outcome(async (assistant) => {
        await checkFolder(folder);
        return { conversation: assistant.create(folder) };
      }),
    "assistant:open": (id) =>
      outcome(async (assistant) => {
        await checkReach(assistant, id);
        return { conversation: assistant.open(id) };
      }),
    "assistant:rename": ({ conversation, title }) =>
      outcome(async (assistant) => {
        assistant.rename(conversation, title);
        return {};
      }),
    "assistant:delete": (id) =>
      outcome(async (assistant) => {
        await assistant.remove(id);
        return {};
      }),
    "assistant:export": ({ conversation, to }) =>
      outcome(async (assistant) => {
        const { name, markdown } = await assistant.exported(conversation);
        if (to === "clipboard") {
          ctx.desktop.copy(markdown);
          return { path: null };
        }
        const path = await ctx.window.desktop.pickSavePath(name);
        // The dialog asked before replacing a file.
        if (path !== null) await writeFile(path, markdown);
        return { path };
      }),

    "assistant:measure": ({ conversation, chips }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation, chips);
        return assistant.measure(conversation, chips);
      }),
    "assistant:paragraphs": ({ conversation, path, sought }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        return { paragraphs: await assistant.paragraphs(conversation, path, sought) };
      }),
    "assistant:draft": (owner) =>
      outcome(async (assistant) => {
        await checkReach(assistant, owner.conversation);
        return { draft: assistant.draft(owner, ctx.window.id) };
      }),
    "assistant:keep-draft": ({ draft, ...owner }) =>
      outcome((assistant) =>
        // A check of the folder that takes long would let an earlier draft replace a later one.
        draftsInOrder(async () => {
          await checkReach(assistant, owner.conversation);
          assistant.keepDraft(owner, draft, ctx.window.id);
          return {};
        }),
      ),
    "assistant:prompt": ({ conversation, chips }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation, chips);
        return { text: await assistant.prompt(conversation, chips) };
      }),
    ...serverHandlers(outcome, (address) => ctx.window.desktop.offerLink(address)),
    ...ruleHandlers({ outcome, checkReach }),
    ...questionHandlers({ outcome, checkFolder, checkReach }),
    "assistant:run-tool": ({ conversation, tool, arguments: args }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        return { turn: await assistant.runTool(conversation, tool, args) };
      }),
    "assistant:stop": async (id) => (await service.assistant()).stop(id),
    "assistant:answer": (answer) =>
      outcome(async (assistant) => {
        await assistant.approvals.answer(answer);
        return {};
      }),
    "assistant:go-to-approval": async (id) => service.approvals.goTo(id),
    "assistant:call": ({ conversation, call }) => outcome(async (assistant) => assistant.call(conversation, call)),
    "assistant:tools": () => outcome(async (assistant) => ({ tools: await assistant.tools() })),
    "assistant:rewrite": (asked) => outcome((assistant) => assistant.rewrites.begin(asked)),
    "assistant:stop-rewrite": async (id) => (await service.assistant()).rewrites.stop(id),
    "assistant:apply-rewrite": ({ rewrite, index, doc, from, now }) =>
      outcome(async (assistant) => {
        await applyRewrite(ctx, ctx.openDocuments.of(doc), assistant.rewrites.chosen(rewrite, index), { from, now });
        return {};
      }),
    "assistant:grants": () => outcome(async (assistant) => ({ grants: assistant.approvals.grants() })),
    "assistant:revoke": (id) =>
      outcome(async (assistant) => {
        await assistant.approvals.revoke(id);
        return { grants: assistant.approvals.grants() };
      }),
  };
}

type RuleRequest = `assistant:${"model-rules" | "rule-text" | "instruction-text" | "decide-rules"}`;

/** Requests about the rules and skills of a folder, and what agents take instructions from. */
function ruleHandlers({
  outcome,
  checkReach,
}: {
  outcome<T extends object>(work: (assistant: Assistant) => Promise<T>): Promise<Outcome<T>>;
  checkReach(assistant: Assistant, id: ConversationId, chips?: readonly ContextChip[]): Promise<void>;
}): Pick<Handlers, RuleRequest & keyof AssistantRequests> {
  return {
    "assistant:model-rules": ({ conversation, chips }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation, chips);
        return assistant.modelRules(conversation, chips);
      }),
    "assistant:rule-text": ({ conversation, chips, rule: id, hash }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation, chips);
        return { text: await assistant.ruleText(conversation, chips, { id, hash }) };
      }),
    "assistant:instruction-text": ({ conversation, approval, file: id, hash }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        return { text: await assistant.instructionText(conversation, approval, { id, hash }) };
      }),
    "assistant:decide-rules": ({ conversation, decisions }) =>
      outcome(async (assistant) => {
        await checkReach(assistant, conversation);
        await assistant.rules.decide(decisions);
        return {};
      }),
  };
}

type ServerRequest =
  | "assistant:tool-servers"
  | "assistant:add-tool-server"
  | "assistant:start-tool-server"
  | "assistant:log-in-tool-server"
  | "assistant:agree-tool-server"
  | "assistant:remove-tool-server";

/** Requests about the user's own servers of tools. */
function serverHandlers(
  outcome: <T extends object>(work: (assistant: Assistant) => Promise<T>) => Promise<Outcome<T>>,
  openLink: (address: string) => Promise<boolean>,
): Pick<Handlers, ServerRequest & keyof AssistantRequests> {
  const after = (work: (assistant: Assistant) => Promise<void>) =>
    outcome(async (assistant) => {
      await work(assistant);
      return { servers: assistant.toolServers.list() };
    });
  return {
    "assistant:tool-servers": () => after(async () => undefined),
    "assistant:add-tool-server": (draft) => after(({ toolServers }) => toolServers.add(draft)),
    "assistant:start-tool-server": (id) => after(({ toolServers }) => toolServers.start(id)),
    "assistant:log-in-tool-server": (id) => after(({ toolServers }) => toolServers.logIn(id, openLink)),
    "assistant:agree-tool-server": ({ id, hash }) => after(({ toolServers }) => toolServers.agree(id, hash)),
    "assistant:remove-tool-server": (id) => after(({ toolServers }) => toolServers.remove(id)),
  };
}
