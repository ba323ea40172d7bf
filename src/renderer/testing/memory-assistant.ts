import type { AssistantRequests, DraftOwner } from "../../shared/assistant-requests";
import type { AssistantSetup } from "../../shared/assistant-setup";
import type { Handlers } from "../../shared/contract";
import {
  type ApprovalGrant,
  type Conversation,
  type ConversationChange,
  type ConversationEntry,
  isEnded,
  type QuestionDraft,
  type ToolForm,
  type Turn,
  withChange,
} from "../../shared/conversation";
import type { ModelRule, SlashCommand } from "../../shared/model-rules";
import type { Emit } from "./memory-disk";
import { memoryQueue } from "./memory-queue";
import { memoryRecipients } from "./memory-recipients";
import { memoryRules } from "./memory-rules";
import { memorySetup } from "./memory-setup";

/** Main's assistant in memory: keeps conversations, and shows what a test emits with `change`. */
export function createMemoryAssistant(emit: Emit) {
  const conversations = new Map<string, Conversation>();
  const drafts = new Map<string, QuestionDraft>();
  let made = 0;
  const state = {
    setup: {
      providers: [],
      current: null,
      agent: null,
      agents: [],
      registry: { address: "https://example.com/registry.json", loadedAt: null },
      keyStore: { isSafe: true, warning: null },
      limits: { idleSeconds: 60, calls: 100 },
    } as AssistantSetup,
    tools: [] as ToolForm[],
    grants: [] as ApprovalGrant[],
    rules: [] as ModelRule[],
    commands: [] as SlashCommand[],
  };
  const gone = { ok: false, error: { code: "not_found", message: "This conversation is no longer there." } } as const;
  const now = () => "2026-11-21T12:00:00.000Z";

  function change(id: string, what: ConversationChange): void {
    const before = conversations.get(id);
    if (!before) return;
    const seq = before.seq + 1;
    conversations.set(id, withChange(before, seq, what));
    emit("assistant:changed", { conversation: id, seq, change: what });
  }

  function begin(id: string, ask: Turn["ask"]): { ok: true; turn: string } | typeof gone {
    if (!conversations.has(id)) return gone;
    const turn = `turn-${++made}`;
    const usage = { input: null, output: null, cost: null };
    const started: Turn = {
      id: turn,
      at: now(),
      ask,
      parts: [],
      state: { status: "asking" },
      model: null,
      usage,
      undone: 0,
      leftOut: 0,
    };
    change(id, { kind: "turn", turn: started });
    return { ok: true, turn };
  }

  function create(folder: string | null): Conversation {
    const conversation = emptyConversation(`conversation-${++made}`, folder, now());
    conversations.set(conversation.id, conversation);
    emit("assistant:listed", { folder });
    return conversation;
  }

  const { removeMember, ...recipientHandlers } = memoryRecipients({
    conversations,
    create,
    change,
    begin: (id, text) => begin(id, { kind: "words", text, chips: [] }),
  });
  const draftKey = ({ conversation, isShared }: DraftOwner): string =>
    isShared ? `comparison ${conversations.get(conversation)?.comparison?.members[0]}` : conversation;

  const handlers: Pick<Handlers, keyof AssistantRequests> = {
    ...memorySetup(state, emit, () => ++made),
    ...memoryRules(state),
    ...recipientHandlers,
    ...memoryQueue((id) => conversations.get(id) ?? null, change),
    "assistant:list": async ({ folder, sought }) => ({
      ok: true,
      conversations: [...conversations.values()]
        .filter((each) => each.folder === folder && each.title.includes(sought))
        .map(entryOf),
    }),
    "assistant:create": async (folder) => ({ ok: true, conversation: create(folder) }),
    "assistant:open": async (id) => {
      const conversation = conversations.get(id);
      return conversation ? { ok: true, conversation } : gone;
    },
    "assistant:rename": async ({ conversation, title }) => {
      const known = conversations.get(conversation);
      if (!known) return gone;
      const { usage, context } = known;
      change(conversation, { kind: "head", title, updatedAt: now(), usage, context });
      return { ok: true };
    },
    "assistant:delete": async (id) => {
      const known = conversations.get(id);
      conversations.delete(id);
      if (known) removeMember(known);
      emit("assistant:listed", { folder: known?.folder ?? null });
      return { ok: true };
    },
    "assistant:export": async () => ({ ok: true, path: null }),
    "assistant:measure": async ({ chips }) => ({
      ok: true,
      sizes: chips.map((chip) => ({ label: chip.kind, tokens: 10, isCut: false, whole: null, failure: null })),
      request: null,
    }),
    "assistant:paragraphs": async () => ({ ok: true, paragraphs: [] }),
    "assistant:draft": async (owner) => ({ ok: true, draft: drafts.get(draftKey(owner)) ?? null }),
    "assistant:keep-draft": async ({ draft, ...owner }) => {
      if (draft) drafts.set(draftKey(owner), draft);
      else drafts.delete(draftKey(owner));
      return { ok: true };
    },
    "assistant:prompt": async () => ({ ok: true, text: "You are the assistant." }),
    "assistant:send": async ({ conversation, text, chips }) =>
      begin(conversation, {
        kind: "words",
        text,
        chips: chips.map((chip) => ({ chip, label: chip.kind, tokens: 10, isCut: false })),
      }),
    "assistant:run-tool": async ({ conversation, tool, arguments: args }) =>
      begin(conversation, { kind: "tool", tool, arguments: JSON.stringify(args) }),
    "assistant:stop": async (id) => {
      const turn = conversations.get(id)?.turns.at(-1);
      if (turn && !isEnded(turn.state))
        change(id, { kind: "state", turn: turn.id, state: { status: "stopped" }, usage: turn.usage });
    },
    "assistant:answer": async ({ conversation }) => {
      const turn = conversations.get(conversation)?.turns.at(-1);
      if (turn) change(conversation, { kind: "state", turn: turn.id, state: { status: "running" }, usage: turn.usage });
      return { ok: true };
    },
    "assistant:go-to-approval": async (conversation) => emit("assistant:show", { conversation, focus: true }),
    "assistant:call": async () => ({ ok: true, arguments: "{}", result: null }),
    "assistant:tools": async () => ({ ok: true, tools: state.tools }),
    "assistant:grants": async () => ({ ok: true, grants: state.grants }),
    "assistant:rewrite": async ({ rewrite, text, instruction, count }) => {
      for (let index = 0; index < count; index++)
        emit("assistant:rewriting", {
          rewrite,
          index,
          alternative: { text: `${text} (${instruction} ${index + 1})`, state: { status: "done" } },
        });
      return { ok: true, model: "model-a" };
    },
    "assistant:stop-rewrite": async () => {},
    "assistant:apply-rewrite": async () => ({ ok: true }),
    "assistant:revoke": async (id) => {
      state.grants = state.grants.filter((grant) => grant.id !== id);
      emit("assistant:grants-changed", state.grants);
      return { ok: true, grants: state.grants };
    },
  };
  return { handlers, state, change };
}

const emptyConversation = (id: string, folder: string | null, createdAt: string): Conversation => ({
  id,
  folder,
  title: "New conversation",
  createdAt,
  updatedAt: createdAt,
  turns: [],
  usage: { input: 0, output: 0, cost: 0 },
  context: { used: null, limit: null },
  seq: 0,
});

function entryOf({ id, folder, title, updatedAt, turns, recipient, comparison }: Conversation): ConversationEntry {
  const last = turns.at(-1)?.state;
  const standing = last?.status === "approving" ? "asking" : "running";
  const state = last !== undefined && !isEnded(last) ? standing : "idle";
  return { id, folder, title, updatedAt, turns: turns.length, state, recipient, comparison, found: null };
}
