import type { Extension } from "@codemirror/state";
import { atom } from "nanostores";
import { difference } from "../../core/diff/difference";
import { applyChanges, type Change } from "../../core/text/change";
import type {
  Argument,
  Bridge,
  DocumentChanged,
  DocumentSnapshot,
  Reply,
  RequestName,
  ReviewedWrite,
  SaveResult,
  Settings,
  Writer,
} from "../../shared/contract";
import { keyboard } from "../../shared/keys";
import { defaultSettings } from "../../shared/settings";
import { DocumentEditor } from "../editor/document-editor";

export const claude: Writer = { kind: "agent", name: "Claude Code" };
const settings: Settings = { ...defaultSettings, theme: "light" };

type LoggedRequest = { [K in RequestName]: { name: K; argument: Argument<K> } }[RequestName];

/** For tests: main as one document sees it: a disk, and answers that a test can delay or turn into errors. */
export class FakeMain {
  disk: string;
  readonly requests: LoggedRequest[] = [];
  readonly announcements: string[] = [];
  /** Answers a save instead of the disk. */
  onSave: ((text: string) => SaveResult | Promise<SaveResult>) | null = null;
  savedAs: DocumentSnapshot | null = null;
  /** The write that is pending review after an agent's write; null if none is. */
  reviewedWrite: ReviewedWrite | null = null;
  /** Answers requests for pieces of a document that is loaded progressively. */
  piece: (request: Argument<"document:piece">) => Promise<Reply<"document:piece">> = async () => {
    throw new Error("the document has no further pieces");
  };
  #texts = new Map<string, string>();
  editor: DocumentEditor;

  /** `more` are additional editor extensions. */
  constructor(text: string, open: Partial<DocumentSnapshot> = {}, more: Extension = []) {
    this.disk = text;
    this.#texts.set(this.version, text);
    this.editor = new DocumentEditor({ ...this.document(), ...open }, this.bridge, {
      settings: atom(settings),
      keyboard: atom(keyboard({}, "linux")),
      announce: (sentence) => this.announcements.push(sentence),
      onJump: () => {},
      nonce: "",
      more,
    });
  }

  get version(): string {
    return `v:${this.disk}`;
  }

  document(): DocumentSnapshot {
    return {
      doc: "d1",
      path: "/home/anna/letter.md",
      name: "letter.md",
      text: this.disk,
      version: this.version,
      unsaved: null,
      format: "markdown",
      encoding: "UTF-8",
      lineEnding: "LF",
      readOnly: null,
      gone: false,
      warnings: [],
    };
  }

  get bridge(): Bridge {
    return {
      request: async <K extends RequestName>(name: K, argument: Argument<K>) => {
        const request = { name, argument } as LoggedRequest;
        // Requests that keep undo steps are not recorded: they do not concern the text.
        if (name === "document:undo-steps" || name === "document:keep-undo") return null as Reply<K>;
        this.requests.push(request);
        return (await this.#answer(request)) as Reply<K>;
      },
      listen: () => () => {},
      pathOf: () => "",
    };
  }

  names(): string[] {
    return this.requests.map(({ name }) => name);
  }

  /** The user types. */
  type(from: number, insert: string, to = from): void {
    this.editor.edit({ changes: { from, to, insert }, userEvent: "input.type" });
  }

  /** Somebody else writes; `delivery`: whether the window is notified. */
  write(old: string, now: string, delivery: "notified" | "unnotified" = "notified", by = claude): void {
    const from = this.disk.indexOf(old);
    this.splice({ from, to: from + old.length, insert: now }, delivery, by);
  }

  /** The same, by positions. */
  splice(change: Change, delivery: "notified" | "unnotified" = "notified", by = claude): void {
    const before = this.disk;
    this.put(applyChanges(before, [change]));
    if (delivery === "notified") this.editor.handleEvent("document:changed", this.#change(before, [change], by));
  }

  /** `followed`: the review state that a save reports. */
  put(text: string, _followed?: Argument<"document:save">["followed"]): void {
    this.disk = text;
    this.#texts.set(this.version, text);
  }

  async #answer({ name, argument }: LoggedRequest): Promise<unknown> {
    if (name === "document:save") {
      const base = this.#texts.get(argument.base) ?? "";
      const text = applyChanges(base, argument.changes);
      if (this.onSave) return this.onSave(text);
      if (argument.base !== this.version)
        return { status: "stale", change: this.#change(base, difference(base, this.disk), claude) };
      this.put(text, argument.followed);
      return { status: "saved", version: this.version, seq: argument.seq, notes: [] };
    }
    if (name === "document:piece") return this.piece(argument);
    if (name === "document:save-as") return { ok: true, document: this.savedAs };
    if (name === "document:text")
      return { ok: true, text: this.disk, version: this.version, encoding: "UTF-8", lineEnding: "LF" };
    if (name === "document:close") return { ok: true };
    if (name === "review:suggest") return { ok: true, path: "/real/letter.md", by: "maria" };
    return undefined;
  }

  #change(before: string, changes: Change[], by: Writer): DocumentChanged {
    const versions = { from: `v:${before}`, to: this.version };
    const write = by.kind === "agent" ? this.reviewedWrite : null;
    const rest = { realPath: "/real/letter.md", write, includes: null, encoding: "UTF-8", lineEnding: "LF" };
    return { doc: "d1", ...versions, changes, by, ...rest };
  }
}
