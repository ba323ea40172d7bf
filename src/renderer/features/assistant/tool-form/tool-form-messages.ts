/** Strings of the tool forms; the Chinese is in assistant/tool-form/tool-form-messages.zh.ts. */
import { counting } from "../../../../shared/language";
import { registerMessages } from "../../../ui/language";
import { chinese } from "./tool-form-messages.zh";

const { number } = counting("en");

const english = {
  tools: "Tools",
  loading: "Loading the tools…",
  failed: "The tools could not be listed.",
  none: (query: string) => `No tool matches “${query}”.`,
  reads: "reads",
  writes: "writes",
  /** Translated tool titles by tool name; empty in English, where the tool's own title is used. */
  titles: {} as Readonly<Record<string, string>>,
  form: (title: string) => `${title}: arguments`,
  about: "What it does",
  back: "All Tools",
  run: "Run",
  running: "Running…",
  more: (count: number) => `${number(count)} more arguments`,
  required: "required",
  chooseOne: "– choose –",
  asUsual: "default",
  yes: "yes",
  no: "no",
  lines: "One per line.",
  json: "JSON",
  range: (least: number | null, most: number | null) =>
    least !== null && most !== null
      ? `${number(least)} to ${number(most)}`
      : least !== null
        ? `at least ${number(least)}`
        : most !== null
          ? `at most ${number(most)}`
          : "",
  root: (folder: string) => `Paths are relative to ${folder}.`,
  noRoot: "No folder open. Use the full path of an open document.",
  files: "Files in the folder",
  rejected: "Rejected. Nothing was changed.",
  notStarted: "Not run.",
  done: (title: string) => `${title}: done.`,
  error: {
    missing: "Required.",
    "not a number": "Enter a number.",
    "not whole": "Enter a whole number.",
    "too small": (least: number) => `Must be at least ${number(least)}.`,
    "too big": (most: number) => `Must be at most ${number(most)}.`,
    "too many": (most: number, found: number) => `Too many items (${number(found)}). The limit is ${number(most)}.`,
    "not a choice": "Choose one from the list.",
    "not JSON": (found: string) => `Invalid JSON: ${found}`,
    "wrong shape": (at: string, wants: string) => `${at === "" ? "Here" : `At ${at}`} must be: ${wants}`,
  },
  errors: (count: number) => (count === 1 ? "1 argument needs fixing." : `${number(count)} arguments need fixing.`),
};

/** The shape that every language has to provide. */
export type ToolFormMessages = typeof english;

/** The strings in the current language. */
export let toolFormMessages: ToolFormMessages = english;

registerMessages<ToolFormMessages>({ en: english, "zh-CN": chinese }, (now) => {
  toolFormMessages = now;
});

/** The title of a tool in the current language, or its own title. */
export const titleOfTool = ({ name, title }: { name: string; title: string }): string =>
  toolFormMessages.titles[name] ?? title;
