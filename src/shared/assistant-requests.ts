/** IPC types for the assistant's side panel. */
import type { AssistantLimits, AssistantSetup, Effort, ModelEntry, ProviderDraft } from "./assistant-setup";
import type { DocumentId, Notice, Outcome } from "./contract";
import type {
  AgentPastSession,
  ApprovalAnswer,
  ApprovalGrant,
  ChipSize,
  ContextChip,
  Conversation,
  ConversationChange,
  ConversationEntry,
  ConversationId,
  ParagraphEntry,
  PutBack,
  QuestionDraft,
  QueuedQuestion,
  Reader,
  Recipient,
  ToolForm,
} from "./conversation";
import type { ModelRule, RuleDecision, SlashCommand } from "./model-rules";
import type { RequestSize } from "./request-size";
import type { ToolServer, ToolServerDraft } from "./tool-servers";

/** One of several rewrites of a passage. Only one that is `done` can be chosen. */
export type Alternative = {
  text: string;
  state:
    | { status: "asking" | "streaming" | "done" | "stopped" }
    /** The request is repeated at `at`, ISO 8601. */
    | { status: "retrying"; at: string; why: Notice }
    | { status: "failed"; why: Notice };
};

/** Whose unsent question it is. `isShared`: that of the whole comparison, which is there as long as any of its members is. */
export type DraftOwner = { conversation: ConversationId; isShared?: boolean | undefined };

/**
 * The unsent question of a comparison goes on in one of its conversations. `from`: the key that it was stored under, in the renderer, too; `moved`: what was
 * stored there; `draft`: all that is now stored for the conversation.
 */
export type MovedDraft = { from: string; conversation: ConversationId; moved: QuestionDraft; draft: QuestionDraft };

/** From the renderer to main; see `Requests`. */
export type AssistantRequests = {
  "assistant:setup": () => AssistantSetup;
  /** Rejects base URLs that keys must not be sent to. */
  "assistant:save-provider": (draft: ProviderDraft) => Outcome<{ setup: AssistantSetup; id: string }>;
  "assistant:remove-provider": (id: string) => Outcome<{ setup: AssistantSetup }>;
  "assistant:choose-effort": (choice: {
    provider: string;
    effort: Effort | null;
  }) => Outcome<{ setup: AssistantSetup }>;
  "assistant:choose-model": (choice: { provider: string; model: string | null }) => Outcome<{ setup: AssistantSetup }>;
  /** Asks this agent in place of a model. */
  "assistant:choose-agent": (agent: string) => Outcome<{ setup: AssistantSetup }>;
  /** Looks for the agents' programs again. */
  "assistant:find-agents": () => Outcome<{ setup: AssistantSetup }>;
  /** Installs a known agent by the command line that was shown to the user. Returns the agent's new state, or the error. */
  "assistant:install-agent": (asked: { agent: string; line: string }) => Outcome<{ setup: AssistantSetup }>;
  /** Ends and deletes an agent that was installed from the registry. */
  "assistant:remove-agent": (agent: string) => Outcome<{ setup: AssistantSetup }>;
  /** Reads the registry of agents, from the address that the user has seen. */
  "assistant:load-registry": () => Outcome<{ setup: AssistantSetup }>;
  /** Lets the agent log in by one of its own ways. */
  "assistant:log-in": (asked: { agent: string; folder: string; login: string }) => Outcome<{ setup: AssistantSetup }>;
  /** Sets the mode or an option of the conversation's session. */
  "assistant:set-agent-mode": (asked: { conversation: ConversationId; mode: string }) => Outcome<object>;
  /** Sessions of the chosen agent in this conversation's folder that no conversation has, newest first; null if it lists none. Starts the agent. */
  "assistant:agent-sessions": (id: ConversationId) => Outcome<{ sessions: AgentPastSession[] | null }>;
  /** The next question of this conversation, which has none yet, goes on in that session of the chosen agent. */
  "assistant:continue-session": (asked: {
    conversation: ConversationId;
    session: string;
    title: string;
  }) => Outcome<object>;
  "assistant:set-agent-option": (asked: {
    conversation: ConversationId;
    option: string;
    value: string;
  }) => Outcome<object>;
  /** The user's own servers of tools. */
  "assistant:tool-servers": () => Outcome<{ servers: ToolServer[] }>;
  /** Adds a server and starts it: the user has seen its command or address and said yes. */
  "assistant:add-tool-server": (draft: ToolServerDraft) => Outcome<{ servers: ToolServer[] }>;
  "assistant:start-tool-server": (id: string) => Outcome<{ servers: ToolServer[] }>;
  /** Opens the login page of a server in the browser, after a question that names its address; ends when the browser returns. */
  "assistant:log-in-tool-server": (id: string) => Outcome<{ servers: ToolServer[] }>;
  /** The user's yes to the tools with this hash. */
  "assistant:agree-tool-server": (agreed: { id: string; hash: string }) => Outcome<{ servers: ToolServer[] }>;
  "assistant:remove-tool-server": (id: string) => Outcome<{ servers: ToolServer[] }>;
  "assistant:save-limits": (limits: AssistantLimits) => Outcome<{ setup: AssistantSetup }>;
  /** Lists the models of an endpoint; its error is returned. */
  "assistant:models": (provider: string) => Outcome<{ models: ModelEntry[] }>;
  /** Looks for Ollama on its usual local port; null if it does not answer. */
  "assistant:find-ollama": () => Outcome<{ found: { baseUrl: string; models: ModelEntry[] } | null }>;

  /**
   * Conversations of this folder (null: without a folder), newest first; `sought` is searched in titles, questions and
   * answers.
   */
  "assistant:list": (query: {
    folder: string | null;
    sought: string;
  }) => Outcome<{ conversations: ConversationEntry[] }>;
  "assistant:create": (folder: string | null) => Outcome<{ conversation: Conversation }>;
  /** The full conversation, when a renderer starts to show it or has missed a change. */
  "assistant:open": (id: ConversationId) => Outcome<{ conversation: Conversation }>;
  "assistant:rename": (change: { conversation: ConversationId; title: string }) => Outcome<object>;
  /** Stops a running turn first. */
  "assistant:delete": (id: ConversationId) => Outcome<object>;
  /** Exports as Markdown: to a file that the user picks in the system's dialog (null: cancelled), or to the clipboard. */
  "assistant:export": (wanted: {
    conversation: ConversationId;
    to: "file" | "clipboard";
  }) => Outcome<{ path: string | null }>;

  /** What each chip would add to a question, in order, and the whole request that would be sent; null if no model is set up. */
  "assistant:measure": (asked: {
    conversation: ConversationId;
    chips: ContextChip[];
  }) => Outcome<{ sizes: ChipSize[]; request: RequestSize | null }>;
  /** Paragraphs of a document that contain `sought`, for a mention; the first ones if it is empty. */
  "assistant:paragraphs": (asked: {
    conversation: ConversationId;
    path: string;
    sought: string;
  }) => Outcome<{ paragraphs: ParagraphEntry[] }>;
  /** The unsent question of this conversation, or the one to all members of its comparison; null if there is none. */
  "assistant:draft": (of: DraftOwner) => Outcome<{ draft: QuestionDraft | null }>;
  "assistant:keep-draft": (kept: DraftOwner & { draft: QuestionDraft | null }) => Outcome<object>;
  /** The exact system prompt of a question with these chips. */
  "assistant:prompt": (asked: { conversation: ConversationId; chips: ContextChip[] }) => Outcome<{ text: string }>;
  /** The rules and skills for a question with these chips, and the slash commands; none while an agent is asked, which reads its own. */
  "assistant:model-rules": (asked: {
    conversation: ConversationId;
    chips: ContextChip[];
  }) => Outcome<{ rules: ModelRule[]; commands: SlashCommand[] }>;
  /** What the model would get of a rule or skill; rejected if its text is another one now. */
  "assistant:rule-text": (asked: {
    conversation: ConversationId;
    chips: ContextChip[];
    rule: string;
    hash: string;
  }) => Outcome<{ text: string }>;
  /** The text of a file that the agent of this conversation takes instructions from; rejected if it is another one now. */
  "assistant:instruction-text": (asked: {
    conversation: ConversationId;
    approval: string;
    file: string;
    hash: string;
  }) => Outcome<{ text: string }>;
  /** Each decision applies only to the text with that hash. */
  "assistant:decide-rules": (decided: { conversation: ConversationId; decisions: RuleDecision[] }) => Outcome<object>;
  /** Starts a turn and returns immediately; rejected while another turn runs in this conversation. */
  "assistant:send": (question: {
    conversation: ConversationId;
    text: string;
    chips: ContextChip[];
  }) => Outcome<{ turn: string }>;
  /**
   * Sends a question to the recipients of its draft and returns the conversation to show. One recipient answers in this conversation if it is empty or
   * its own, else in a new one; several answer in new conversations that are one comparison. A new conversation in which the
   * question could not be sent shows why.
   */
  "assistant:ask": (question: {
    conversation: ConversationId;
    text: string;
    chips: ContextChip[];
    recipients: Recipient[];
  }) => Outcome<{ conversation: Conversation }>;
  /**
   * Sends a question to members of this conversation's comparison: at once, or after the answer that runs in one; `now`: that answer is stopped for it. One
   * in which it cannot be sent shows why.
   */
  "assistant:ask-members": (question: {
    conversation: ConversationId;
    text: string;
    chips: ContextChip[];
    members: ConversationId[];
    now: boolean;
  }) => Outcome<object>;
  /** Asks several readers of a document in the folder; shows the first of their conversations. */
  "assistant:ask-readers": (asked: {
    folder: string | null;
    doc: DocumentId;
    readers: Reader[];
  }) => Outcome<{ conversation: Conversation }>;
  /** From now on this recipient answers in the conversation. */
  "assistant:set-recipient": (change: { conversation: ConversationId; recipient: Recipient }) => Outcome<object>;
  /** Whether whoever answers may only read, at once and from now on; in all conversations of a comparison. */
  "assistant:set-read-only": (change: { conversation: ConversationId; isReadOnly: boolean }) => Outcome<object>;
  /** Shows the members of this comparison alone from now on; `false`: side by side again. */
  "assistant:choose-member": (change: { conversation: ConversationId; isChosen: boolean }) => Outcome<object>;
  /** Shows this member alone, while the others stay side by side; `false` puts it back beside them. */
  "assistant:close-member": (change: { conversation: ConversationId; isClosed: boolean }) => Outcome<object>;
  /**
   * Begins a branch before this question: another conversation with what was said before. `documents`: what was written from that question on is
   * taken back. `checkpoint` undoes that; null if nothing was written.
   */
  "assistant:branch": (asked: {
    conversation: ConversationId;
    turn: string;
    documents: boolean;
  }) => Outcome<{ conversation: Conversation; putBack: PutBack; checkpoint: string | null }>;
  "assistant:undo-branch": (checkpoint: string) => Outcome<{ putBack: PutBack }>;
  /** Stores an image for the next question, in each member that is shown side by side: a PNG or JPEG file. */
  "assistant:add-image": (image: {
    conversation: ConversationId;
    name: string;
    bytes: Uint8Array;
    width: number;
    height: number;
  }) => Outcome<{ chip: ContextChip }>;
  /** The bytes of a PDF in the conversation's folder. */
  "assistant:pdf": (asked: { conversation: ConversationId; path: string }) => Outcome<{ bytes: Uint8Array }>;
  /** Sends the question when the answer that is running is complete; at once if none is. `now`: that answer is stopped for it. */
  "assistant:queue": (question: {
    conversation: ConversationId;
    text: string;
    chips: ContextChip[];
    now: boolean;
  }) => Outcome<object>;
  /** Takes a queued question back; rejected if it has been sent. */
  "assistant:unqueue": (asked: {
    conversation: ConversationId;
    question: string;
  }) => Outcome<{ question: QueuedQuestion }>;
  /** Stops the running turn and sends this question next. */
  "assistant:send-queued": (asked: { conversation: ConversationId; question: string }) => Outcome<object>;
  /** Runs a tool for the user, without an approval; returns like `assistant:send`. */
  "assistant:run-tool": (call: {
    conversation: ConversationId;
    tool: string;
    arguments: Record<string, unknown>;
  }) => Outcome<{ turn: string }>;
  /** Stops the running turn; a write that a tool has begun is completed. */
  "assistant:stop": (id: ConversationId) => void;
  /** Shows the card that waits in it, in the window of its folder and with the focus; nothing if none waits. */
  "assistant:go-to-approval": (id: ConversationId) => void;
  "assistant:answer": (answer: ApprovalAnswer) => Outcome<object>;
  /** The full arguments of a call as JSON, and the result that the model received. */
  "assistant:call": (asked: {
    conversation: ConversationId;
    call: string;
  }) => Outcome<{ arguments: string; result: string | null }>;
  "assistant:tools": () => Outcome<{ tools: ToolForm[] }>;
  /**
   * Requests `count` rewrites of a passage, which arrive as `assistant:rewriting`. Only the passage and the instruction
   * are sent. The renderer chooses the id, so that it can match the first events.
   */
  "assistant:rewrite": (asked: {
    rewrite: string;
    text: string;
    instruction: string;
    count: number;
  }) => Outcome<{ model: string }>;
  "assistant:stop-rewrite": (rewrite: string) => void;
  /**
   * Replaces the passage with one of the rewrites, as an edit of the model that is pending for review. `from` and `now`
   * are the passage's current position and text; edits since the request are merged, or the call is rejected.
   */
  "assistant:apply-rewrite": (chosen: {
    rewrite: string;
    index: number;
    doc: DocumentId;
    from: number;
    now: string;
  }) => Outcome<object>;
  "assistant:grants": () => Outcome<{ grants: ApprovalGrant[] }>;
  "assistant:revoke": (id: string) => Outcome<{ grants: ApprovalGrant[] }>;
};

/** From main to every renderer; see `Events`. */
export type AssistantEvents = {
  /** `seq` is the previous one plus one; otherwise the renderer requests `assistant:open`. */
  "assistant:changed": { conversation: ConversationId; seq: number; change: ConversationChange };
  /** Conversations of this folder were added, removed, started or finished: request the list again. */
  "assistant:listed": { folder: string | null };
  "assistant:draft-moved": MovedDraft;
  /** The user wants to see a card that waits in it: shown in the panel; `focus` puts the focus into the card, else it stays where it is. */
  "assistant:show": { conversation: ConversationId; focus: boolean };
  /** All conversations in which a card waits for the user's answer, oldest first. */
  "assistant:pending": ConversationId[];
  "assistant:rewriting": { rewrite: string; index: number; alternative: Alternative };
  "assistant:setup-changed": AssistantSetup;
  "assistant:grants-changed": ApprovalGrant[];
  "assistant:tool-servers-changed": ToolServer[];
};
