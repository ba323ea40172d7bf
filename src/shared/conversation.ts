/**
 * What the assistant's side panel and main tell each other: types, and the one function that both keep a conversation by.
 * A conversation belongs to a folder and is shown in any window; what the page holds of it is a copy, brought up to date
 * by numbered changes. A page that comes late, or misses a number, asks for the whole with `assistant:open`.
 */

import type { DocumentId, Notice } from "./contract";
import type { EntryName } from "./library";

/** Issued by main, the same for as long as the conversation is kept. */
export type ConversationId = string;

/** What goes along with a question, as the person chose it. Main looks it up when the question is sent. */
export type ContextChip =
  /** A document of this page, with what is typed in it. */
  | { kind: "document"; doc: DocumentId }
  /** A span of a document of this page, kept from when it was selected: UTF-16 units of the text that the page shows. */
  | { kind: "selection"; doc: DocumentId; text: string; lineFrom: number; lineTo: number }
  /** A file of the conversation's folder, by its path in it or absolute. */
  | { kind: "file"; path: string }
  /** A section, by any address that `doc_read` takes. */
  | { kind: "section"; path: string; address: string }
  /** A paragraph, by its id. */
  | { kind: "paragraph"; path: string; id: string }
  /** An entry of the content library. */
  | { kind: "entry"; entry: EntryName };

/** A paragraph as a mention offers it: its id, what it is (`heading`, `list_item`, `cell` …), and its first words in one line. */
export type ParagraphEntry = { id: string; kind: string; opening: string };

/** What is being written in a conversation and not sent yet, as it outlives the page: without what only this page knows. */
export type KeptDraft = { text: string; chips: ContextChip[] };

/** What a chip came to. `tokens` is estimated; `isCut` where only its beginning goes along. */
export type ChipSize = {
  /** Safe to show in one line: the document's name, and what of it. */
  label: string;
  tokens: number;
  isCut: boolean;
  /** Why nothing of it can go along. */
  problem: Notice | null;
};

/** A chip as it went along. */
export type SentChip = { chip: ContextChip; label: string; tokens: number; isCut: boolean };

/** Tokens as the provider counted them, and what they cost; null where nobody said. */
export type Usage = { input: number | null; output: number | null; cost: number | null };

/** A place that a call is about: the absolute path, and what of it in words. */
export type CallPlace = { path: string; name: string; line: number | null; address: string | null };

/**
 * `arriving`: its message is still on its way, and nothing of it runs. `not run`: its message never became whole, or a limit
 * was reached. `unknown`: Galley ended while it ran; history says whether it wrote.
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

/** A version that a call wrote; its hunks in a review are `id.0`, `id.1` …, of the write that has this `id`. */
export type CallWrite = { id: string; realPath: string; from: string | null; to: string };

/** A tool call as a card shows it. The whole of its arguments and result come with `assistant:call`. */
export type CallCard = {
  kind: "call";
  id: string;
  tool: string;
  /** The tool's own title; its name where there is no such tool. */
  title: string;
  state: CallState;
  /** The beginning of the arguments as JSON, at most 2000 characters. */
  arguments: string;
  /** For the person, as the tool told it; null before. */
  summary: string | null;
  place: CallPlace | null;
  writes: CallWrite[];
};

/** One piece of an answer, in the order in which it came. */
export type Part =
  /** `isWhole` is false while it arrives, and stays so where the answer was cut. */
  { kind: "text"; text: string; isWhole: boolean } | { kind: "thinking"; text: string; isWhole: boolean } | CallCard;

/** Where a turn stands. All but `asking`, `streaming`, `retrying`, `approving` and `running` are ends. */
export type TurnState =
  /** Sent; nothing has come yet. */
  | { status: "asking" }
  | { status: "streaming" }
  /** The provider could not answer; it is asked again at `at`, ISO 8601. */
  | { status: "retrying"; at: string; why: Notice }
  | { status: "approving"; approval: Approval }
  | { status: "running" }
  | { status: "done" }
  /** The answer is complete, but something held it up: the limit on calls, the length of an answer. */
  | { status: "limited"; why: Notice }
  | { status: "stopped" }
  | { status: "failed"; why: Notice }
  /** Galley ended in the middle; nothing is run again by itself. */
  | { status: "interrupted" };

/** A question and what came of it. */
export type Turn = {
  id: string;
  /** ISO 8601. */
  at: string;
  /** The person's words, or a tool that they ran themself. */
  ask: { kind: "words"; text: string; chips: SentChip[] } | { kind: "tool"; tool: string; arguments: string };
  parts: Part[];
  state: TurnState;
  /** What answered, such as `claude-sonnet-4-5`; null for a tool that the person ran. */
  model: string | null;
  usage: Usage;
  /** Hunks of earlier turns that the person undid, and that this turn told the model about. */
  undone: number;
  /** Older results and sent texts that were left out of its requests, since not everything fits the model's context. */
  leftOut: number;
};

export type Conversation = {
  id: ConversationId;
  /** Absolute; null for one that began without an open folder. */
  folder: string | null;
  title: string;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
  turns: Turn[];
  /** All turns together; null where a part of it is unknown. */
  usage: Usage;
  /** Tokens in the last request and its answer, and how many fit; null where unknown. */
  context: { used: number | null; limit: number | null };
  /** Of the last change that is in here. */
  seq: number;
};

/** A conversation in a list. */
export type ConversationEntry = {
  id: ConversationId;
  folder: string | null;
  title: string;
  updatedAt: string;
  turns: number;
  /** `asking`: it waits for the person's answer. */
  state: "idle" | "running" | "asking";
  /** The line that was sought, where one was. */
  found: string | null;
};

/** A path as it really is: links followed, and every character that hides or turns others written out as `\u{…}`. */
export type RealTarget = {
  path: string;
  name: string;
  /** In words: why the person should look twice (odd characters, a link that leads elsewhere). */
  warnings: string[];
};

/** What a call would write, worked out on the text as it is now, without writing. */
export type PlannedWrite = {
  target: RealTarget;
  isNew: boolean;
  /** Unified, at most 100 000 characters. */
  diff: string;
  isCut: boolean;
  added: number;
  removed: number;
};

/** What a yes is about: writing documents, changing the work on a book, or showing a file of secrets to the model. */
export type ApprovalKind = "documents" | "work" | "secrets";

/**
 * How far a yes goes. `once` is this very call; the others hold for everything of this kind in that place, whichever tool it is done
 * with. Of the work on a book `document` means the book.
 */
export type ApprovalScope = "once" | "document, conversation" | "folder, conversation" | "document" | "folder";

/** A call that waits for the user. */
export type Approval = {
  id: string;
  kind: ApprovalKind;
  call: string;
  tool: string;
  title: string;
  /** Of the work on a book the book, with the translations that would be handed in as the difference. */
  writes: PlannedWrite[];
  /** Files that would be read. */
  reads: RealTarget[];
  /** In sentences, what no difference shows. */
  about: string[];
  /** Why this is asked each time, in words: a place that programs obey. Null where a longer yes is possible. */
  sensitive: string | null;
  /** What the user should know besides, such as that a document changed since this was asked before; null for nothing. */
  notice: string | null;
  /** The first one is the usual answer. */
  scopes: ApprovalScope[];
  /** ISO 8601. A button should not work in its first half second. */
  at: string;
};

export type ApprovalAnswer = {
  conversation: ConversationId;
  approval: string;
  decision: { allow: true; scope: ApprovalScope } | { allow: false; note: string };
};

/** A yes that holds on; `conversation` is null where it holds for always. */
export type ApprovalGrant = {
  id: string;
  kind: ApprovalKind;
  place: { kind: "document" | "folder"; path: string };
  conversation: { id: ConversationId; title: string } | null;
  /** ISO 8601. */
  at: string;
};

/** A tool as the page makes a form of it. `inputSchema` is JSON Schema. */
export type ToolForm = {
  name: string;
  title: string;
  description: string;
  changes: "nothing" | "documents" | "work";
  inputSchema: Record<string, unknown>;
};

/** What happened to a conversation. */
export type ConversationChange =
  /** A new turn, or all of one anew. */
  | { kind: "turn"; turn: Turn }
  | { kind: "state"; turn: string; state: TurnState; usage: Usage }
  /** The part at `index`, new or anew. */
  | { kind: "part"; turn: string; index: number; part: Part }
  /** More of the text or thinking at `index`. */
  | { kind: "more"; turn: string; index: number; text: string }
  | { kind: "head"; title: string; updatedAt: string; usage: Usage; context: Conversation["context"] };

/** Whether a turn has come to its end. */
export const isEnded = ({ status }: TurnState): boolean =>
  !["asking", "streaming", "retrying", "approving", "running"].includes(status);

/** The conversation with one change more. A change that names what is not there leaves it as it is. */
export function withChange(conversation: Conversation, seq: number, change: ConversationChange): Conversation {
  const next = { ...conversation, seq };
  if (change.kind === "head") {
    const { title, updatedAt, usage, context } = change;
    return { ...next, title, updatedAt, usage, context };
  }
  if (change.kind === "turn") {
    const at = next.turns.findIndex(({ id }) => id === change.turn.id);
    return { ...next, turns: at < 0 ? [...next.turns, change.turn] : next.turns.with(at, change.turn) };
  }
  // Nearly always the last one.
  const at = next.turns.findLastIndex(({ id }) => id === change.turn);
  const turn = next.turns[at];
  if (turn === undefined) return next;
  return { ...next, turns: next.turns.with(at, withTurnChange(turn, change)) };
}

function withTurnChange(turn: Turn, change: Exclude<ConversationChange, { kind: "head" } | { kind: "turn" }>): Turn {
  if (change.kind === "state") return { ...turn, state: change.state, usage: change.usage };
  const { index } = change;
  if (change.kind === "part") {
    if (index > turn.parts.length) return turn;
    return { ...turn, parts: [...turn.parts.slice(0, index), change.part, ...turn.parts.slice(index + 1)] };
  }
  const part = turn.parts[index];
  if (part === undefined || part.kind === "call") return turn;
  return { ...turn, parts: turn.parts.with(index, { ...part, text: part.text + change.text }) };
}
