/** The strings of spell-check. To add one, see ui/messages.ts; the Chinese strings are in messages.zh.ts. */
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const english = {
  noSuggestions: "No suggestions",
  add: "Add to Dictionary",
  ignore: "Ignore in This Document",
  none: "No misspelled words found.",
  noneHere: "No mistake was found at the cursor.",
};

/** The strings of spell-check, in one language. */
export type SpellingMessages = typeof english;

/** The strings of spell-check, in the language in use. */
export let spellingMessages: SpellingMessages = english;

registerMessages<SpellingMessages>({ en: english, "zh-CN": chinese }, (now) => {
  spellingMessages = now;
});
