import type { TransactionSpec } from "@codemirror/state";
import { EditorState, Text } from "@codemirror/state";
import { atom } from "nanostores";
import type { Bridge, DocumentSnapshot, ReadRange, SaveResult } from "../../shared/contract";
import { CustomEditorTab, customEditorKind } from "../editor/custom-editor-tab";
import type { DocumentReview } from "../editor/review/review-host";
import { rangeOf, type TextLocation } from "../editor/text/position";
import type { DocumentStatus } from "../ui/document-status";
import type { TextDocumentEditor } from "../workbench/api/tabs";
import type { EditorFactory } from "../workbench/tabs/create-editors";

/** A document without an editor view, and what only tests do to it. */
export type MemoryEditor = TextDocumentEditor & {
  type(text: string): void;
  /** Sets the number of open conflicts. */
  conflict(count: number): void;
  isMounted(): boolean;
  focused(): number;
};

/** Documents for tests of stores: a text that is saved as a whole through the bridge. */
export function createMemoryEditors(): EditorFactory & { of(doc: string): MemoryEditor } {
  const editors = new Map<string, MemoryEditor>();
  return {
    of(doc) {
      const editor = editors.get(doc);
      if (!editor) throw new RangeError(`no document ${doc}`);
      return editor;
    },
    make(open, bridge) {
      const customEditor = customEditorKind(open);
      if (customEditor) return new CustomEditorTab(customEditor, open, bridge);
      const editor = createMemoryEditor(open, bridge);
      editors.set(open.doc, editor);
      return editor;
    },
    listen(bridge, isOpen) {
      for (const name of ["document:changed", "document:gone", "document:moved"] as const) {
        bridge.listen(name, (event) => {
          if (isOpen(event.doc)) editors.get(event.doc)?.handleEvent(name, event);
        });
      }
    },
  };
}

const infoOf = ({ name, path, format, encoding, lineEnding, readOnly, warnings }: DocumentSnapshot) => ({
  name,
  path,
  format,
  encoding,
  lineEnding,
  readOnly,
  warnings,
});

/** Nothing is pending, and the mode *Suggesting* is never on. */
const withoutReview = () => ({
  $review: atom<DocumentReview | null>(null),
  $pendingCount: atom(0),
  $suggesting: atom(null),
  suggest: async () => null,
  isInTable: () => false,
});

function createMemoryEditor(open: DocumentSnapshot, bridge: Bridge): MemoryEditor {
  let text = open.text;
  let saved = open.text;
  let version = open.version;
  let seq = 0;
  let viewState = { cursor: 0, scrollTop: 0, folds: [] as [number, number][] };
  let parent: HTMLElement | null = null;
  let focused = 0;
  let isGone = open.gone;
  const $info = atom(infoOf(open));
  const $status = atom<{ status: DocumentStatus; message: string }>({ status: "saved", message: "Saved" });
  const $counts = atom({ words: 0, characters: text.length, line: 1, column: 1, selected: 0 });
  const $conflicts = atom(0);
  const $lastWriter: TextDocumentEditor["$lastWriter"] & {
    set(value: ReturnType<TextDocumentEditor["$lastWriter"]["get"]>): void;
  } = atom(null);

  const updateStatus = (failed: string | null = null) => {
    $counts.set({ ...$counts.get(), characters: text.length });
    const status: DocumentStatus =
      $conflicts.get() > 0 ? "conflict" : isGone ? "gone" : failed ? "failed" : text === saved ? "saved" : "unsaved";
    $status.set({ status, message: failed ?? status });
  };
  updateStatus();

  const typed = () => {
    seq += 1;
    return { doc: open.doc, base: version, seq, changes: [{ from: 0, to: saved.length, insert: text }] };
  };

  const save = async (why: "auto" | "by hand" | "recreate"): Promise<SaveResult | null> => {
    if ($info.get().path === null || $conflicts.get() > 0) return null;
    if (why === "auto" && text === saved) return null;
    const sent = text;
    const result = await bridge.request("document:save", { ...typed(), why });
    if (result.status === "saved") {
      saved = sent;
      version = result.version;
      isGone = false;
      updateStatus();
    } else if (result.status === "gone") {
      isGone = true;
      updateStatus();
    } else if (result.status === "refused") updateStatus(result.error.message);
    return result;
  };

  return {
    doc: open.doc,
    kind: "text" as const,
    $info,
    $status,
    $longestLine: atom(0),
    $counts,
    $conflicts,
    $lastWriter,
    $readRanges: atom<readonly ReadRange[]>([]),
    ...withoutReview(),
    text: () => text,
    content: () => Text.of(text.split("\n")),
    mount: (container: HTMLElement) => {
      parent = container;
    },
    unmount: () => {
      parent = null;
    },
    focus: () => {
      focused += 1;
    },
    run: () => {},
    loadAll: async () => true,
    isDirty: () => text !== saved,
    setPace: () => {},
    hunkWords: () => new Map(),
    keepHunks: () => {},
    flush: async () => void (await save("auto")),
    save,
    saveAs: async () => {
      const answer = await bridge.request("document:save-as", typed());
      if (!answer.ok || !answer.document) return false;
      saved = text;
      version = answer.document.version;
      isGone = false;
      $info.set({ ...$info.get(), path: answer.document.path, name: answer.document.name });
      updateStatus();
      return true;
    },
    viewState: () => viewState,
    selectedRange: () => ({ from: 0, to: 0 }),
    textView: () => ({ line: 1, selection: null }),
    topLine: () => null,
    visibleLines: () => null,
    onViewMoved: () => () => {},
    scrollToLine: () => {},
    restore: (next: typeof viewState) => {
      viewState = next;
    },
    selectedText: () => "",
    reveal: (location: TextLocation) => {
      const { to } = rangeOf(Text.of(text.split("\n")), location);
      viewState = { ...viewState, cursor: to };
    },
    trackPosition: (position: number) => ({ position: () => position, stop: () => {} }),
    duplicate: () => createMemoryEditor({ ...open, text }, bridge),
    detach: () => {},
    close: async (discard: boolean) => (await bridge.request("document:close", { doc: open.doc, discard })).ok,
    transfer: async () => {
      await save("auto");
      const handed = text === saved ? null : typed();
      return bridge.request("window:move-tab", { doc: open.doc, view: viewState, typed: handed });
    },
    state: () => EditorState.create({ doc: text }),
    edit: ({ changes }: TransactionSpec) => {
      if (!changes || !("insert" in changes)) throw new RangeError("only insertions into an empty text are supported");
      text = String(changes.insert);
      updateStatus();
    },
    type: (more: string) => {
      text += more;
      viewState = { ...viewState, cursor: text.length };
      updateStatus();
    },
    conflict: (count: number) => {
      $conflicts.set(count);
      updateStatus();
    },
    isMounted: () => parent !== null,
    focused: () => focused,
    handleEvent: (name: string, event: object) => {
      if (name === "document:gone") isGone = true;
      if (name === "document:moved" && "path" in event && "name" in event) {
        $info.set({ ...$info.get(), path: String(event.path), name: String(event.name) });
      }
      if ("by" in event && "changes" in event && "to" in event) {
        const { by, changes, to } = event as {
          by: { kind: "agent"; name: string };
          changes: { insert: string }[];
          to: string;
        };
        text = changes[0]?.insert ?? text;
        saved = text;
        version = to;
        isGone = false;
        $lastWriter.set({ by, at: 0 });
      }
      updateStatus();
    },
  };
}
