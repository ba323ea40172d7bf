import type { TransactionSpec } from "@codemirror/state";
import { Text } from "@codemirror/state";
import { atom } from "nanostores";
import type { Bridge, OpenDocument, Reading, SaveResult } from "../../shared/contract";
import { type Spot, spanOf } from "../editor/position";
import type { PageReview } from "../editor/review/review-host";
import type { DocumentStatus } from "../ui/document-status";
import type { CopyMaker } from "../workbench/shell";
import { RoomCopy, roomOf } from "../workbench/tabs/custom-editor-tab";
import type { TextCopy } from "../workbench/tabs/tabs";

/** A document without an editor view, and what only tests do to it. */
export type MemoryCopy = TextCopy & {
  type(text: string): void;
  /** Sets the number of open conflicts. */
  conflict(count: number): void;
  isMounted(): boolean;
  focused(): number;
};

/** Documents for tests of stores: a text that is saved as a whole through the bridge. */
export function memoryCopies(): CopyMaker & { of(doc: string): MemoryCopy } {
  const copies = new Map<string, MemoryCopy>();
  return {
    of(doc) {
      const copy = copies.get(doc);
      if (!copy) throw new RangeError(`no document ${doc}`);
      return copy;
    },
    make(open, bridge) {
      const room = roomOf(open);
      if (room) return new RoomCopy(room, open, bridge);
      const copy = memoryCopy(open, bridge);
      copies.set(open.doc, copy);
      return copy;
    },
    listen(bridge, isOpen) {
      for (const name of ["document:changed", "document:gone", "document:moved"] as const) {
        bridge.listen(name, (event) => {
          if (isOpen(event.doc)) copies.get(event.doc)?.heard(name, event);
        });
      }
    },
  };
}

function memoryCopy(open: OpenDocument, bridge: Bridge): MemoryCopy {
  let text = open.text;
  let saved = open.text;
  let version = open.version;
  let seq = 0;
  let view = { cursor: 0, scrollTop: 0, folds: [] as [number, number][] };
  let parent: HTMLElement | null = null;
  let focused = 0;
  let isGone = open.gone;
  const $about = atom({
    name: open.name,
    path: open.path,
    format: open.format,
    encoding: open.encoding,
    lineEnding: open.lineEnding,
    readOnly: open.readOnly,
    warnings: open.warnings,
  });
  const $status = atom<{ status: DocumentStatus; words: string }>({ status: "saved", words: "Saved" });
  const $counts = atom({ words: 0, characters: text.length, line: 1, column: 1, selected: 0 });
  const $conflicts = atom(0);
  const $lastWriter: TextCopy["$lastWriter"] & { set(value: ReturnType<TextCopy["$lastWriter"]["get"]>): void } =
    atom(null);

  const tell = (failed: string | null = null) => {
    $counts.set({ ...$counts.get(), characters: text.length });
    const status: DocumentStatus =
      $conflicts.get() > 0 ? "conflict" : isGone ? "gone" : failed ? "failed" : text === saved ? "saved" : "unsaved";
    $status.set({ status, words: failed ?? status });
  };
  tell();

  const typed = () => {
    seq += 1;
    return { doc: open.doc, base: version, seq, changes: [{ from: 0, to: saved.length, insert: text }] };
  };

  const save = async (why: "auto" | "by hand" | "recreate"): Promise<SaveResult | null> => {
    if ($about.get().path === null || $conflicts.get() > 0) return null;
    if (why === "auto" && text === saved) return null;
    const sent = text;
    const result = await bridge.request("document:save", { ...typed(), why });
    if (result.status === "saved") {
      saved = sent;
      version = result.version;
      isGone = false;
      tell();
    } else if (result.status === "gone") {
      isGone = true;
      tell();
    } else if (result.status === "refused") tell(result.error.message);
    return result;
  };

  return {
    doc: open.doc,
    kind: "text" as const,
    $about,
    $status,
    $giant: atom(0),
    $counts,
    $conflicts,
    $lastWriter,
    $readings: atom<readonly Reading[]>([]),
    $review: atom<PageReview | null>(null),
    $waits: atom(0),
    text: () => text,
    content: () => Text.of(text.split("\n")),
    mount: (place: HTMLElement) => {
      parent = place;
    },
    unmount: () => {
      parent = null;
    },
    focus: () => {
      focused += 1;
    },
    run: () => {},
    whole: async () => true,
    isDirty: () => text !== saved,
    keepHunks: () => {},
    flush: async () => {
      await save("auto");
    },
    save,
    saveAs: async () => {
      const answer = await bridge.request("document:save-as", typed());
      if (!answer.ok || !answer.document) return false;
      saved = text;
      version = answer.document.version;
      isGone = false;
      $about.set({ ...$about.get(), path: answer.document.path, name: answer.document.name });
      tell();
      return true;
    },
    view: () => view,
    selectedSpan: () => ({ from: 0, to: 0 }),
    topPlace: () => null,
    showPlace: () => {},
    restore: (next: typeof view) => {
      view = next;
    },
    selected: () => "",
    reveal: (spot: Spot) => {
      const { to } = spanOf(Text.of(text.split("\n")), spot);
      view = { ...view, cursor: to };
    },
    follow: (position: number) => ({ position: () => position, stop: () => {} }),
    beside: () => memoryCopy({ ...open, text }, bridge),
    detach: () => {},
    close: async (discard: boolean) => (await bridge.request("document:close", { doc: open.doc, discard })).ok,
    giveAway: async () => {
      await save("auto");
      const handed = text === saved ? null : typed();
      return bridge.request("window:move-tab", { doc: open.doc, view, typed: handed });
    },
    edit: ({ changes }: TransactionSpec) => {
      if (!changes || !("insert" in changes)) throw new RangeError("only insertions into an empty text are supported");
      text = String(changes.insert);
      tell();
    },
    type: (more: string) => {
      text += more;
      view = { ...view, cursor: text.length };
      tell();
    },
    conflict: (count: number) => {
      $conflicts.set(count);
      tell();
    },
    isMounted: () => parent !== null,
    focused: () => focused,
    heard: (name: string, event: object) => {
      if (name === "document:gone") isGone = true;
      if (name === "document:moved" && "path" in event && "name" in event) {
        $about.set({ ...$about.get(), path: String(event.path), name: String(event.name) });
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
      tell();
    },
  };
}
