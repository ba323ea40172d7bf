import { registerMessages } from "../../../ui/language";

const english = {
  /** Before what is removed. */
  remove: (text: string) => `Remove “${text}”`,
  ignore: "Ignore in This Document",
  ruleOff: "Turn Off This Rule",
};

type GrammarMessages = typeof english;

const chinese: GrammarMessages = {
  remove: (text) => `删除“${text}”`,
  ignore: "在此文档中忽略",
  ruleOff: "关闭此规则",
};

/** The strings of the grammar check, in the language in use. */
export let grammarMessages: GrammarMessages = english;

registerMessages<GrammarMessages>({ en: english, "zh-CN": chinese }, (now) => {
  grammarMessages = now;
});
