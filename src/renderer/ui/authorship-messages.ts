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
  open: "Statement",
  copied: "Copied",
  /** The tab with the statement. */
  page: {
    title: (file: string) => `Who wrote ${file}`,
    size: (words: number, characters: number) =>
      `${en.many(words, { one: "word", other: "words" })}, ${en.many(characters, { one: "character", other: "characters" })}`,
    number: (count: number) => en.number(count),
    percent,
    writers: "Writers",
    columns: {
      writer: "Writer",
      how: "How",
      words: "Words",
      characters: "Characters",
      share: "Share",
      reviewed: "Reviewed",
    },
    how: {
      user: "typed",
      pasted: "pasted",
      agent: "agent",
      program: "another program",
      person: "another person",
      unknown: "not known",
    },
    changedSince: (reviewed: string, stale: string) => `${reviewed}, ${stale} of it changed since`,
    reasons: "Why it was written",
    reason: { note: "Note", request: "Question" },
    unknown: "What is not known",
    unknownPart: (share: string) =>
      `${share} of the text: it was there before Galley stored its first version, or came with a version that is no longer stored.`,
    showText: "Show Text",
    copyMarkdown: "Copy as Markdown",
    copyJson: "Copy as JSON",
    saveJson: "Save as JSON…",
    saved: (name: string) => `Saved ${name}`,
    loading: "Reading the versions…",
    empty: "This text is empty.",
  },
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
  open: "声明",
  copied: "已复制",
  page: {
    title: (file) => `谁写了 ${file}`,
    size: (words, characters) => `${zh.number(words)} 词，${zh.number(characters)} 个字符`,
    number: (count) => zh.number(count),
    percent,
    writers: "作者",
    columns: { writer: "作者", how: "方式", words: "词数", characters: "字符数", share: "占比", reviewed: "已审阅" },
    how: { user: "键入", pasted: "粘贴", agent: "智能体", program: "其他程序", person: "其他人", unknown: "未知" },
    changedSince: (reviewed, stale) => `${reviewed}，其中 ${stale} 此后有改动`,
    reasons: "为何而写",
    reason: { note: "说明", request: "问题" },
    unknown: "未知部分",
    unknownPart: (share) => `文本的 ${share}：在 Galley 保存第一个版本之前就已存在，或来自不再保存的版本。`,
    showText: "显示文本",
    copyMarkdown: "复制为 Markdown",
    copyJson: "复制为 JSON",
    saveJson: "保存为 JSON…",
    saved: (name) => `已保存 ${name}`,
    loading: "正在读取各版本…",
    empty: "此文本为空。",
  },
  close: "关闭",
  changed: "文字已改变，请重试",
};

/** The strings in the current language. */
export let authorshipMessages: typeof english = english;

registerMessages<typeof english>({ en: english, "zh-CN": chinese }, (now) => {
  authorshipMessages = now;
});
