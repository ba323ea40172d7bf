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

/** What the rooms of a running app share. */
export type AppContext = {
  /** Made at the first call: the window must not wait for it. */
  engine(): Promise<Engine>;
  desktop: Desktop;
  journal: Journal;
  mends: MendRecords;
  grants: Grants;
  copies: Copies;
  arrivals: Arrivals;
  openings: OpeningRecords;
  /** What reads and writes Office documents; loaded when the first of them is shown. */
  office(): Promise<OfficeDesk>;
  /** Documents were opened, closed or moved: watch other files, and tell agents what is open now. */
  placesChanged(): void;
  /** A surprise: in full to the log, in a sentence to the page, or to each page where it is of no window. */
  surprise(what: string, error: unknown): void;
};

/**
 * The same for one window. A page can name only the documents of its own window: `copies.of` and `has` know no others
 * here, while `at` and `all` see those of every window.
 */
export type WindowContext = AppContext & { window: WindowFace };

/** The person in the canvas, as history names them. */
export const you: Writer = { kind: "you", name: "you" };

/** Every open document, of all windows. */
export type Copies = {
  /** Refuses with `not_found`: the page named a document that is not open any more. */
  of(doc: DocumentId): WorkingCopy;
  has(doc: DocumentId): boolean;
  at(realPath: string): WorkingCopy | null;
  all(): WorkingCopy[];
  add(copy: WorkingCopy): void;
  remove(copy: WorkingCopy): void;
};

/** No documents open. `changed` is called when one was added or removed. */
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

/** What one window may name by id, among the documents of all. */
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

/** A refusal as the page shows it. What is not one of ours has been told to the log, and gets a sentence. */
export function noticeOf(ctx: Pick<AppContext, "desktop">, error: unknown): Notice {
  if (error instanceof ToolError) {
    const { code, message, hint } = error;
    return hint === undefined ? { code, message } : { code, message, hint };
  }
  ctx.desktop.log(error instanceof Error ? (error.stack ?? error.message) : String(error), "error");
  const why = error instanceof Error ? error.message : String(error);
  return { code: "failed", message: told.failed(why), hint: told.failedHint };
}
