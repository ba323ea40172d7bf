/** Strings of Rewrite. How strings are added: ui/messages.ts; the Chinese is in messages.zh.ts. */
import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { many } = counting("en");

const english = {
  heading: "Rewrite the selection",
  field: "How should it be rewritten?",
  ask: "Rewrite",
  again: "Again",
  stop: "Stop",
  sentTo: (model: string) => `Only the selected text and your instruction are sent to ${model}.`,
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
  choose: (at: number) => `Use alternative ${at}`,
  take: "Use",
  copy: "Copy",
  copied: "Alternative copied",
  states: { asking: "Waiting…", streaming: "Writing…", stopped: "Stopped", retrying: "Retrying…" },
  same: "Same as the current text",
  ready: (count: number) => many(count, { one: "1 alternative is ready", other: `${count} alternatives are ready` }),
  keys: "Press 1, 2 or 3 to use one, arrows to move between them, Escape to cancel.",
  written: "Rewrite inserted for review",
  writtenAlone: "Rewrite inserted",
  openLink: "Open Link",
  table: "Table",
  copyLink: "Copy Link",
  nothingSelected: "Select some text to rewrite first.",
};

/** The shape that every language has to provide. */
export type RewriteMessages = typeof english;

/** The strings in the current language. */
export let rewriteMessages: RewriteMessages = english;

registerMessages<RewriteMessages>({ en: english, "zh-CN": chinese }, (now) => {
  rewriteMessages = now;
});
