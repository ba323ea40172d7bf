import { counting } from "../../../shared/language";
import type { CommentMessages } from "./messages";

const { number } = counting("zh-CN");

/** Comments in Simplified Chinese. */
export const chinese: CommentMessages = {
  heading: "批注",
  count: (threads) => `${number(threads)} 条批注`,
  filter: "显示",
  filters: { open: "未解决", mine: "我的", agents: "智能体", resolved: "已解决" },
  none: "没有批注",
  lead: "选择文字后按 Ctrl+Alt+M。智能体会在原处回复。",
  selectFirst: "请先选择要批注的文字",
  write: "批注",
  reply: "回复",
  send: "批注",
  sendReply: "回复",
  cancel: "取消",
  save: "保存",
  needsMe: "只由我解决",
  needed: "只能由你解决",
  resolve: "解决",
  reopen: "重新打开",
  edit: "编辑",
  remove: "删除",
  removeThread: "删除批注",
  goTo: "在文档中显示",
  moved: "文字已改变",
  orphaned: "文字已不存在",
  on: (words) => `关于“${words}”的批注`,
  protectedNow: "智能体不能再修改这里",
  unprotected: "智能体又可以修改这里",
  lock: "不允许智能体修改",
};
