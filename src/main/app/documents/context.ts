import type { DocumentId, Notice, Writer } from "../../../shared/contract";
import type { Engine } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import type { Desktop, WindowFace } from "../core/desktop";
import type { Grants } from "../core/grants";
import { told } from "../core/messages";
import type { MendRecords } from "../core/update-records";
import type { Journal } from "./journal";
import type { OfficeDesk } from "./office-service";
import type { WorkingCopy } from "./open-document";
import type { OpeningRecords } from "./opening-records";
import type { Arrivals } from "./progressive-loading";

/** Services that the features of the app share. */
export type AppContext = {
  /** Created on first use, so that the window does not wait for it. */
  engine(): Promise<Engine>;
  desktop: Desktop;
  journal: Journal;
  mends: MendRecords;
  grants: Grants;
  copies: Copies;
  arrivals: Arrivals;
  openings: OpeningRecords;
  /** Reads and writes Office documents. Created when the first one is shown. */
  office(): Promise<OfficeDesk>;
  /** To be called after documents were opened, closed or moved: updates file watching and the agents' view. */
  placesChanged(): void;
  /**
   * Reports an unexpected error: with its stack to the log, in one sentence to the window, or to all windows if it
   * belongs to none.
   */
  surprise(what: string, error: unknown): void;
};

/**
 * The context of one window. `openDocuments.of` and `has` only know this window's documents; `at` and `all` know those
 * of every window.
 */
export type WindowContext = AppContext & { window: WindowFace };

/** The user, as history records them. */
export const you: Writer = { kind: "you", name: "you" };

/** The open documents of all windows. */
export type Copies = {
  /** Throws `not_found` if the document is no longer open. */
  of(doc: DocumentId): WorkingCopy;
  has(doc: DocumentId): boolean;
  at(realPath: string): WorkingCopy | null;
  all(): WorkingCopy[];
  add(copy: WorkingCopy): void;
  remove(copy: WorkingCopy): void;
};

/** `changed` is called after a document was added or removed. */
export function createCopies(changed: () => void): Copies {
  const copies = new Map<DocumentId, WorkingCopy>();
  return {
    of(doc) {
      const copy = copies.get(doc);
      if (!copy) throw new ToolError("not_found", told.notOpen);
      return copy;
    },
    has: (doc) => copies.has(doc),
    at: (realPath) => [...copies.values()].find((copy) => copy.place?.realPath === realPath) ?? null,
    all: () => [...copies.values()],
    add(copy) {
      copies.set(copy.doc, copy);
      changed();
    },
    remove(copy) {
      copy.closed = true;
      copies.delete(copy.doc);
      changed();
    },
  };
}

/** A view of the open documents that resolves ids of one window only. */
export function copiesOf(window: WindowFace, copies: Copies): Copies {
  return {
    ...copies,
    of(doc) {
      const copy = copies.has(doc) ? copies.of(doc) : null;
      if (copy?.window !== window) throw new ToolError("not_found", told.notOpen);
      return copy;
    },
    has: (doc) => copies.has(doc) && copies.of(doc).window === window,
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
  return { code: "failed", message: told.failed(why), hint: told.failedHint };
}
