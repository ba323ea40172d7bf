/** What the assistant's side panel and main ask and tell each other. */
import type { AssistantLimits, AssistantSetup, ModelEntry, ProviderDraft } from "./assistant-setup";
import type { DocumentId, Notice, Outcome } from "./contract";
import type {
  ApprovalAnswer,
  ApprovalGrant,
  ChipSize,
  ContextChip,
  Conversation,
  ConversationChange,
  ConversationEntry,
  ConversationId,
  KeptDraft,
  ParagraphEntry,
  ToolForm,
} from "./conversation";

/** One of several rewrites of a passage, as far as it has come. Only one that is `done` can be chosen. */
export type Alternative = {
  text: string;
  state:
    | { status: "asking" | "streaming" | "done" | "stopped" }
    /** The provider is asked again at `at`, ISO 8601. */
    | { status: "retrying"; at: string; why: Notice }
    | { status: "failed"; why: Notice };
};

/** From the page to main; see `Requests`. */
export type AssistantRequests = {
  "assistant:setup": () => AssistantSetup;
  /** Refuses addresses that keys must not be sent to. */
  "assistant:save-provider": (draft: ProviderDraft) => Outcome<{ setup: AssistantSetup; id: string }>;
  "assistant:remove-provider": (id: string) => Outcome<{ setup: AssistantSetup }>;
  "assistant:choose-model": (choice: { provider: string; model: string | null }) => Outcome<{ setup: AssistantSetup }>;
  "assistant:save-limits": (limits: AssistantLimits) => Outcome<{ setup: AssistantSetup }>;
  /** Asks the endpoint; refused with what it said. */
  "assistant:models": (provider: string) => Outcome<{ models: ModelEntry[] }>;
  /** Looks on this machine's usual port; null where nothing answers. */
  "assistant:find-ollama": () => Outcome<{ found: { baseUrl: string; models: ModelEntry[] } | null }>;

  /** Of this folder (null: of none), newest first; `sought` is looked for in titles, questions and answers. */
  "assistant:list": (query: {
    folder: string | null;
    sought: string;
  }) => Outcome<{ conversations: ConversationEntry[] }>;
  "assistant:create": (folder: string | null) => Outcome<{ conversation: Conversation }>;
  /** The whole of it, for a page that begins to show it or is in doubt. */
  "assistant:open": (id: ConversationId) => Outcome<{ conversation: Conversation }>;
  "assistant:rename": (change: { conversation: ConversationId; title: string }) => Outcome<object>;
  /** What runs in it is stopped first. */
  "assistant:delete": (id: ConversationId) => Outcome<object>;
  /** As Markdown: to a file that the person names in the system's dialog (null: cancelled), or to the clipboard. */
  "assistant:export": (wanted: {
    conversation: ConversationId;
    to: "file" | "clipboard";
  }) => Outcome<{ path: string | null }>;

  /** What chips would add to a question, one answer each, in order. */
  "assistant:measure": (asked: {
    conversation: ConversationId;
    chips: ContextChip[];
  }) => Outcome<{ sizes: ChipSize[] }>;
  /** The paragraphs of a document that hold `sought`, to be mentioned; the first ones where nothing is sought. */
  "assistant:paragraphs": (asked: {
    conversation: ConversationId;
    path: string;
    sought: string;
  }) => Outcome<{ paragraphs: ParagraphEntry[] }>;
  /** What was being written when a page last showed this conversation; null where nothing was. */
  "assistant:draft": (id: ConversationId) => Outcome<{ draft: KeptDraft | null }>;
  "assistant:keep-draft": (kept: { conversation: ConversationId; draft: KeptDraft | null }) => Outcome<object>;
  /** What the model is told before anything else, word for word. */
  "assistant:prompt": (id: ConversationId) => Outcome<{ text: string }>;
  /** Begins a turn, and answers as soon as it has begun; refused while another runs in this conversation. */
  "assistant:send": (question: {
    conversation: ConversationId;
    text: string;
    chips: ContextChip[];
  }) => Outcome<{ turn: string }>;
  /** Runs a tool for the person, who needs nobody's approval; answers as `assistant:send` does. */
  "assistant:run-tool": (call: {
    conversation: ConversationId;
    tool: string;
    arguments: Record<string, unknown>;
  }) => Outcome<{ turn: string }>;
  /** Ends the turn that runs; what a tool has begun to write is finished. */
  "assistant:stop": (id: ConversationId) => void;
  /** Shows the card that waits in it, in the window of its folder and with the focus; nothing where none waits any more. */
  "assistant:go-to-approval": (id: ConversationId) => void;
  "assistant:answer": (answer: ApprovalAnswer) => Outcome<object>;
  /** All of a call: its arguments as JSON, and what the model was told. */
  "assistant:call": (asked: {
    conversation: ConversationId;
    call: string;
  }) => Outcome<{ arguments: string; result: string | null }>;
  "assistant:tools": () => Outcome<{ tools: ToolForm[] }>;
  /**
   * Asks the model for `count` rewrites of a passage, which come as `assistant:rewriting`; nothing but the passage and the
   * instruction goes along. The page names it, so that it can tell its answers from the first on.
   */
  "assistant:rewrite": (asked: {
    rewrite: string;
    text: string;
    instruction: string;
    count: number;
  }) => Outcome<{ model: string }>;
  "assistant:stop-rewrite": (rewrite: string) => void;
  /**
   * Writes one of them in the passage's place, as an edit of the model's that waits for review. `from` and `now` say where the
   * passage stands and what of it is there now; what was typed into it meanwhile is merged, or it is refused.
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

/** From main to every page; see `Events`. */
export type AssistantEvents = {
  /** `seq` is one more than that of the change before, or the page asks `assistant:open`. */
  "assistant:changed": { conversation: ConversationId; seq: number; change: ConversationChange };
  /** Conversations of this folder came, went, or began or ended to run: ask for the list again. */
  "assistant:listed": { folder: string | null };
  /** The user wants to see a card that waits in it: shown in the panel; `focus` puts the focus into the card, else it stays where it is. */
  "assistant:show": { conversation: ConversationId; focus: boolean };
  /** All conversations in which a card waits for the user's answer, oldest first. */
  "assistant:pending": ConversationId[];
  "assistant:rewriting": { rewrite: string; index: number; alternative: Alternative };
  "assistant:setup-changed": AssistantSetup;
  "assistant:grants-changed": ApprovalGrant[];
};
