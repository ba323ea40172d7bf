import { counting } from "../../../shared/language";
import type { ConversationListMessages } from "./conversation-list-messages";

const { number } = counting("zh-CN");

/** The conversation list in Simplified Chinese. */
export const chinese: ConversationListMessages = {
  label: "对话",
  search: "搜索对话",
  begin: "新对话",
  none: "此文件夹中还没有对话。",
  noneHint: "您的提问保存在这台电脑上，可以按内容再次找到。",
  noMatches: (sought) => `没有对话包含“${sought}”。`,
  failed: "无法列出对话。",
  compared: "并排比较",
  turns: (count) => `${number(count)} 个问题`,
  running: "正在回答",
  asking: "等待您回答",
  current: "当前",
  rename: "重命名",
  renameOf: (title) => `重命名 ${title}`,
  title: "标题",
  export: "导出为 Markdown",
  exportOf: (title) => `将 ${title} 导出为 Markdown`,
  exported: (name) => `已导出为 ${name}。`,
  delete: "删除",
  deleteOf: (title) => `删除 ${title}`,
  deleted: (title, answers) =>
    answers === 1 ? `“${title}”已删除。` : `“${title}”及其 ${number(answers)} 个回答已删除。`,
  undo: "撤销",
  back: (title, answers) => (answers === 1 ? `“${title}”已恢复。` : `“${title}”及其 ${number(answers)} 个回答已恢复。`),
  besides: (answers) => `${number(answers)} 个并排显示`,
  member: (title, name) => `${title}：${name}`,
  deleteAll: "删除所有回答",
  deleteAllOf: (title, answers) => `删除 ${title} 及其 ${number(answers)} 个回答`,
  deleteQuestion: (answers) => `删除全部 ${number(answers)} 个回答？`,
  deleteDetail: (title, names) => `“${title}”由 ${names.join("、")} 回答。`,
  deleteRunning: "仍在回答的将被停止。",
};
