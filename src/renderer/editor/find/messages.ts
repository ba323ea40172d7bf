import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";

const { number } = counting("en");
const { number: numberInChinese } = counting("zh-CN");

const english = {
  find: "Find",
  replace: "Replace with",
  previous: "Previous match (Shift+Enter)",
  next: "Next match (Enter)",
  all: "All",
  selectAll: "Select all matches",
  matchCase: "Match case",
  wholeWord: "Whole words",
  regexp: "Regular expression",
  inSelection: "Only in the selection",
  selectFirst: "Select the text to search in first.",
  invalid: "Invalid expression",
  replaceOne: "Replace",
  replaceAll: "Replace all",
  close: "Close (Escape)",
  searching: (hundredths: number) => `Searching… ${hundredths} %`,
  /** `index` 0: no match is selected. `total` null: more than `most`. */
  count: (index: number, total: number | null, most: number) => {
    if (total === 0) return "No matches";
    const all = total === null ? `${number(most)}+` : number(total);
    return index > 0 ? `${number(index)} of ${all}` : all;
  },
};

/** The strings of the search in a document, in one language. */
type FindMessages = typeof english;

const chinese: FindMessages = {
  find: "查找",
  replace: "替换为",
  previous: "上一个匹配（Shift+Enter）",
  next: "下一个匹配（Enter）",
  all: "全部",
  selectAll: "选中全部匹配",
  matchCase: "区分大小写",
  wholeWord: "全字匹配",
  regexp: "正则表达式",
  inSelection: "仅在选中内容中",
  selectFirst: "请先选中要查找的文本。",
  invalid: "表达式无效",
  replaceOne: "替换",
  replaceAll: "全部替换",
  close: "关闭（Esc）",
  searching: (hundredths) => `正在查找… ${hundredths}%`,
  count: (index, total, most) => {
    if (total === 0) return "没有匹配";
    const all = total === null ? `${numberInChinese(most)}+` : numberInChinese(total);
    return index > 0 ? `第 ${numberInChinese(index)} 个，共 ${all} 个` : `${all} 个`;
  },
};

/** The strings of the search in a document, in the language in use. */
export let findMessages: FindMessages = english;

registerMessages<FindMessages>({ en: english, "zh-CN": chinese }, (current) => {
  findMessages = current;
});
