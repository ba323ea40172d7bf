/**
 * IPC types for conversations with the assistant, and the function by which main and the renderer apply changes. A
 * conversation belongs to a folder and can be shown in any window; the renderer has a copy that is kept in sync by
 * numbered changes. After a gap it requests everything with `assistant:open`.
 */

import type { DocumentId, Notice } from "./contract";
import type { EntryName } from "./library";
import type { AgentInstructions } from "./model-rules";

/** Issued by main; stays the same while the conversation exists. */
export type ConversationId = string;

/** Context that the user attaches to a question. Main reads it when the question is sent. */
export type ContextChip =
  /**
   * The document in front, including unsaved edits: its outline and the lines in view (1-based; null if unknown), and later what changed.
   * A short one goes whole.
   */
  | { kind: "front"; doc: DocumentId; lines: { from: number; to: number } | null }
  /** A whole document of this window, including unsaved edits. */
  | { kind: "document"; doc: DocumentId }
  /** A selection in a document of this window, stored when it was attached: the selected text and its lines. */
  | { kind: "selection"; doc: DocumentId; text: string; lineFrom: number; lineTo: number }
  /** A file, by its path relative to the conversation's folder or absolute. */
  | { kind: "file"; path: string }
  /** A section, by any address that `doc_read` accepts. */
  | { kind: "section"; path: string; address: string }
  /** A paragraph, by its id. */
  | { kind: "paragraph"; path: string; id: string }
  /** An entry of the content library. */
  | { kind: "entry"; entry: EntryName }
  /** A skill that the user has agreed to, by its name. */
  | { kind: "skill"; name: string }
  /** An image that was pasted or dropped, stored in the conversation; its size in pixels. */
  | { kind: "image"; id: string; name: string; width: number; height: number };

/**
 * A paragraph offered as a mention: its id, its kind (`heading`, `list_item`, `cell` …), and its first words on one
 * line.
 */
export type ParagraphEntry = { id: string; kind: string; opening: string };

/** Who answers: an agent, or a model of a provider. */
export type Recipient = { kind: "agent"; agent: string } | { kind: "model"; provider: string; model: string };

/** Identifies a recipient. */
export const recipientKey = (recipient: Recipient): string =>
  recipient.kind === "agent" ? `agent ${recipient.agent}` : `model ${recipient.provider} ${recipient.model}`;

/**
 * Conversations that began with the same question to several recipients, in their order, this one among them. `isChosen`: the user goes on with
 * one of them, so each is shown alone. `closed`: members that are shown alone, or were deleted.
 */
export type Comparison = { members: ConversationId[]; isChosen: boolean; closed?: ConversationId[] | undefined };

/** The conversations that this one is shown side by side with, itself among them; null if it is shown alone. */
export function sideBySide({ id, comparison }: Pick<Conversation, "id" | "comparison">): ConversationId[] | null {
  if (comparison === undefined || comparison.isChosen) return null;
  const shown = comparison.members.filter((member) => !comparison.closed?.includes(member));
  return shown.length > 1 && shown.includes(id) ? shown : null;
}

/**
 * An unsent question, stored across restarts, without state of one renderer only. `recipients`: absent for whoever answers in the conversation. `notAsked`:
 * the members of the comparison that this question is not for.
 */
export type QuestionDraft = {
  text: string;
  chips: ContextChip[];
  recipients?: Recipient[] | undefined;
  notAsked?: ConversationId[] | undefined;
};

/** A question that waits for the end of an answer. */
export type QueuedQuestion = {
  id: string;
  text: string;
  chips: ContextChip[];
  /** Why it could not be sent; null if it only waits. */
  problem: Notice | null;
};

/** Documents that were put back to an earlier point, by name, and those that were left as they are. */
export type PutBack = { done: string[]; left: { name: string; why: string }[] };

/** The size of a chip. `tokens` is estimated; `isCut` if only its beginning is sent. */
export type ChipSize = {
  /** One line that is safe to show: the document's name, and which part of it. */
  label: string;
  tokens: number;
  isCut: boolean;
  /** Tokens of the whole document, where only parts of it are sent. */
  whole: number | null;
  /** Why no part of it can be sent. */
  failure: Notice | null;
};

/** A chip as it was sent. */
export type SentChip = { chip: ContextChip; label: string; tokens: number; isCut: boolean };

/** An amount of money; `currency` is a code of ISO 4217. */
export type Money = { amount: number; currency: string };

/**
 * Tokens as counted by the provider, and their cost in US dollars; null if unknown. `otherCosts`: what was spent in other currencies, by their codes of
 * ISO 4217; absent if nothing was. Amounts in different currencies are never added.
 */
export type Usage = {
  input: number | null;
  output: number | null;
  cost: number | null;
  otherCosts?: Record<string, number> | undefined;
};

/** What was spent, one amount for each currency; none if nothing is known. No cost at all is zero dollars. */
export function moneyOf({ cost, otherCosts = {} }: Pick<Usage, "cost" | "otherCosts">): Money[] {
  const others = Object.entries(otherCosts).map(([currency, amount]) => ({ currency, amount }));
  return cost === null || (cost === 0 && others.length > 0) ? others : [{ currency: "USD", amount: cost }, ...others];
}

/** The sum; a count that one of them lacks is unknown. */
export function sumOfUsage(all: readonly Usage[]): Usage {
  const sum: Usage = { input: 0, output: 0, cost: 0 };
  for (const { input, output, cost, otherCosts = {} } of all) {
    sum.input = plus(sum.input, input);
    sum.output = plus(sum.output, output);
    sum.cost = plus(sum.cost, cost);
    for (const [currency, amount] of Object.entries(otherCosts))
      sum.otherCosts = { ...sum.otherCosts, [currency]: (sum.otherCosts?.[currency] ?? 0) + amount };
  }
  return sum;
}

const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/** The location that a call refers to: the absolute path, and a description of the part. */
export type CallLocation = { path: string; name: string; line: number | null; address: string | null };

/**
 * `arriving`: the message is incomplete, so nothing runs. `not run`: the message stayed incomplete, or a limit was
 * reached. `unknown`: Galley ended while it ran; history shows whether it wrote.
 */
export type CallState =
  | "arriving"
  | "waiting"
  | "asking"
  | "running"
  | "done"
  | "refused"
  | "denied"
  | "stopped"
  | "not run"
  | "unknown";

/** A version that a call wrote; its hunks in a review are `id.0`, `id.1` … of the write with this `id`. */
export type CallWrite = { id: string; realPath: string; from: string | null; to: string };

/** A tool call as shown on a card. `assistant:call` returns its full arguments and result. */
export type CallCard = {
  kind: "call";
  id: string;
  tool: string;
  /** The tool's title; the name if there is no such tool. */
  title: string;
  state: CallState;
  /** The beginning of the arguments as JSON, at most 2000 characters. */
  arguments: string;
  /** The tool's summary for the user; null while it runs. */
  summary: string | null;
  place: CallLocation | null;
  writes: CallWrite[];
};

/** A part of an answer, in order of arrival. */
export type Part =
  /** `isWhole` is false while it arrives, and stays false if the answer was cut off. */
  | { kind: "text"; text: string; isWhole: boolean }
  | { kind: "thinking"; text: string; isWhole: boolean }
  | CallCard
  /** An agent's plan as it is now. */
  | { kind: "plan"; entries: PlanEntry[] }
  /** A sentence of Galley's about the answer, such as that something is not shown. */
  | { kind: "note"; text: string };

/** One line that is safe to show. */
export type PlanEntry = { text: string; status: "pending" | "in progress" | "done" };

/** The state of a turn. All but `asking`, `compacting`, `streaming`, `retrying`, `approving` and `running` are final. */
export type TurnState =
  /** Sent; nothing has arrived yet. */
  | { status: "asking" }
  /** The earlier turns are being summarised. */
  | { status: "compacting" }
  | { status: "streaming" }
  /** The request failed and is repeated at `at`, ISO 8601. */
  | { status: "retrying"; at: string; why: Notice }
  | { status: "approving"; approval: Approval }
  | { status: "running" }
  | { status: "done" }
  /** The answer is complete, but a limit was reached: the number of calls, or the length of an answer. */
  | { status: "limited"; why: Notice }
  | { status: "stopped" }
  | { status: "failed"; why: Notice }
  /** Galley ended during the turn; nothing is run again automatically. */
  | { status: "interrupted" };

/** A question and its answer. */
export type Turn = {
  id: string;
  /** ISO 8601. */
  at: string;
  /** The user's question, or a tool that the user ran. */
  ask: { kind: "words"; text: string; chips: SentChip[] } | { kind: "tool"; tool: string; arguments: string };
  parts: Part[];
  state: TurnState;
  /** The model that answered, such as `claude-sonnet-4-5`, or the agent's name; null for a tool that the user ran. */
  model: string | null;
  /** The id of the agent that answered; absent if a model did. */
  agent?: string;
  usage: Usage;
  /** Number of earlier hunks that the user undid, which this turn reported to the model. */
  undone: number;
  /** Number of older results and attachments omitted from its requests to fit the model's context. */
  leftOut: number;
  /** From this turn on the model gets this instead of the turns before it. They stay stored and shown. */
  summary?: TurnSummary;
};

/** What stands for earlier turns in requests. */
export type TurnSummary = {
  text: string;
  /** How many turns it stands for: all before this one. */
  turns: number;
  /** `full`: the context was filling up; `refused`: the provider rejected the request for its length. */
  why: "full" | "refused";
};

/** What a reader of a document looks for; `own`: what the user says. */
export const READER_TASKS = ["facts", "continuity", "style", "law", "own"] as const;
export type ReaderTask = (typeof READER_TASKS)[number];

/** One of several readers of a document. `words` are the user's own, for the task `own`. */
export type Reader = { recipient: Recipient; task: ReaderTask; words: string };

export type Conversation = {
  id: ConversationId;
  /** Absolute; null if no folder was open when it was started. */
  folder: string | null;
  title: string;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
  turns: Turn[];
  /** The sum of all turns; null if a part is unknown. */
  usage: Usage;
  /** Tokens of the last request and its answer, and the maximum; null if unknown. */
  context: { used: number | null; limit: number | null };
  /** The agent's session of this conversation while it is connected; absent for models. Not stored. */
  agent?: AgentSessionState | null;
  /** The conversation that this one is a branch of; absent if it is none. */
  branchOf?: ConversationId;
  /** Who answers in it, whatever is chosen for other conversations; absent if the model or agent that is in use does. */
  recipient?: Recipient;
  /** Absent if only this conversation was asked, or all others were deleted. */
  comparison?: Comparison | undefined;
  /** If true, models and agents may read and comment but not edit; if absent, they may edit what the user approves. */
  isReadOnly?: boolean;
  /** What this reader of a document looks for; absent if it is not one. */
  task?: ReaderTask;
  /** Questions that wait for the end of an answer, in order; absent if there are none. */
  queue?: QueuedQuestion[];
  /** The number of the last change that is included. */
  seq: number;
};

/** What the user can see and set of a session with an agent. All names are the agent's own, on one line and safe to show. */
export type AgentSessionState = {
  /** The agent's id. */
  agent: string;
  name: string;
  version: string | null;
  modes: { current: string; all: AgentChoice[] } | null;
  options: AgentOption[];
  /** Slash commands, which are sent as text. */
  commands: { name: string; description: string }[];
};

/** A session that an agent knows from elsewhere, such as a terminal; `title` is one line that is safe to show. */
export type AgentPastSession = {
  id: string;
  title: string;
  /** ISO 8601; null if the agent does not say. */
  updatedAt: string | null;
};

export type AgentChoice = { id: string; name: string; description: string };

/** Such as its model. */
export type AgentOption = { id: string; name: string; current: string; choices: AgentChoice[] };

/** A conversation in a list. */
export type ConversationEntry = {
  id: ConversationId;
  folder: string | null;
  title: string;
  updatedAt: string;
  turns: number;
  /** `asking`: it waits for an approval. */
  state: "idle" | "running" | "asking";
  /** As in the conversation. */
  recipient?: Recipient | undefined;
  comparison?: Comparison | undefined;
  /** The line that contains the searched text, if there was a search. */
  found: string | null;
};

/** A real path with every invisible or bidirectional character written as `\u{…}`. */
export type RealTarget = {
  path: string;
  name: string;
  /** Reasons for caution, as sentences: unusual characters, or a link that leads elsewhere. */
  warnings: string[];
};

/** What a call would write, computed from the current text without writing. */
export type PlannedWrite = {
  target: RealTarget;
  kind: WriteKind;
  /** Unified diff, at most 100 000 characters. */
  diff: string;
  isCut: boolean;
  added: number;
  removed: number;
};

/** What a write does to a file. A move deletes one and creates another. */
export type WriteKind = "edit" | "create" | "delete";

/** What an approval covers: a kind of write, changing the work on a book, sending a file with secrets to the model, or calling a tool of a server. */
export type ApprovalKind = WriteKind | "work" | "secrets" | "tool";

/**
 * The scope of an approval. `once` covers only this call; the others cover everything of this kind that the same agent
 * does at that location, with any tool. For work on a book, `document` means the book; for a tool of a server, that tool.
 */
export type ApprovalScope = "once" | "document, conversation" | "document" | "folder";

/** A call that waits for the user's approval. */
export type Approval = {
  id: string;
  /** The name of the agent. */
  agent: string;
  /** All that the call needs. Several, as for a move, can only be allowed once. */
  kinds: ApprovalKind[];
  call: string;
  tool: string;
  title: string;
  /** For work on a book: the book, with a diff of the submitted translations. */
  writes: PlannedWrite[];
  /** Files that would be read. */
  reads: RealTarget[];
  /** Sentences about effects that a diff does not show. */
  about: string[];
  /**
   * Why it must be approved each time: programs execute or obey files at this location. Null if a wider scope is
   * possible.
   */
  sensitive: string | null;
  /** Further information, for instance that a document has changed since the last time; null if there is none. */
  notice: string | null;
  /** In the order of their keys. */
  scopes: ApprovalScope[];
  /** The answers that an agent offers for a permission of its own, in the order of their keys; absent if `scopes` are the answers. */
  options?: ApprovalOption[];
  /** The files that an agent would take instructions from by itself, of which the user has not agreed to. Absent for other approvals. */
  instructions?: AgentInstructions;
  /** The names of the folders that the scope `folder` means. */
  folders: string[];
  /** ISO 8601. Buttons should be disabled during the first half second. */
  at: string;
};

/** An agent's own answer; `name` is one line that is safe to show. */
export type ApprovalOption = { id: string; name: string; kind: "allow" | "allow always" | "refuse" | "refuse always" };

export type ApprovalAnswer = {
  conversation: ConversationId;
  approval: string;
  /** `option`: one of the agent's own, if it offers any. */
  decision:
    | { allow: true; scope: ApprovalScope; option?: string | undefined }
    | { allow: false; note: string; option?: string | undefined };
};

/** A lasting approval for an agent of this name; `conversation` is null if it applies to all. */
export type ApprovalGrant = {
  id: string;
  kind: ApprovalKind;
  /** Null: any agent, in grants of earlier versions. */
  agent: string | null;
  place: { kind: "document" | "folder"; path: string };
  conversation: { id: ConversationId; title: string } | null;
  /** ISO 8601. */
  at: string;
};

/** A tool for which the renderer generates a form. `inputSchema` is JSON Schema. */
export type ToolForm = {
  name: string;
  title: string;
  description: string;
  changes: "nothing" | "documents" | "work";
  inputSchema: Record<string, unknown>;
};

/** A change of a conversation. */
export type ConversationChange =
  /** Adds or replaces a turn. */
  | { kind: "turn"; turn: Turn }
  | { kind: "state"; turn: string; state: TurnState; usage: Usage }
  /** Adds or replaces the part at `index`. */
  | { kind: "part"; turn: string; index: number; part: Part }
  /** Appends to the text or thinking at `index`. */
  | { kind: "more"; turn: string; index: number; text: string }
  | ({ kind: "head" } & Pick<
      Conversation,
      "title" | "updatedAt" | "usage" | "context" | "recipient" | "comparison" | "isReadOnly"
    >)
  | { kind: "agent"; agent: AgentSessionState | null }
  | { kind: "queue"; queue: QueuedQuestion[] };

/** Whether a turn's state is final. */
export const isEnded = ({ status }: TurnState): boolean =>
  !["asking", "compacting", "streaming", "retrying", "approving", "running"].includes(status);

/** Applies a change. A change to an unknown turn or part has no effect. */
export function withChange(conversation: Conversation, seq: number, change: ConversationChange): Conversation {
  const next = { ...conversation, seq };
  if (change.kind === "head") {
    const { kind: _, ...head } = change;
    return { ...next, ...head };
  }
  if (change.kind === "agent") return { ...next, agent: change.agent };
  if (change.kind === "queue") return { ...next, queue: change.queue };
  if (change.kind === "turn") {
    const at = next.turns.findIndex(({ id }) => id === change.turn.id);
    return { ...next, turns: at < 0 ? [...next.turns, change.turn] : next.turns.with(at, change.turn) };
  }
  // Searched from the end, because it is nearly always the last one.
  const at = next.turns.findLastIndex(({ id }) => id === change.turn);
  const turn = next.turns[at];
  if (turn === undefined) return next;
  return { ...next, turns: next.turns.with(at, withTurnChange(turn, change)) };
}

function withTurnChange(turn: Turn, change: Extract<ConversationChange, { kind: "state" | "part" | "more" }>): Turn {
  if (change.kind === "state") return { ...turn, state: change.state, usage: change.usage };
  const { index } = change;
  if (change.kind === "part") {
    if (index > turn.parts.length) return turn;
    return { ...turn, parts: [...turn.parts.slice(0, index), change.part, ...turn.parts.slice(index + 1)] };
  }
  const part = turn.parts[index];
  if (part?.kind !== "text" && part?.kind !== "thinking") return turn;
  return { ...turn, parts: turn.parts.with(index, { ...part, text: part.text + change.text }) };
}
