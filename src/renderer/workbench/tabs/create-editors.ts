import type { Extension } from "@codemirror/state";
import type { ReadableAtom } from "nanostores";
import type { Bridge, DocumentSnapshot, Events, Settings } from "../../../shared/contract";
import type { Keyboard } from "../../../shared/keys";
import { CustomEditorTab, customEditorKind } from "../../editor/custom-editor-tab";
import { DocumentEditor } from "../../editor/document-editor";
import type { DocumentEvent, ReceivedEvent } from "../../editor/document-model";
import { isWithin } from "../../ui/file-paths";
import type { TabEditor } from "../api/tabs";
import { authorshipDocument } from "./book-document";

/** Creates the editors of documents and passes main's events to them. Tests have their own. */
export type EditorFactory = {
  make(
    open: DocumentSnapshot,
    bridge: Bridge,
    context: {
      $settings: ReadableAtom<Settings>;
      $keyboard: ReadableAtom<Keyboard>;
      announce(sentence: string): void;
      saveSettings?: ((changed: Partial<Settings>) => void) | undefined;
      onJump(from: number): void;
      /** Additional extensions of the editor. */
      more?: Extension | undefined;
    },
  ): TabEditor;
  /** Passes the events of a document to its editor while it has a tab. */
  listen(bridge: Bridge, isOpen: (doc: string) => boolean): void;
};

const EVENTS = [
  "document:changed",
  "document:gone",
  "document:moved",
  "document:access",
  "document:readings",
  "document:review",
  "document:hand-over",
] as const satisfies DocumentEvent[];

const MAX_EARLY = 50;

/** Creates the window's editors. `nonce` allows them to add their styles. */
export function createEditors(nonce: string): EditorFactory {
  const editors = new Map<string, DocumentEditor | CustomEditorTab>();
  /** Read ranges and reviews of documents that are not shown yet. */
  const early = new Map<string, Partial<Pick<Events, "document:readings" | "document:review">>>();
  return {
    make(open, bridge, { $settings, $keyboard, announce, saveSettings, onJump, more }) {
      const customEditor = customEditorKind(open);
      if (customEditor) {
        const editor = new CustomEditorTab(customEditor, open, bridge);
        editors.set(open.doc, editor);
        return editor;
      }
      const editor = new DocumentEditor(open, bridge, {
        settings: $settings,
        keyboard: $keyboard,
        announce,
        saveSettings,
        onJump,
        nonce,
        more,
      });
      editors.set(open.doc, editor);
      const earlyEvents = early.get(open.doc);
      early.delete(open.doc);
      for (const name of ["document:readings", "document:review"] as const) {
        const event = earlyEvents?.[name];
        if (event) editor.handleEvent(name, event);
      }
      return editor;
    },
    listen(bridge, isOpen) {
      /** Statements on the authorship of texts that have another path now, also below a folder. */
      const followText = (from: string, to: string): void => {
        for (const editor of editors.values()) {
          const { path } = editor.$info.get();
          if (editor.kind !== "authorship" || path === null || !isOpen(editor.doc) || !isWithin(path, from)) continue;
          const now = authorshipDocument(`${to}${path.slice(from.length)}`, editor.doc);
          if (now.path !== null) editor.handleEvent("document:moved", { doc: now.doc, path: now.path, name: now.name });
        }
      };
      bridge.listen("workspace:moved", ({ from, to }) => followText(from, to));
      for (const name of EVENTS) {
        bridge.listen(name, (event) => {
          const received = { name, event } as ReceivedEvent;
          const editor = editors.get(event.doc);
          if (editor && isOpen(event.doc)) {
            const { path } = editor.$info.get();
            editor.handleEvent(name, event);
            if (received.name === "document:moved" && path !== null) followText(path, received.event.path);
          } else {
            editors.delete(event.doc);
            if (received.name === "document:readings" || received.name === "document:review")
              early.set(event.doc, { ...early.get(event.doc), [name]: event });
            for (const doc of early.keys()) if (early.size > MAX_EARLY) early.delete(doc);
            // A document that is not open here has no unsaved edits: answer at once.
            if (received.name === "document:hand-over")
              void bridge.request("document:handed-over", received.event.requestId);
          }
        });
      }
    },
  };
}
