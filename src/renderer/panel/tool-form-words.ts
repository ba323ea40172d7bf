/** Every sentence of running tools without a model; the Chinese is in tool-form-words.chinese.ts. */
import { counting } from "../../shared/language";
import { spoken } from "../ui/language";
import { chinese } from "./tool-form-words.chinese";

const { number } = counting("en");

const english = {
  tools: "Tools",
  loading: "Loading the tools…",
  failed: "The tools could not be listed.",
  none: (query: string) => `No tool is called “${query}”.`,
  reads: "reads",
  writes: "writes",
  /** Titles of tools by their name, where another language has one; else the tool's own. */
  titles: {} as Readonly<Record<string, string>>,
  form: (title: string) => `${title}: arguments`,
  about: "What it does",
  back: "Other Tools",
  run: "Run",
  running: "Running…",
  more: (count: number) => `${number(count)} more arguments`,
  required: "required",
  chooseOne: "– choose –",
  asUsual: "as usual",
  yes: "yes",
  no: "no",
  lines: "One a line.",
  json: "As JSON.",
  range: (least: number | null, most: number | null) =>
    least !== null && most !== null
      ? `${number(least)} to ${number(most)}`
      : least !== null
        ? `at least ${number(least)}`
        : most !== null
          ? `at most ${number(most)}`
          : "",
  root: (folder: string) => `Paths are in ${folder}.`,
  noRoot: "No folder is open: only documents that are open can be reached, by their whole path.",
  files: "Files of the folder",
  refused: "It was refused, and changed nothing.",
  notStarted: "It was not run.",
  done: (title: string) => `${title}: done.`,
  fault: {
    missing: "This is needed.",
    "not a number": "Give a number.",
    "not whole": "Give a whole number.",
    "too small": (least: number) => `Give at least ${number(least)}.`,
    "too big": (most: number) => `Give at most ${number(most)}.`,
    "too many": (most: number, found: number) => `At most ${number(most)} fit; these are ${number(found)}.`,
    "not a choice": "Choose one of the list.",
    "not JSON": (found: string) => `This is not JSON: ${found}`,
    "wrong shape": (at: string, wants: string) => `${at === "" ? "Here" : `At ${at}`} must be: ${wants}`,
  },
  faults: (count: number) =>
    count === 1 ? "One argument has to be put right." : `${number(count)} arguments have to be put right.`,
};

/** The sentences of running tools, in one language. */
export type ToolFormWords = typeof english;

/** The sentences of running tools in the language in use. */
export let toolFormWords: ToolFormWords = english;

spoken<ToolFormWords>({ en: english, "zh-CN": chinese }, (now) => {
  toolFormWords = now;
});

/** What the page calls a tool: in its own language where it has a title there. */
export const titleOfTool = ({ name, title }: { name: string; title: string }): string =>
  toolFormWords.titles[name] ?? title;
