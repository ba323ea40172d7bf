import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";

const { many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });
const { number: numberInChinese } = counting("zh-CN");

const english = {
  before: (characters: number) => `⋯ ${count(characters, "character", "characters")} of this line before this`,
  after: (characters: number) => `⋯ ${count(characters, "character", "characters")} of this line after this`,
};

/** The strings about large texts, in one language. */
type LargeTextMessages = typeof english;

const chinese: LargeTextMessages = {
  before: (characters) => `⋯ 这一行在此之前还有 ${numberInChinese(characters)} 个字符`,
  after: (characters) => `⋯ 这一行在此之后还有 ${numberInChinese(characters)} 个字符`,
};

/** The strings about large texts, in the language in use. */
export let largeTextMessages: LargeTextMessages = english;

registerMessages<LargeTextMessages>({ en: english, "zh-CN": chinese }, (current) => {
  largeTextMessages = current;
});
