/** Strings of the folder search. How strings are added: ui/messages.ts; the Chinese is in messages.zh.ts. */
import type { ReplaceReport } from "../../../shared/folder-search";
import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

const english = {
  label: "Search in folder",
  field: "Search",
  placeholder: "Search in folder",
  options: "Search options",
  caseSensitive: "Match case",
  wholeWord: "Whole words",
  regex: "Regular expression",
  files: "Which files to search",
  include: "Files to include",
  includeHint: "e.g. *.md, notes/",
  exclude: "Files to exclude",
  excludeHint: "e.g. drafts/, *.txt",
  results: (text: string) => `Paragraphs that contain “${text}”`,
  noFolder: "No folder open. Open one to search all of its documents.",
  openFolder: "Open folder…",
  lead: "Searches every document in the folder: Markdown, text and Office files, including unsaved edits.",
  keys: (next: string, previous: string) => `Press ${next} and ${previous} to move through the results.`,
  searching: "Searching…",
  progress: (searched: number, of: number) => `Searched ${number(searched)} of ${count(of, "file", "files")}…`,
  resultCount: (paragraphs: number, files: number) =>
    `${count(paragraphs, "paragraph", "paragraphs")} in ${count(files, "file", "files")}`,
  nothing: (text: string) => `Nothing found for “${text}”.`,
  nothingHint: {
    regex: "Regular expression is on.",
    caseSensitive: "Match case is on.",
    wholeWord: "Whole words is on.",
    files: "Only some files are searched.",
  },
  badPattern: (reason: string) => `Invalid regular expression: ${reason}.`,
  badPatternHint: "Look-around and backreferences are not supported. Turn off .* to search for the exact text.",
  ignored: "Hidden and git-ignored files are excluded.",
  firstShown: (firstShown: number) => `Showing the first ${number(firstShown)}.`,
  time: "Stopped after 20 seconds, so some results may be missing. Narrow the search to see all of them.",
  unread: (files: number) => `${count(files, "file", "files")} could not be read.`,
  partial: (files: number) => `Only the beginning of ${count(files, "large file", "large files")} was searched.`,
  more: (paragraphs: number) => `${number(paragraphs)} more, not shown`,
  count: (paragraphs: number) => number(paragraphs),
  spokenCount: (paragraphs: number) => count(paragraphs, "paragraph", "paragraphs"),
  line: (line: number) => number(line),
  spokenLine: (line: number) => `line ${number(line)}`,
  paragraph: (index: number) => `¶ ${number(index)}`,
  spokenParagraph: (index: number) => `paragraph ${number(index)}`,
  gap: "…",
  collapse: "Collapse or expand all",
  clear: "Clear search",
  wrappedToFirst: "Continued from the first result",
  wrappedToLast: "Continued from the last result",
  changed: "This text has changed since the search. Showing the closest match.",
  reveal: "Show in file manager",
  copyPath: "Copy path",
  copyText: "Copy paragraph",
  open: "Open",

  replace: {
    toggle: "Replace",
    field: "Replace with",
    placeholder: "Replace with",
    keepCase: "Preserve case",
    all: "Replace all",
    one: "Replace in this paragraph",
    file: "Replace in this file",
    leaveOut: "Remove from results",
    becomes: "becomes",
    unknownGroup: (name: string, groups: number) =>
      `There is no group ${name}: the pattern has ${groups === 0 ? "none" : count(groups, "group", "groups")}.`,
    unknownGroupHint: "Use $$ for a dollar sign.",
    office: (files: number) =>
      `Replace does not change Office documents (${count(files, "document", "documents")} found).`,
    planning: "Counting matches…",
    replacing: "Replacing…",
    undoing: "Undoing…",
    progress: (what: string, done: number, of: number) => `${what} ${number(done)} of ${count(of, "file", "files")}`,
    stop: "Stop",
    question: (matches: number, files: number, template: string) =>
      template === ""
        ? `Delete ${count(matches, "match", "matches")} in ${count(files, "file", "files")}?`
        : `Replace ${count(matches, "match", "matches")} in ${count(files, "file", "files")} with “${shortened(template)}”?`,
    yes: "Replace",
    no: "Cancel",
    summary: ({ status, report }: { status: "done" | "undone"; report: ReplaceReport }) => {
      const { matches, fileCount, left } = report;
      const what = `${count(matches, "match", "matches")} in ${count(fileCount, "file", "files")}`;
      if (status === "undone") return `Restored ${what}.`;
      const done = matches === 0 ? "Nothing was replaced." : `Replaced ${what}.`;
      return left > 0 ? `${done} Stopped: ${count(left, "file was", "files were")} not changed.` : done;
    },
    changed: (paragraphs: number) =>
      `${count(paragraphs, "paragraph", "paragraphs")} not replaced because the text has changed since the search.`,
    failed: (path: string, why: string) => `${path}: ${why}`,
    moreFailed: (files: number) => `and ${count(files, "file", "files")} more`,
    undo: "Undo",
    nothingToUndo: "No replacement to undo.",
  },
};

/** The shape that every language has to provide. */
export type SearchMessages = typeof english;

/** The strings in the current language. */
export let searchMessages: SearchMessages = english;

registerMessages<SearchMessages>({ en: english, "zh-CN": chinese }, (now) => {
  searchMessages = now;
});
