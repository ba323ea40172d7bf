import type { SpellingMessages } from "./messages";

/** The strings of spell-check in Simplified Chinese. */
export const chinese: SpellingMessages = {
  noSuggestions: "没有建议",
  add: "添加到词典",
  ignore: "在此文档中忽略",
  none: "没有找到拼写错误。",
  noneHere: "光标处没有发现错误。",
};
