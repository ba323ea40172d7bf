import type { DocumentId, Notice, Writer } from "../../../shared/contract";
import type { Engine } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import type { Desktop, WindowHandle } from "../core/desktop";
import type { Grants } from "../core/grants";
import type { LinkUpdateRecords } from "../core/link-update-records";
import { t } from "../core/messages";
import type { Journal } from "./journal";
import type { OfficeService } from "./office-service-contract";
import type { OpenDocument } from "./open-document";
import type { OpeningRecords } from "./opening-records";
import type { DocumentLoader } from "./progressive-loading";
import type { UndoSteps } from "./undo-steps";

/** Services that the features of the app share. */
export type AppContext = {
  /** Created on first use, so that the window does not wait for it. */
  engine(): Promise<Engine>;
  desktop: Desktop;
  journal: Journal;
  linkUpdateRecords: LinkUpdateRecords;
  grants: Grants;
  openDocuments: OpenDocuments;
  loader: DocumentLoader;
  openings: OpeningRecords;
  undoSteps: UndoSteps;
  /** Who the user of these windows is, as history records what they write. */
  by: Writer;
  /** Reads and writes Office documents. Created when the first one is shown. */
  office(): Promise<OfficeService>;
  /** To be called when an office program's lock was found beside a document: its next save is a person's. */
  officeLockSeen(realPath: string): void;
  /** To be called after documents were opened, closed or moved: updates file watching and the agents' view. */
  openDocumentsChanged(): void;
  /**
   * Reports an unexpected error: with its stack to the log, in one sentence to the window, or to all windows if it
   * belongs to none.
   */
  reportError(what: string, error: unknown): void;
};

/**
 * The context of one window. `openDocuments.of` and `has` only know this window's documents; `at` and `all` know those
 * of every window.
 */
export type WindowContext = AppContext & { window: WindowHandle };

/** The user of the app, as history records them. */
export const you: Writer = { kind: "you", name: "you" };

/** The open documents of all windows. */
export type OpenDocuments = {
  /** Throws `not_found` if the document is no longer open. */
  of(doc: DocumentId): OpenDocument;
  has(doc: DocumentId): boolean;
  at(realPath: string): OpenDocument | null;
  all(): OpenDocument[];
  add(document: OpenDocument): void;
  remove(document: OpenDocument): void;
};

/** `changed` is called after a document was added or removed. */
export function createOpenDocuments(changed: () => void): OpenDocuments {
  const openDocuments = new Map<DocumentId, OpenDocument>();
  return {
    of(doc) {
      const document = openDocuments.get(doc);
      if (!document) throw new ToolError("not_found", t.notOpen);
      return document;
    },
    has: (doc) => openDocuments.has(doc),
    at: (realPath) => [...openDocuments.values()].find((document) => document.location?.realPath === realPath) ?? null,
    all: () => [...openDocuments.values()],
    add(document) {
      openDocuments.set(document.doc, document);
      changed();
    },
    remove(document) {
      document.closed = true;
      openDocuments.delete(document.doc);
      changed();
    },
  };
}

/** A view of the open documents that resolves ids of one window only. */
export function openDocumentsOf(window: WindowHandle, openDocuments: OpenDocuments): OpenDocuments {
  return {
    ...openDocuments,
    of(doc) {
      const document = openDocuments.has(doc) ? openDocuments.of(doc) : null;
      if (document?.window !== window) throw new ToolError("not_found", t.notOpen);
      return document;
    },
    has: (doc) => openDocuments.has(doc) && openDocuments.of(doc).window === window,
  };
}

/** The message of an expected error; any other error is logged and gets a generic message. */
export function noticeOf(ctx: Pick<AppContext, "desktop">, error: unknown): Notice {
  if (error instanceof ToolError) {
    const { code, message, hint } = error;
    return hint === undefined ? { code, message } : { code, message, hint };
  }
  ctx.desktop.log(error instanceof Error ? (error.stack ?? error.message) : String(error), "error");
  const why = error instanceof Error ? error.message : String(error);
  return { code: "failed", message: t.failed(why), hint: t.failedHint };
}
