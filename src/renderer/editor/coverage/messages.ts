import { registerMessages } from "../../ui/language";

const english = {
  /** `who`: one name or several. */
  lines: (who: string, read: number, total: number) =>
    `${who} read ${read} of ${total} ${total === 1 ? "line" : "lines"}`,
  notRead: "Not read by any agent",
  withChildren: (sentence: string) => `${sentence}, including sub-sections`,
  overall: (who: string, count: number, percent: string) => `${who} ${count === 1 ? "has" : "have"} read ${percent}`,
  others: (count: number) => (count === 1 ? "another" : `${count} others`),
  clear: "Clear",
  clearHint: "Clear the marks of what agents have read in this document",
  read: (who: string, time: string, tool: string) => `Read by ${who} at ${time} with ${tool}`,
  matched: (who: string, sought: string, time: string, tool: string) =>
    `Matched ${sought}: ${who} at ${time} with ${tool}`,
};

/** The strings about what agents have read, in one language. */
type CoverageMessages = typeof english;

const chinese: CoverageMessages = {
  lines: (who, read, total) => `${who} 读过 ${total} 行中的 ${read} 行`,
  notRead: "还没有智能体读过",
  withChildren: (sentence) => `${sentence}（含下级章节）`,
  overall: (who, _count, percent) => `${who} 已读 ${percent}`,
  others: (count) => `另外 ${count} 个智能体`,
  clear: "清除",
  clearHint: "清除智能体在此文档中的阅读标记",
  read: (who, time, tool) => `${who} 于 ${time} 用 ${tool} 读过`,
  matched: (who, sought, time, tool) => `匹配 ${sought}：${who} 于 ${time} 用 ${tool} 查找`,
};

/** The strings about what agents have read, in the language in use. */
export let coverageMessages: CoverageMessages = english;

registerMessages<CoverageMessages>({ en: english, "zh-CN": chinese }, (current) => {
  coverageMessages = current;
});
