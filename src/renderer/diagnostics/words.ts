/** Every sentence of the page of diagnostics. How words are added: ui/words.ts; the Chinese is in words.chinese.ts. */
import type { DiagnosticPlace, SecurityMeasure, StoreName, StoreState } from "../../shared/diagnostics";
import { counting } from "../../shared/language";
import { spoken } from "../ui/language";
import { chinese } from "./words.chinese";

const { number, many } = counting("en");

const places: Record<DiagnosticPlace, string> = {
  data: "Galley's data",
  settings: "Settings",
  logs: "Logs",
  program: "Program",
};

const stores: Record<StoreName, string> = {
  history: "History",
  review: "Edits to review",
  paragraphs: "Ids of paragraphs",
  library: "Content library",
  conversations: "Conversations",
  books: "Readings of books",
};

/** What one row of each store is called, so many of them. */
const rows: Record<StoreName, (amount: number) => string> = {
  history: (amount) => many(amount, { one: "version", other: "versions" }),
  review: (amount) => many(amount, { one: "document", other: "documents" }),
  paragraphs: (amount) => many(amount, { one: "document", other: "documents" }),
  library: (amount) => many(amount, { one: "entry", other: "entries" }),
  conversations: (amount) => many(amount, { one: "conversation", other: "conversations" }),
  books: (amount) => many(amount, { one: "reading", other: "readings" }),
};

const storeStates: Record<StoreState["state"], string> = {
  sound: "can be read",
  absent: "nothing kept yet",
  damaged: "damaged",
  unread: "could not be read now",
};

const measures: Record<SecurityMeasure["name"], { title: string; about: string }> = {
  sandbox: { title: "Sandbox", about: "What shows documents runs without any right to files or network." },
  isolation: { title: "Isolation", about: "Pages have a world of their own, without Node." },
  policy: { title: "Content policy", about: "Only Galley's own code runs; no text becomes a script." },
  network: { title: "No network for pages", about: "Nothing that a document names is ever fetched." },
  keyStore: {
    title: "System's key store",
    about: "Keys for models are kept by the system; without it they are forgotten.",
  },
  runAsNode: { title: "Is no Node", about: "No other program can run its code in Galley's name." },
  nodeOptions: { title: "Ignores Node's variables", about: "NODE_OPTIONS of the surroundings changes nothing." },
  inspect: { title: "No debugger", about: "Nobody can attach one from outside." },
  cookies: { title: "Encrypted browser data", about: "What the browser inside stores is encrypted." },
  archiveOnly: { title: "Runs its archive only", about: "Code that is put beside it is not run." },
  archiveIntegrity: { title: "Checked archive", about: "A changed archive is not run (macOS, Windows)." },
  fileProtocol: { title: "No file addresses", about: "Pages cannot load from file: addresses." },
};

const states: Record<SecurityMeasure["state"], string> = {
  on: "On",
  off: "Off",
  checkout: "In packages only",
  unknown: "Unknown",
};

const english = {
  heading: "About and diagnostics",
  lead: "The state of Galley itself. Nothing here comes from your documents.",
  failed: "This could not be looked up.",
  copy: "Copy as text",
  copied: "Copied, without texts, keys or your home folder's name.",
  placesHeading: "Where things are",
  places,
  show: "Show in folder",
  showPlace: (place: string) => `Show in folder: ${place}`,
  storesHeading: "What is kept",
  unsaved: "Unsaved typing",
  unsavedCount: (documents: number) =>
    documents === 0 ? "everything is saved" : many(documents, { one: "document", other: "documents" }),
  stores,
  rows,
  storeStates,
  setAside: (name: string) => `${name} was damaged and set aside.`,
  neverChecked: "Never read from end to end.",
  checkedAt: (moment: string) => `Read from end to end ${moment}.`,
  check: "Check everything",
  checking: "Checking…",
  checkedWell: "All databases are sound.",
  checkedBadly: (names: string) =>
    `Damaged: ${names}. Galley sets it aside when it next opens it, and goes on with a fresh one.`,
  agentsHeading: "Agents",
  connected: (amount: number) =>
    amount === 0 ? "No agent is connected." : `${many(amount, { one: "agent is", other: "agents are" })} connected.`,
  doors: {
    off: "The door over HTTP is shut.",
    opening: "The door over HTTP is opening.",
    open: "The door over HTTP is open, on this machine only.",
    failed: "The door over HTTP could not be opened.",
  },
  showAgents: "Show agents",
  securityHeading: "What protects you",
  measures,
  states,
  attacksHeading: "Under attack",
  attacks: (kinds: number, attempts: number, date: string) =>
    `${many(attempts, { one: "attempt", other: "attempts" })} of ${number(kinds)} kinds, ${date}:`,
  through: "Got through",
  notAttacked: "The attacks were not run on this version.",
  faultsHeading: "Under faults",
  notRun: "The fault harness was not run in full on this version.",
  faults: (kinds: number, runs: number, date: string) =>
    `${number(runs)} runs of ${many(kinds, { one: "fault", other: "faults" })}, ${date}:`,
  figures: { torn: "torn", lost: "lost", falseAnswers: "false answers", worst: "longest answer" },
  milliseconds: (amount: number) => `${number(amount)} ms`,
  logHeading: "Log",
  logSize: (files: number, size: string) =>
    `${many(files, { one: "file", other: "files" })}, ${size}. Texts of documents and keys are never in it.`,
  noLog: "Nothing was written yet.",
  openLog: "Open log",
  noPauses: "No call or request has held Galley's main process for more than 50 ms since it started.",
  pauses: (count: number, ms: number, during: string[]) =>
    `${many(count, { one: "pause", other: "pauses" })} of Galley's main process since it started; the longest took ${number(ms)} ms (${during.join(", ")}).`,
  logSettings: "Set what it keeps",
  bytes: (amount: number) =>
    amount < 1_000_000 ? `${number(Math.ceil(amount / 1000))} kB` : `${number(Math.round(amount / 100_000) / 10)} MB`,
};

/** What the page of diagnostics says, in one language. */
export type DiagnosticsWords = typeof english;

/** What the page of diagnostics says, in the language in use. */
export let diagnosticsWords: DiagnosticsWords = english;

spoken<DiagnosticsWords>({ en: english, "zh-CN": chinese }, (now) => {
  diagnosticsWords = now;
});
