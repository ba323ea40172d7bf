/** Strings of the diagnostics dialog. How strings are added: ui/messages.ts; the Chinese is in messages.zh.ts. */
import type { DiagnosticLocation, SecurityMeasure, StoreName, StoreState } from "../../../shared/diagnostics";
import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { number, many } = counting("en");

const locations: Record<DiagnosticLocation, string> = {
  data: "Galley's data",
  settings: "Settings",
  logs: "Logs",
  program: "Program",
};

const stores: Record<StoreName, string> = {
  history: "History",
  review: "Edits to review",
  paragraphs: "Paragraph ids",
  library: "Content library",
  conversations: "Conversations",
  books: "Book indexes",
};

/** The number of rows of each store, in words. */
const rows: Record<StoreName, (amount: number) => string> = {
  history: (amount) => many(amount, { one: "version", other: "versions" }),
  review: (amount) => many(amount, { one: "document", other: "documents" }),
  paragraphs: (amount) => many(amount, { one: "document", other: "documents" }),
  library: (amount) => many(amount, { one: "entry", other: "entries" }),
  conversations: (amount) => many(amount, { one: "conversation", other: "conversations" }),
  books: (amount) => many(amount, { one: "book", other: "books" }),
};

const storeStates: Record<StoreState["state"], string> = {
  sound: "OK",
  absent: "empty",
  damaged: "damaged",
  unread: "can't be read right now",
};

const measures: Record<SecurityMeasure["name"], { title: string; about: string }> = {
  sandbox: { title: "Sandbox", about: "The windows that show documents have no access to files or the network." },
  isolation: { title: "Isolation", about: "Web content is isolated and has no access to Node.js." },
  policy: { title: "Content policy", about: "Only Galley's own code runs. Text never becomes a script." },
  network: { title: "No network access", about: "Galley never loads remote content from documents." },
  keyStore: {
    title: "System key store",
    about: "API keys are encrypted by the system. Without a key store they are only kept until you close Galley.",
  },
  runAsNode: { title: "RunAsNode disabled", about: "Other programs can't run their code as Galley." },
  nodeOptions: { title: "NODE_OPTIONS ignored", about: "The environment can't change how Galley runs." },
  inspect: { title: "No debugger", about: "A debugger can't be attached from outside." },
  cookies: { title: "Encrypted browser data", about: "Data stored by the built-in browser is encrypted." },
  archiveOnly: { title: "Code loaded from app archive only", about: "Code placed next to the app is not run." },
  archiveIntegrity: { title: "Archive integrity check", about: "A modified archive is not run (macOS, Windows)." },
  fileProtocol: { title: "No file: URLs", about: "Web content can't load file: URLs." },
};

const states: Record<SecurityMeasure["state"], string> = {
  on: "On",
  off: "Off",
  checkout: "Packaged app only",
  unknown: "Unknown",
};

const english = {
  heading: "About and diagnostics",
  lead: "The state of Galley. Nothing here comes from your documents.",
  failed: "Diagnostics could not be loaded.",
  copy: "Copy as text",
  copied: "Copied, without document text, keys or the name of your home folder.",
  locationsHeading: "Locations",
  places: locations,
  show: "Show in folder",
  showLocation: (location: string) => `Show in folder: ${location}`,
  storesHeading: "Stored data",
  unsaved: "Unsaved text",
  unsavedCount: (documents: number) =>
    documents === 0 ? "none" : many(documents, { one: "document", other: "documents" }),
  stores,
  rows,
  storeStates,
  setAside: (name: string) => `${name} was damaged and has been moved aside.`,
  neverChecked: "Never fully checked.",
  checkedAt: (moment: string) => `Last full check: ${moment}.`,
  check: "Check everything",
  checking: "Checking…",
  checkedWell: "All databases are OK.",
  checkedBadly: (names: string) =>
    `Damaged: ${names}. Galley will move it aside and start a new one the next time it opens it.`,
  agentsHeading: "Agents",
  connected: (amount: number) =>
    amount === 0 ? "No agents connected." : `${many(amount, { one: "agent", other: "agents" })} connected.`,
  httpServer: {
    off: "HTTP server is off.",
    opening: "HTTP server is starting.",
    open: "HTTP server is running, on this computer only.",
    failed: "HTTP server could not start.",
  },
  showAgents: "Show agents",
  securityHeading: "Security",
  measures,
  states,
  attacksHeading: "Attack tests",
  attacks: (kinds: number, attempts: number, date: string) =>
    `${many(attempts, { one: "attempt", other: "attempts" })} of ${number(kinds)} kinds, ${date}:`,
  through: "Succeeded",
  notAttacked: "The attack tests were not run on this version.",
  faultsHeading: "Fault tests",
  notRun: "The fault tests were not run in full on this version.",
  faults: (kinds: number, runs: number, date: string) =>
    `${number(runs)} runs of ${many(kinds, { one: "fault", other: "faults" })}, ${date}:`,
  figures: { torn: "torn", lost: "lost", falseAnswers: "false answers", worst: "longest answer" },
  milliseconds: (amount: number) => `${number(amount)} ms`,
  logHeading: "Log",
  logSize: (files: number, size: string) =>
    `${many(files, { one: "file", other: "files" })}, ${size}. Document text and API keys are never logged.`,
  noLog: "Nothing logged yet.",
  openLog: "Open log",
  noPauses: "No call or request has blocked Galley's main process for more than 50 ms since it started.",
  pauses: (count: number, ms: number, during: string[]) =>
    `Galley's main process was blocked ${many(count, { one: "time", other: "times" })} since it started, at most for ${number(ms)} ms (${during.join(", ")}).`,
  logSettings: "Log settings",
  bytes: (amount: number) =>
    amount < 1_000_000 ? `${number(Math.ceil(amount / 1000))} kB` : `${number(Math.round(amount / 100_000) / 10)} MB`,
};

/** The shape that every language has to provide. */
export type DiagnosticsMessages = typeof english;

/** The strings in the current language. */
export let diagnosticsMessages: DiagnosticsMessages = english;

registerMessages<DiagnosticsMessages>({ en: english, "zh-CN": chinese }, (now) => {
  diagnosticsMessages = now;
});
