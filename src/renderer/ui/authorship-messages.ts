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
  reviewed: (share: number) => `Of what agents wrote, ${percent(share)} is reviewed`,
  stale: (share: number) => `${percent(share)} changed since`,
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
  reviewed: (share) => `智能体所写的 ${percent(share)} 已审阅`,
  stale: (share) => `其中 ${percent(share)} 此后有改动`,
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
