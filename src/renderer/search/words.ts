/** Every sentence of the search in the folder. How words are added: ui/words.ts; the Chinese is in words.chinese.ts. */
import type { ReplaceReport } from "../../shared/contract";
import { counting } from "../../shared/language";
import { spoken } from "../ui/language";
import { chinese } from "./words.chinese";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

const english = {
  label: "Search in the folder",
  field: "Search",
  placeholder: "Search in this folder",
  options: "How to search",
  caseSensitive: "Match letter case",
  wholeWord: "Whole words",
  regex: "Regular expression",
  files: "Which files to search",
  include: "Files to search",
  includeHint: "such as *.md, notes/",
  exclude: "Files to leave out",
  excludeHint: "such as drafts/, *.txt",
  results: (text: string) => `Paragraphs with “${text}”`,
  noFolder: "No folder is open. Open one to search everything in it.",
  openFolder: "Open folder…",
  lead: "Finds paragraphs in every document of the folder: Markdown, text and Office files, and what you have not saved yet.",
  keys: (next: string, previous: string) => `${next} and ${previous} go from result to result, also from the text.`,
  searching: "Searching…",
  progress: (searched: number, of: number) =>
    `Searched ${number(searched)} of ${count(of, "file", "files")} that may match…`,
  found: (paragraphs: number, files: number) =>
    `${count(paragraphs, "paragraph", "paragraphs")} in ${count(files, "file", "files")}`,
  nothing: (text: string) => `Nothing found for “${text}”.`,
  nothingHint: {
    regex: "It is read as a regular expression.",
    caseSensitive: "Letter case counts.",
    wholeWord: "Only whole words count.",
    files: "Only some of the files are searched.",
  },
  badPattern: (reason: string) => `This is not a regular expression: ${reason}.`,
  badPatternHint:
    "Regular expressions have no look-around and no back-references here. Turn .* off to look for the text as it stands.",
  ignored: "Hidden files and what git ignores are left out.",
  shown: (shown: number) => `The first ${number(shown)} are shown.`,
  time: "The search was stopped after 20 seconds: there may be more. Narrow it to see all.",
  unread: (files: number) => `${count(files, "file", "files")} could not be read as text.`,
  partial: (files: number) =>
    `${count(files, "file is", "files are")} too large to search completely: only the beginning was searched.`,
  more: (paragraphs: number) => `${number(paragraphs)} more, not shown`,
  count: (paragraphs: number) => number(paragraphs),
  heardCount: (paragraphs: number) => count(paragraphs, "paragraph", "paragraphs"),
  line: (line: number) => number(line),
  heardLine: (line: number) => `line ${number(line)}`,
  paragraph: (place: number) => `¶ ${number(place)}`,
  heardParagraph: (place: number) => `paragraph ${number(place)}`,
  gap: "…",
  collapse: "Collapse or expand all",
  clear: "Clear the search",
  around: "Round to the first result",
  aroundBack: "Round to the last result",
  changed: "This text has changed since it was found; the place is the nearest there is.",
  office: (name: string) => `“${name}” is an Office document. The page does not open those yet.`,
  officeHint: (text: string) => `The paragraph says: ${text}`,
  reveal: "Show in file manager",
  copyPath: "Copy path",
  copyText: "Copy paragraph",
  open: "Open",

  replace: {
    toggle: "Replace",
    field: "Replace with",
    placeholder: "Replace with",
    keepCase: "Keep letter case",
    all: "Replace all",
    one: "Replace in this paragraph",
    file: "Replace in this file",
    leaveOut: "Leave out of the results",
    becomes: "becomes",
    unknownGroup: (name: string, groups: number) =>
      `${name} names no group: the pattern has ${groups === 0 ? "none" : count(groups, "group", "groups")}.`,
    unknownGroupHint: "Write $$ for a dollar sign.",
    office: (files: number) =>
      `${count(files, "Office document is", "Office documents are")} searched, not replaced in.`,
    planning: "Counting what would be replaced…",
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
    told: ({ status, report }: { status: "done" | "undone"; report: ReplaceReport }) => {
      const { matches, fileCount, left } = report;
      const what = `${count(matches, "match", "matches")} in ${count(fileCount, "file", "files")}`;
      if (status === "undone") return `Brought back ${what}.`;
      const done = matches === 0 ? "Nothing was replaced." : `Replaced ${what}.`;
      return left > 0 ? `${done} Stopped: ${count(left, "file was", "files were")} left as they are.` : done;
    },
    changed: (paragraphs: number) =>
      `${count(paragraphs, "paragraph has", "paragraphs have")} changed since the search, and ${paragraphs === 1 ? "stays as it is" : "stay as they are"}.`,
    failed: (path: string, why: string) => `${path}: ${why}`,
    moreFailed: (files: number) => `and ${count(files, "file", "files")} more`,
    undo: "Undo",
    nothingToUndo: "There is no replacement to undo.",
  },
};

/** The sentences of the search, in one language. */
export type SearchWords = typeof english;

/** The sentences of the search in the language in use. */
export let searchWords: SearchWords = english;

spoken<SearchWords>({ en: english, "zh-CN": chinese }, (now) => {
  searchWords = now;
});
