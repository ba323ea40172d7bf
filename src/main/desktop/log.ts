import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type LogLevel, logLevels } from "../../shared/log-level";
import { MAX_DESKTOP_LOG_BYTES } from "../limits";

/** Besides the current file. */
const OLDER_FILES = 3;
const MAX_ENTRY_LENGTH = 20_000;
/** The maximum number of characters kept of a quotation: a message may repeat a name, never a passage of a document. */
const MAX_QUOTE_LENGTH = 80;

/** Writes one entry. Default level: error. Never throws: a full disk must not end the app. */
export type Log = (text: string, level?: LogLevel) => void;

/**
 * The log in `<data>/logs/galley.log`, readable only by this user; older files are `galley.1.log` …, and the oldest is deleted. Entries below
 * `least()` are left out.
 */
export function createLog(dataDir: string, least: () => LogLevel = () => "info"): Log {
  const folder = join(dataDir, "logs");
  const path = join(folder, "galley.log");
  const older = (number: number) => join(folder, `galley.${number}.log`);
  return (text, level = "error") => {
    if (logLevels.indexOf(level) > logLevels.indexOf(least())) return;
    const entry = `${new Date().toISOString()} ${level.padEnd(7)} ${cleaned(text)}\n`;
    try {
      if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size + entry.length > MAX_DESKTOP_LOG_BYTES) {
        for (let number = OLDER_FILES - 1; number > 0; number--) {
          if (existsSync(older(number))) renameSync(older(number), older(number + 1));
        }
        if (existsSync(path)) renameSync(path, older(1));
      }
      appendFileSync(path, entry, { mode: 0o600 });
    } catch {
      console.error(entry.trimEnd());
    }
  };
}

/**
 * An entry as it may be written: keys and tokens are removed, long quotations are cut, and lines after the first are indented, so that no text can
 * look like an entry of its own.
 */
export function cleaned(text: string): string {
  return (
    text
      .slice(0, MAX_ENTRY_LENGTH)
      .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, "$1 ***")
      .replace(/\b(?:sk|pk|rk|key|ghp|gho|xox[abp]|AIza)[-_]?[\w-]{16,}/g, "***")
      .replace(/((?:api[-_]?key|token|secret|password|authorization)["']?\s*[:=]\s*["']?)[^\s"',;&]{6,}/gi, "$1***")
      .replace(/(["“'`])([^"”'`\n]*)(["”'`])/g, (match, open, quoted, close) =>
        quoted.length > MAX_QUOTE_LENGTH ? `${open}${quoted.slice(0, MAX_QUOTE_LENGTH / 2)}…${close}` : match,
      )
      .replace(/\r?\n|\r|\u2028|\u2029/g, "\n    ")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a terminal would obey
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\uFFFD")
  );
}
