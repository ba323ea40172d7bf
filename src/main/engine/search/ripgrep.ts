import { randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import type { Span } from "../../../core/text/excerpt";
import { markdownExtensions, officeExtensions, officeFormatOf } from "../../../core/text/format";
import { MAX_SEARCH_PATTERN, MAX_SEARCH_PATTERNS, MAX_TOOL_FILE_BYTES } from "../ports/limits";
import type { CapturedMatch, FilesBelow, LineQuery, MatchingLine, Search, SearchLimits } from "../ports/search";
import { ToolError } from "../ports/tool-error";
import { runRipgrep } from "./run-ripgrep";

/** Enough to detect whether a file is text. */
const PROBED_BYTES = 8192;

/** The replacement character for bytes that are not UTF-8. */
const replacement = "\uFFFD";

/** Searches with ripgrep: one program, and so one pattern syntax, for files on disk and texts in memory. */
export const ripgrep: Search = {
  async linesIn(texts, query, limits) {
    const found: MatchingLine[][] = texts.map(() => []);
    const firstLineNumbers = firstLines(texts);
    let text = 0;
    let rest = "";
    const takeRow = (row: string): void => {
      const [, line = "0", column = "1"] = /^(\d+):(\d+):/.exec(row) ?? [];
      const number = Number(line);
      if (number === 0) return;
      while (text + 1 < texts.length && number >= (firstLineNumbers[text + 1] ?? Number.POSITIVE_INFINITY)) text++;
      found[text]?.push({ line: number - (firstLineNumbers[text] ?? 1) + 1, column: Number(column) });
    };
    const args = [...argumentsOf(query), "--line-number", "--column", "--no-heading", "--max-columns=1"];
    const run = await runRipgrep([...args, "--text", "--encoding=none", "--threads=1", "-"], {
      input: texts.filter((each) => each !== "").flatMap(closedText),
      limits,
      take(chunk) {
        const rows = (rest + chunk.toString("latin1")).split("\n");
        rest = rows.pop() ?? "";
        for (const row of rows) takeRow(row);
      },
    });
    if (run.status === "stopped") return null;
    if (run.code > 1) throw badPattern(run.errors);
    return found;
  },

  async matchesIn(lines, query, limits) {
    const found: Span[][] = lines.map(() => []);
    const bytes = lines.map((line) => Buffer.from(line));
    const readers: (ReturnType<typeof spanReader> | undefined)[] = [];
    let rest = "";
    const takeRow = (row: string): void => {
      const [head = "", line = "0", column = "1"] = /^(\d+):(\d+):/.exec(row) ?? [];
      const lineIndex = Number(line) - 1;
      const length = row.length - head.length;
      const source = bytes[lineIndex];
      if (source === undefined || length === 0) return;
      readers[lineIndex] ??= spanReader(source);
      found[lineIndex]?.push((readers[lineIndex] as ReturnType<typeof spanReader>)(Number(column) - 1, length));
    };
    const args = [...argumentsOf(query), "--only-matching", "--line-number", "--column", "--no-heading"];
    const run = await runRipgrep([...args, "--text", "--encoding=none", "--threads=1", "-"], {
      input: bytes.flatMap((line) => [line, lineBreak]),
      limits,
      take(chunk) {
        const rows = (rest + chunk.toString("latin1")).split("\n");
        rest = rows.pop() ?? "";
        for (const row of rows) takeRow(row);
      },
    });
    if (run.status === "stopped") return null;
    if (run.code > 1) throw badPattern(run.errors);
    return found;
  },

  async capturesIn(texts, query, limits) {
    const found: CapturedMatch[][] = texts.map(() => []);
    const firstLineNumbers = firstLines(texts);
    // The separator must be one that nobody who wrote the texts could know.
    const edge = randomUUID();
    const fields = ["0", ...Array.from({ length: query.groups }, (_, index) => String(index + 1))];
    const template = `${edge}${fields.map((group) => `\${${group}}${edge}`).join("")}`;
    let text = 0;
    let reader: ReturnType<typeof captureReader> | null = null;
    let rest = "";
    const takeRow = (row: string): void => {
      const [head = "", line = "0", column = "1"] = /^(\d+):(\d+):/.exec(row) ?? [];
      const number = Number(line);
      if (number === 0) return;
      while (text + 1 < texts.length && number >= (firstLineNumbers[text + 1] ?? Number.POSITIVE_INFINITY)) {
        text++;
        reader = null;
      }
      reader ??= captureReader(texts[text] ?? "");
      const shown = row.slice(head.length);
      const [, match = "", ...groups] = shown.split(edge).map((field) => Buffer.from(field, "latin1").toString());
      groups.pop();
      const size = Buffer.byteLength(match);
      const span = reader(number - (firstLineNumbers[text] ?? 1), {
        column: Number(column),
        size,
        shownSize: shown.length,
      });
      if (size > 0) found[text]?.push({ ...span, match, groups });
    };
    const args = [...argumentsOf(query), "--only-matching", `--replace=${template}`, "--line-number", "--column"];
    const run = await runRipgrep([...args, "--no-heading", "--text", "--encoding=none", "--threads=1", "-"], {
      input: texts.filter((each) => each !== "").flatMap(closedText),
      limits,
      take(chunk) {
        const rows = (rest + chunk.toString("latin1")).split("\n");
        rest = rows.pop() ?? "";
        for (const row of rows) takeRow(row);
      },
    });
    if (run.status === "stopped") return null;
    if (run.code > 1) throw badPattern(run.errors);
    return found;
  },

  async filesBelow(folder, query, limits) {
    const below = (...args: string[]) => listedPaths([...listing, ...args, "--", folder], limits);
    const list = ["--files-with-matches", `--max-filesize=${MAX_TOOL_FILE_BYTES}`];
    // With a type, messages would name every other file; so notes that are too large are not found.
    list.push(...(query.markdownOnly ? [...markdownTypes, "--type=note"] : ["--debug"]));
    const noPackages: ListedPaths = { paths: [], tooLarge: [], stopped: false };
    const [packages, ...texts] = await Promise.all([
      query.markdownOnly ? noPackages : below("--files", ...packageTypes, "--type=package"),
      ...passesFor(query).map((args) => below(...list, ...args)),
    ]);
    const tooLarge = await textsAmong(new Set(texts.flatMap((each) => each.tooLarge)));
    const candidates = [...new Set([...texts.flatMap(({ paths }) => paths), ...tooLarge])];
    return {
      candidates: candidates.filter((path) => officeFormatOf(path) === null),
      // Naming a type would include hidden files.
      packages: packages.paths.filter((path) => !hasHiddenPart(path, folder)),
      stopped: [packages, ...texts].some(({ stopped }) => stopped),
    } satisfies FilesBelow;
  },
};

const lineBreak = Buffer.from("\n");

/** Converts spans in bytes to spans in UTF-16 units. Spans must be requested from left to right. */
function spanReader(bytes: Buffer): (at: number, length: number) => Span {
  let byte = 0;
  let unit = 0;
  const to = (wanted: number): number => {
    unit += bytes.toString("utf8", byte, wanted).length;
    byte = wanted;
    return unit;
  };
  return (at, length) => ({ from: to(at), to: to(at + length) });
}

/**
 * Converts the positions of matches to offsets in the texts. Matches must be requested in ascending order; lines are 0-based. A column refers to the
 * line as printed, that is with the replacements of the matches before it.
 */
function captureReader(text: string) {
  const bytes = Buffer.from(text);
  const toUnits = spanReader(bytes);
  let line = 0;
  let start = 0;
  let drift = 0;
  return (wanted: number, { column, size, shownSize }: { column: number; size: number; shownSize: number }): Span => {
    for (; line < wanted; line++) {
      start = bytes.indexOf(0x0a, start) + 1;
      drift = 0;
    }
    const at = start + column - 1 - drift;
    drift += shownSize - size;
    return toUnits(at, size);
  };
}

/** Ignores what git would ignore, even if there is no repository yet. */
const listing = ["--no-require-git", "--no-ignore-dot", "--no-messages", "--null", "--crlf"];

const packageTypes = officeExtensions.flatMap((ending) => [
  `--type-add=package:*.${ending}`,
  `--type-add=package:*.${ending.toUpperCase()}`,
]);

const markdownTypes = markdownExtensions.flatMap((ending) => [
  `--type-add=note:*.${ending}`,
  `--type-add=note:*.${ending.toUpperCase()}`,
]);

/**
 * The runs that list every file that may match. A file in an older encoding must be decoded before it can be searched. Such a file contains
 * replacement characters when read as UTF-8, so the same run also searches for those; that costs little more than the query alone, while searching
 * for the bytes takes twice the time. Whole words need a run of their own, because the replacement character is not a word.
 */
function passesFor(query: LineQuery): string[][] {
  const patternArgs = argumentsOf(query);
  if (!mayNeedDecoding(query)) return [patternArgs];
  const decoded = ["--encoding=utf-8", `--regexp=${replacement}`];
  return query.wholeWord ? [patternArgs, decoded] : [[...patternArgs, ...decoded]];
}

/** `tooLarge` are files skipped because of their size. They are listed only if `--max-filesize` is among the arguments. */
type ListedPaths = { paths: string[]; tooLarge: string[]; stopped: boolean };

const passedOver = /^rg: DEBUG\|ignore::walk\|.*? ignoring (.+): \d+ bytes$/;

async function listedPaths(args: readonly string[], limits: SearchLimits): Promise<ListedPaths> {
  const chunks: Buffer[] = [];
  const tooLarge: string[] = [];
  const run = await runRipgrep(args, {
    limits,
    take: (chunk) => void chunks.push(chunk),
    note(line) {
      const path = passedOver.exec(line)?.[1];
      if (path !== undefined) tooLarge.push(path);
    },
  });
  // Unreadable files are skipped; an invalid pattern is an error.
  if (run.status === "done" && run.code > 1 && /regex|pattern|literal|unrecognized/i.test(run.errors))
    throw badPattern(run.errors);
  const paths = Buffer.concat(chunks).toString().split("\0");
  paths.pop();
  return { paths, tooLarge, stopped: run.status === "stopped" };
}

/** The files that begin like text: they are reported as skipped, but a large video is not. */
async function textsAmong(paths: ReadonlySet<string>): Promise<string[]> {
  const texts: string[] = [];
  for (const path of paths) if (await beginsAsText(path)) texts.push(path);
  return texts;
}

async function beginsAsText(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(PROBED_BYTES), 0, PROBED_BYTES, 0);
      const isUtf16 = (buffer[0] === 0xff && buffer[1] === 0xfe) || (buffer[0] === 0xfe && buffer[1] === 0xff);
      return isUtf16 || !buffer.subarray(0, bytesRead).includes(0);
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}

function argumentsOf({ patterns, regex, caseSensitive, wholeWord }: LineQuery): string[] {
  const args = [caseSensitive ? "--case-sensitive" : "--ignore-case"];
  if (wholeWord) args.push("--word-regexp");
  if (!regex) args.push("--fixed-strings");
  for (const pattern of patterns) args.push(`--regexp=${pattern}`);
  return args;
}

/** Rejects patterns that cannot be intended. Whether a regular expression is valid, only the engine decides. */
export function checkPatterns({ patterns, regex }: LineQuery): void {
  const reject = (message: string): never => {
    throw new ToolError("bad_arguments", message);
  };
  if (patterns.length === 0) reject("patterns is empty; name at least one");
  if (patterns.length > MAX_SEARCH_PATTERNS)
    reject(`at most ${MAX_SEARCH_PATTERNS} patterns are searched at once, not ${patterns.length}`);
  for (const pattern of patterns) {
    if (pattern === "") reject("the pattern is empty; it would match every line");
    if (pattern.length > MAX_SEARCH_PATTERN)
      reject(`a pattern has at most ${MAX_SEARCH_PATTERN} characters, this one ${pattern.length}`);
    if (pattern.includes("\0")) reject("the pattern contains a NUL character, which no text has");
    if (regex && closesTooSoon(pattern)) reject("the pattern is not a regular expression: unopened group");
    if (regex && /(?:^|[^\\])(?:\\\\)*\\$/.test(pattern))
      reject("the pattern is not a regular expression: it ends in a lone backslash");
    if (/[\n\r]/.test(pattern)) reject("the pattern contains a line break; lines are searched one by one");
  }
}

/** Each pattern is wrapped in a group. A pattern that closes the group too early would go unnoticed. */
function closesTooSoon(pattern: string): boolean {
  let depth = 0;
  let isClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (isClass) isClass = character !== "]";
    else if (character === "[") {
      isClass = true;
      // A closing bracket that comes first is literal.
      if (pattern[at + 1] === "^") at++;
      if (pattern[at + 1] === "]") at++;
    } else if (character === "(") depth++;
    else if (character === ")" && --depth < 0) return true;
  }
  return false;
}

function badPattern(errors: string): ToolError {
  const lines = errors.split("\n").map((line) => line.replace(/^rg: /, "").trim());
  const reason = lines.find((line) => line.startsWith("error: "))?.slice("error: ".length) ?? lines[0] ?? "";
  return new ToolError("bad_arguments", `the pattern is not a regular expression: ${reason || "it cannot be read"}`, {
    hint: "The dialect has no look-around and no back-references. Set regex to false to search for the text as it stands.",
  });
}

/** Whether text in an encoding older than Unicode could match by more than its ASCII letters. */
function mayNeedDecoding({ patterns, regex }: LineQuery): boolean {
  return patterns.some((pattern) => {
    if (!/^[\x20-\x7e]*$/.test(pattern)) return true;
    return regex && /[.\\]|\[\^|\[\[/.test(pattern.replace(/\\[^\w]/g, ""));
  });
}

function hasHiddenPart(path: string, folder: string): boolean {
  return path
    .slice(folder.length)
    .split(/[\\/]/)
    .concat(basename(path))
    .some((part) => part.startsWith("."));
}

/** The line on which each text starts when all are joined. */
function firstLines(texts: readonly string[]): number[] {
  let line = 1;
  return texts.map((text) => {
    const first = line;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) line++;
    if (text !== "" && !text.endsWith("\n")) line++;
    return first;
  });
}

const closedText = (text: string): Buffer[] =>
  text.endsWith("\n") ? [Buffer.from(text)] : [Buffer.from(text), Buffer.from("\n")];
