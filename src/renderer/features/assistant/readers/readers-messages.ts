/** Strings of the readers' form that panelMessages.readers does not have; the Chinese is in assistant/readers/readers-messages.zh.ts. */
import { counting } from "../../../../shared/language";
import { registerMessages } from "../../../ui/language";
import { chinese } from "./readers-messages.zh";

const { number } = counting("en");

const english = {
  noWords: "Describe what this reader should look for.",
  removed: (at: number) => `Reader ${number(at)} removed.`,
  added: (at: number) => `Reader ${number(at)} added.`,
  addedLast: (at: number) => `Reader ${number(at)} added. That is the maximum.`,
};

export type ReadersMessages = typeof english;

/** The strings in the current language. */
export let readersMessages: ReadersMessages = english;

registerMessages<ReadersMessages>({ en: english, "zh-CN": chinese }, (now) => {
  readersMessages = now;
});
