/** What crosses the border about the state of Galley itself: the page of diagnostics. */
import type { HttpDoor } from "./agents";
import type { Outcome } from "./contract";

/** Folders and files of Galley's own that the page shows and can lead to. */
export type DiagnosticPlace = "data" | "settings" | "logs" | "program";

/** Databases and files that hold what a person would miss. */
export type StoreName = "history" | "review" | "paragraphs" | "library" | "conversations" | "books";

/** One database. `rows` counts what it is for: versions, conversations, entries …; null where it could not be asked. */
export type StoreState = {
  name: StoreName;
  /** `absent`: nothing was ever kept in it. */
  state: "sound" | "absent" | "damaged" | "unread";
  rows: number | null;
  bytes: number;
};

/** A measure that keeps strangers out. `system`: it is the system that decides, as on macOS for its key store. */
export type SecurityMeasure = {
  name:
    | "sandbox"
    | "isolation"
    | "policy"
    | "network"
    | "keyStore"
    | "runAsNode"
    | "nodeOptions"
    | "inspect"
    | "cookies"
    | "archiveOnly"
    | "archiveIntegrity"
    | "fileProtocol";
  /** Whether it protects: a fuse that is off because off is safe counts as `on`. `checkout`: only packages have it. */
  state: "on" | "off" | "checkout" | "unknown";
};

/** What the last run of the fault harness on this version came to. */
export type FaultFigures = {
  /** The day, ISO 8601. */
  date: string;
  /** Kinds of faults. */
  faults: number;
  runs: number;
  torn: number;
  lost: number;
  falseAnswers: number;
  worstMs: number;
};

/** What the last run of the attacks on this version came to. */
export type AttackFigures = {
  /** The day, ISO 8601. */
  date: string;
  /** Kinds of attacks, with the items of Electron's checklist. */
  attacks: number;
  attempts: number;
  /** Tests in which something got through. */
  through: number;
};

/** How often main was held for longer than 50 ms since the start, and the worst time: `during` are tools and requests. */
export type MainPauses = { count: number; worst: { ms: number; during: string[] } | null };

/** The state of Galley itself. Nothing in it comes from a document. */
export type Diagnostics = {
  version: string;
  /** Such as `Electron 45.4.1`, `Linux 6.1.0 x64`. */
  parts: string[];
  /** Absolute paths. */
  places: { place: DiagnosticPlace; path: string }[];
  /** Documents whose last words are on the disk and not in their files yet. */
  journal: { documents: number; bytes: number };
  stores: StoreState[];
  /** ISO 8601, of the last time that every page of every database was read; null before the first. */
  checkedAt: string | null;
  /** Files that were damaged and set aside: names in the data folder. */
  setAside: { name: string; bytes: number }[];
  http: HttpDoor["status"];
  security: SecurityMeasure[];
  faults: FaultFigures | null;
  attacks: AttackFigures | null;
  logs: { files: number; bytes: number };
  pauses: MainPauses;
};

export type DiagnosticsRequests = {
  "diagnostics:read": () => Outcome<{ diagnostics: Diagnostics }>;
  /** Reads every page of every database first; a damaged one is only told, never changed. */
  "diagnostics:check": () => Outcome<{ diagnostics: Diagnostics }>;
  /** Shows a folder of Galley's own in the system's file manager. */
  "diagnostics:show": (place: DiagnosticPlace) => Outcome<object>;
  /** Opens the log in the system's program for it. */
  "diagnostics:open-log": () => Outcome<object>;
  /** Puts all of it into the clipboard as text, with the home folder written as `~`. */
  "diagnostics:copy": () => Outcome<object>;
};
