/** IPC types for the diagnostics view. */
import type { HttpServerState } from "./agents";
import type { Outcome } from "./contract";

/** Galley's own folders and files that the view can open. */
export type DiagnosticLocation = "data" | "settings" | "logs" | "program";

/** Databases with data of the user. */
export type StoreName = "history" | "review" | "paragraphs" | "library" | "conversations" | "books";

/**
 * The state of a database. `rows` counts its main records, such as versions or conversations; null if it could not be
 * read.
 */
export type StoreState = {
  name: StoreName;
  /** `absent`: nothing was ever stored in it. */
  state: "sound" | "absent" | "damaged" | "unread";
  rows: number | null;
  bytes: number;
};

/** A security measure. `system`: the system decides, as macOS does for its key store. */
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
  /** Whether the measure is effective; a fuse that is safe when off counts as `on`. `checkout`: only in packaged builds. */
  state: "on" | "off" | "checkout" | "unknown";
};

/** Results of the last fault-injection run on this version. */
export type FaultFigures = {
  /** Date in ISO 8601. */
  date: string;
  /** Number of kinds of faults. */
  faults: number;
  runs: number;
  torn: number;
  lost: number;
  falseAnswers: number;
  worstMs: number;
};

/** Results of the last attack run on this version. */
export type AttackFigures = {
  /** Date in ISO 8601. */
  date: string;
  /** Number of kinds of attacks, including the items of Electron's checklist. */
  attacks: number;
  attempts: number;
  /** Number of tests in which an attack succeeded. */
  through: number;
};

/**
 * How often main was blocked for more than 50 ms since the start, and the longest time; `during` lists the tools and
 * requests in progress.
 */
export type MainPauses = { count: number; worst: { ms: number; during: string[] } | null };

/** The state of Galley itself. Contains nothing from documents. */
export type Diagnostics = {
  version: string;
  /** Such as `Electron 45.4.1`, `Linux 6.1.0 x64`. */
  parts: string[];
  /** Absolute paths. */
  places: { place: DiagnosticLocation; path: string }[];
  /** Documents with edits in the journal that are not saved yet. */
  journal: { documents: number; bytes: number };
  stores: StoreState[];
  /** ISO 8601, when every page of every database was last read; null if never. */
  checkedAt: string | null;
  /** Damaged files that were renamed: names in the data folder. */
  setAside: { name: string; bytes: number }[];
  http: HttpServerState["status"];
  security: SecurityMeasure[];
  faults: FaultFigures | null;
  attacks: AttackFigures | null;
  logs: { files: number; bytes: number };
  pauses: MainPauses;
};

export type DiagnosticsRequests = {
  "diagnostics:read": () => Outcome<{ diagnostics: Diagnostics }>;
  /** Reads every page of every database first; reports damage but changes nothing. */
  "diagnostics:check": () => Outcome<{ diagnostics: Diagnostics }>;
  /** Shows one of Galley's folders in the file manager. */
  "diagnostics:show": (place: DiagnosticLocation) => Outcome<object>;
  /** Opens the log in the system's default program. */
  "diagnostics:open-log": () => Outcome<object>;
  /** Copies everything to the clipboard as text, with the home folder replaced by `~`. */
  "diagnostics:copy": () => Outcome<object>;
};
