import type { AssistantEvents } from "../../../../shared/assistant-requests";
import {
  type Conversation,
  type ConversationChange,
  type QueuedQuestion,
  type Turn,
  type TurnSummary,
  withChange,
} from "../../../../shared/conversation";
import type { StepRecord, ToolAnswer, TurnRecord } from "./conversation-record";
import type { ConversationStore, StoredConversation } from "./conversation-store";

const notifyAfterMs = 30;
const keepAfterMs = 500;
/** Most texts of documents in front that are kept for comparison. */
const maxSeen = 6;

/** What a live conversation needs from its owner. */
export type LiveConversationDeps = {
  store: ConversationStore;
  notify(event: AssistantEvents["assistant:changed"]): void;
  reportError(error: unknown): void;
};

/**
 * A conversation in memory. Every change is numbered, sent to the renderer and stored. Streamed text is sent every
 * `notifyAfterMs` and stored every `keepAfterMs`; other changes immediately, and after the text before them.
 */
export class LiveConversation {
  now: Conversation;
  readonly token: string;
  /** Stops the running turn; null if none is running. */
  running: { stop: AbortController; ended: Promise<void> } | null = null;
  readonly #deps: LiveConversationDeps;
  #records: Map<string, Omit<TurnRecord, "turn">>;
  #isNamed: boolean;
  #text: { turn: string; index: number; text: string } | null = null;
  #telling: NodeJS.Timeout | null = null;
  /** Text that was sent and is not stored yet. */
  #keeping: { timer: NodeJS.Timeout; turn: string; index: number } | null = null;
  #keptInMs = 0;
  #isGone = false;

  constructor({ conversation, isNamed, token, records }: StoredConversation, deps: LiveConversationDeps) {
    this.now = conversation;
    this.token = token;
    this.#isNamed = isNamed;
    this.#deps = deps;
    this.#records = new Map(records.map(({ turn, ...rest }) => [turn.id, rest]));
  }

  /** Everything that was sent to and received from the model, by turn. */
  records(): TurnRecord[] {
    return this.now.turns.map((turn) => ({ turn, ...(this.#records.get(turn.id) ?? nothing) }));
  }

  /** Texts of documents in front that the model was shown, by version; kept only while the conversation is in memory. */
  readonly #seen = new Map<string, string>();

  rememberText(version: string, text: string): void {
    this.#seen.delete(version);
    this.#seen.set(version, text);
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= maxSeen) return;
      this.#seen.delete(oldest);
    }
  }

  seenText(version: string): string | undefined {
    return this.#seen.get(version);
  }

  /** From this turn on, the model gets a summary instead of the turns before; `context` are its attachments for that. */
  compact(turn: string, summary: TurnSummary, context: TurnRecord["context"]): void {
    const record = { ...(this.#records.get(turn) ?? nothing), context };
    this.#records.set(turn, record);
    this.#keep(() => this.#deps.store.saveContext(turn, { context, undone: record.undone }));
    this.change({ kind: "turn", turn: { ...this.turn(turn), summary } });
  }

  get queue(): readonly QueuedQuestion[] {
    return this.now.queue ?? [];
  }

  setQueue(queue: QueuedQuestion[]): void {
    this.change({ kind: "queue", queue });
  }

  turn(id: string): Turn {
    const turn = this.now.turns.findLast((each) => each.id === id);
    if (turn === undefined) throw new RangeError(`there is no turn ${id}`);
    return turn;
  }

  begin(turn: Turn, { context, undone }: Pick<TurnRecord, "context" | "undone">): void {
    this.#records.set(turn.id, { context, undone, steps: [] });
    this.#keep(() => this.#deps.store.saveContext(turn.id, { context, undone }));
    this.change({ kind: "turn", turn });
  }

  change(change: ConversationChange): void {
    this.flush();
    // Stored in order: pending text first.
    this.#keepText();
    this.#apply(change);
    // The state of an agent's session lives as long as its process.
    if (change.kind === "agent") return;
    if (change.kind === "queue") this.#keep(() => this.#deps.store.saveQueue(this.now.id, change.queue));
    else if (change.kind === "head") this.#keepHead();
    else if (change.kind === "part" || change.kind === "more") this.#keepPart(change.turn, change.index);
    else {
      const turn = change.kind === "turn" ? change.turn : this.turn(change.turn);
      this.#keepTurn(turn.id);
      if (change.kind === "turn") for (const index of turn.parts.keys()) this.#keepPart(turn.id, index);
    }
  }

  /** Appends to a text part; sent and stored shortly after. */
  more(turn: string, index: number, text: string): void {
    if (this.#text && (this.#text.turn !== turn || this.#text.index !== index)) this.flush();
    if (this.#keeping && (this.#keeping.turn !== turn || this.#keeping.index !== index)) this.#keepText();
    this.#text = { turn, index, text: (this.#text?.text ?? "") + text };
    this.#telling ??= setTimeout(() => this.flush(), notifyAfterMs);
  }

  /** Sends pending text. */
  flush(): void {
    if (this.#telling) clearTimeout(this.#telling);
    this.#telling = null;
    const waiting = this.#text;
    this.#text = null;
    if (waiting === null) return;
    this.#apply({ kind: "more", ...waiting });
    this.#keeping ??= {
      // A text of several megabytes is stored less often.
      timer: setTimeout(() => this.#keepText(), Math.max(keepAfterMs, this.#keptInMs * 20)),
      turn: waiting.turn,
      index: waiting.index,
    };
  }

  #keepText(): void {
    if (this.#keeping === null) return;
    clearTimeout(this.#keeping.timer);
    const { turn, index } = this.#keeping;
    this.#keeping = null;
    const started = performance.now();
    this.#keepPart(turn, index);
    this.#keptInMs = performance.now() - started;
  }

  step(turn: string, position: number, step: StepRecord): void {
    const record = this.#records.get(turn) ?? nothing;
    this.#records.set(turn, { ...record, steps: record.steps.toSpliced(position, 1, step) });
    this.#keep(() => this.#deps.store.saveStep(turn, position, step));
    for (const answer of step.answers) this.#keep(() => this.#deps.store.saveAnswer(turn, position, answer));
  }

  answer(turn: string, position: number, answer: ToolAnswer): void {
    this.#records.get(turn)?.steps[position]?.answers.push(answer);
    this.#keep(() => this.#deps.store.saveAnswer(turn, position, answer));
  }

  /** Sets the user's title, or the first words of the first question unless the user has set one. */
  rename(title: string, by: "person" | "words"): void {
    if (by === "words" && this.#isNamed) return;
    this.#isNamed ||= by === "person";
    this.head({ title });
  }

  head(
    some: Partial<Pick<Conversation, "title" | "usage" | "context" | "recipient" | "comparison" | "isReadOnly">>,
  ): void {
    const { title, usage, context } = this.now;
    this.change({ kind: "head", title, usage, context, ...some, updatedAt: new Date().toISOString() });
  }

  /** The conversation was deleted: nothing more is stored. */
  forget(): void {
    this.#isGone = true;
    this.close();
  }

  close(): void {
    this.flush();
    this.#keepText();
  }

  #apply(change: ConversationChange): void {
    const seq = this.now.seq + 1;
    this.now = withChange(this.now, seq, change);
    if (!this.#isGone) this.#deps.notify({ conversation: this.now.id, seq, change });
  }

  #keepTurn(id: string): void {
    const position = this.now.turns.findLastIndex((turn) => turn.id === id);
    const turn = this.now.turns[position];
    if (turn) this.#keep(() => this.#deps.store.saveTurn(this.now.id, position, turn));
  }

  #keepPart(id: string, index: number): void {
    const part = this.turn(id).parts[index];
    if (part) this.#keep(() => this.#deps.store.savePart(id, index, part));
  }

  #keepHead(): void {
    this.#keep(() => this.#deps.store.saveHead({ conversation: this.now, isNamed: this.#isNamed, token: this.token }));
  }

  /** A full disk must not abort an answer that is arriving. */
  #keep(write: () => void): void {
    if (this.#isGone) return;
    try {
      write();
    } catch (error) {
      this.#deps.reportError(error);
    }
  }
}

const nothing: Omit<TurnRecord, "turn"> = { context: [], undone: [], steps: [] };
