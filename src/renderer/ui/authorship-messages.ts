/** Strings about who wrote a text. How strings are added: ui/messages.ts. */
import { counting } from "../../shared/language";
import { registerMessages } from "./language";

const en = counting("en");
const zh = counting("zh-CN");
const percent = (share: number) => `${Math.round(share * 100)} %`;

const english = {
  heading: "Who wrote what",
  you: "You",
  pasted: "pasted by you",
  unknown: "unknown",
  share: (name: string, share: number) => `${percent(share)} ${name}`,
  words: (count: number) => en.many(count, { one: "word", other: "words" }),
  comma: ", ",
  /** The user by name, for others. */
  byUser: (kind: "user" | "pasted", name: string) => (kind === "user" ? name : `pasted by ${name}`),
  /** `stale` is the part of it, of 1, that somebody has changed since. */
  reviewed: (part: string, user: string, stale: number) =>
    `${part} (reviewed by ${user === "" ? "you" : user}${stale > 0 ? `, ${percent(stale)} of it changed since` : ""})`,
  notReviewed: (part: string) => `${part} (not reviewed)`,
  statement: (parts: string) => `Words by ${parts}.`,
  wrote: (name: string, at: string) => (at === "" ? name : `${name}, ${at}`),
  isReviewed: "reviewed",
  isOpen: "not reviewed",
  isStale: "reviewed, changed since",
  note: (note: string) => `Why: ${note}`,
  request: (question: string) => `Question: ${question}`,
  copy: "Copy Statement",
  copyJson: "Copy as JSON",
  copied: "Copied",
  close: "Close",
  changed: "The text has changed in the meantime. Try again.",
};

const chinese: typeof english = {
  heading: "谁写了什么",
  you: "您",
  pasted: "由您粘贴",
  unknown: "未知",
  share: (name, share) => `${name} ${percent(share)}`,
  words: (count) => `${zh.number(count)} 词`,
  comma: "，",
  byUser: (kind, name) => (kind === "user" ? name : `由 ${name} 粘贴`),
  reviewed: (part, user, stale) =>
    `${part}（${user === "" ? "您" : ` ${user} `}已审阅${stale > 0 ? `，其中 ${percent(stale)} 此后有改动` : ""}）`,
  notReviewed: (part) => `${part}（未审阅）`,
  statement: (parts) => `文字来自：${parts}。`,
  wrote: (name, at) => (at === "" ? name : `${name}，${at}`),
  isReviewed: "已审阅",
  isOpen: "未审阅",
  isStale: "已审阅，此后有改动",
  note: (note) => `原因：${note}`,
  request: (question) => `问题：${question}`,
  copy: "复制声明",
  copyJson: "复制为 JSON",
  copied: "已复制",
  close: "关闭",
  changed: "文字已改变，请重试",
};

/** The strings in the current language. */
export let authorshipMessages: typeof english = english;

registerMessages<typeof english>({ en: english, "zh-CN": chinese }, (now) => {
  authorshipMessages = now;
});
