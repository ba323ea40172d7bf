import { historyField, redoDepth, undoDepth } from "@codemirror/commands";
import { ChangeSet, EditorState } from "@codemirror/state";
import type { Bridge, DocumentId } from "../../shared/contract";
import { MAX_UNDO_STEPS } from "../../shared/limits";
import { Timers } from "./sync/timers";

/** How long the text rests before its undo steps are stored, in milliseconds. */
const REST = 2000;

type StoredUndoDeps = {
  /** The version of the saved text; null while there are unsaved edits, or no file. */
  version(): string | null;
  /** The state of the editor that has the undo history; null if there is none. */
  state(): EditorState | null;
  adopt(history: unknown): void;
};

type StoredEvent = { changes?: unknown };
type StoredHistory = { done: StoredEvent[]; undone: StoredEvent[] };

/**
 * Stores the undo history of a document in main while its text is saved and rests, so that it survives a restart. It is restored only if the file
 * still has exactly the text that the history leads from, and nothing was edited yet.
 */
export class StoredUndo {
  readonly #bridge: Bridge;
  readonly #doc: DocumentId;
  readonly #deps: StoredUndoDeps;
  readonly #timers = new Timers<"rest">();
  #storedVersion: string | null = null;

  constructor(bridge: Bridge, doc: DocumentId, deps: StoredUndoDeps) {
    this.#bridge = bridge;
    this.#doc = doc;
    this.#deps = deps;
  }

  /** The text was saved. */
  handleSaved(): void {
    this.#timers.set("rest", REST, () => void this.store());
  }

  /** Stores the history now, unless it is stored already. */
  async store(): Promise<void> {
    this.#timers.cancel("rest");
    const version = this.#deps.version();
    const state = this.#deps.state();
    if (version === null || version === this.#storedVersion || !state || undoDepth(state) + redoDepth(state) === 0)
      return;
    this.#storedVersion = version;
    const steps = historyToJson(state.field(historyField));
    if (steps !== null) await this.#bridge.request("document:keep-undo", { doc: this.#doc, version, steps });
  }

  /** Restores the history that was stored for this text, if there is none yet. */
  async restore(): Promise<void> {
    const version = this.#deps.version();
    if (version === null) return;
    const steps = await this.#bridge.request("document:undo-steps", { doc: this.#doc, version });
    const state = this.#deps.state();
    if (!steps || !state || this.#deps.version() !== version || undoDepth(state) + redoDepth(state) > 0) return;
    const history = historyFromJson(steps, state.doc.length);
    if (history !== null) this.#deps.adopt(history);
  }

  stop(): void {
    this.#timers.stop();
  }
}

/** The newest steps of a history as JSON of at most `MAX_UNDO_STEPS` characters; null if not even one fits. */
export function historyToJson(history: unknown, most = MAX_UNDO_STEPS): string | null {
  const holder = EditorState.create({ extensions: historyField.init(() => history) });
  const { done, undone } = (holder.toJSON({ history: historyField }) as { history: StoredHistory }).history;
  for (let kept = done; ; kept = kept.slice(Math.ceil(kept.length / 2))) {
    const json = JSON.stringify({ done: kept, undone });
    if (json.length <= most) return json;
    if (kept.length === 0) return null;
  }
}

/** Reads a stored history for a text of this length; null if it is damaged or does not fit. */
export function historyFromJson(json: string, length: number): unknown {
  try {
    const history = JSON.parse(json) as StoredHistory;
    for (const events of [history.done, history.undone]) {
      const next = events.findLast(({ changes }) => changes);
      if (next && ChangeSet.fromJSON(next.changes).length !== length) return null;
    }
    const empty = { doc: "", selection: { ranges: [{ anchor: 0, head: 0 }], main: 0 }, history };
    return EditorState.fromJSON(empty, {}, { history: historyField }).field(historyField);
  } catch {
    return null;
  }
}
