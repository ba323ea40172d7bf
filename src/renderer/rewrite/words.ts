/** Every sentence of rewriting in place. How words are added: ui/words.ts; the Chinese is in words.chinese.ts. */
import { counting } from "../../shared/language";
import { spoken } from "../ui/language";
import { chinese } from "./words.chinese";

const { many } = counting("en");

const english = {
  heading: "Rewrite the selection",
  field: "How should it be rewritten?",
  recent: "Asked lately",
  ask: "Rewrite",
  again: "Again",
  stop: "Stop",
  goesTo: (model: string) => `Only the selected text and your words go to ${model}.`,
  noModel: "No model is set up yet.",
  setUp: "Set up a model…",
  presets: {
    shorter: { label: "Shorter", instruction: "Make it shorter, and keep what it says." },
    clearer: { label: "Clearer", instruction: "Make it clearer and easier to read." },
    grammar: {
      label: "Fix grammar",
      instruction: "Correct spelling, grammar and punctuation, and change nothing else.",
    },
    formal: { label: "More formal", instruction: "Make it more formal." },
    friendly: { label: "Friendlier", instruction: "Make it friendlier and less formal." },
    english: { label: "Into English", instruction: "Translate it into English." },
    chinese: { label: "Into Chinese", instruction: "Translate it into Simplified Chinese." },
  },
  alternatives: "Alternatives",
  alternative: (at: number) => `Alternative ${at}`,
  choose: (at: number) => `Take alternative ${at}`,
  take: "Take",
  copy: "Copy",
  copied: "The alternative is on the clipboard",
  states: { asking: "Asked…", streaming: "Writing…", stopped: "Stopped", retrying: "Asking again…" },
  same: "The same words as now",
  added: "added:",
  removed: "taken away:",
  ready: (count: number) => many(count, { one: "1 alternative is ready", other: `${count} alternatives are ready` }),
  keys: "1, 2, 3 take one; the arrows go through them; Escape leaves the text as it is.",
  written: "The rewrite is in the text and waits for review",
  writtenAlone: "The rewrite is in the text",
  nothingSelected: "There are no words here to rewrite. Select some first.",
  lost: "The passage is no longer there.",
};

/** What is said about rewriting in place, in one language. */
export type RewriteWords = typeof english;

/** What is said about rewriting in place, in the language in use. */
export let rewriteWords: RewriteWords = english;

spoken<RewriteWords>({ en: english, "zh-CN": chinese }, (now) => {
  rewriteWords = now;
});
