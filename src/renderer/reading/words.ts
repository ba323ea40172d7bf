import { counting } from "../../shared/language";
import { spoken } from "../ui/language";

const english = {
  label: (name: string) => `${name}, reading view`,
  loading: "Rendering…",
  empty: "There is nothing to read yet.",
  failed: "This document could not be rendered.",
  slow: "Rendering this document took longer than a minute and was stopped.",
  toSource: "Back to the text",
  remote: "an image of another computer, which is not loaded",
  broken: "an image that cannot be read",
  noImage: "an image whose address is none that is shown",
  notFound: "an image that is not in the folder",
  properties: "Properties",
  alerts: { note: "Note", tip: "Tip", important: "Important", warning: "Warning", caution: "Caution" } as Record<
    string,
    string
  >,
  noPlace: (target: string) => `Nothing in this document is called “${target}”.`,
  entered: "Reading view",
  left: "Text",
  cropped: (hidden: number) => `${written(hidden)} more characters stand in the text.`,
  onlyMarkdown: "Only Markdown has a reading view.",
  find: {
    label: "Find",
    next: "Next",
    previous: "Previous",
    close: "Close",
    none: "Not found",
    place: (at: number, count: string) => `${at} of ${count}`,
  },
  menu: { copy: "Copy", selectAll: "Select All", openLink: "Open Link", copyLink: "Copy Link" },
};

type Words = typeof english;

const chinese: Words = {
  label: (name) => `${name}，阅读视图`,
  loading: "正在排版…",
  empty: "还没有可读的内容。",
  failed: "无法显示此文档。",
  slow: "排版此文档超过一分钟，已停止。",
  toSource: "返回文本",
  remote: "其他计算机上的图片，未加载",
  broken: "无法读取的图片",
  noImage: "图片地址不受支持",
  notFound: "文件夹中没有此图片",
  properties: "属性",
  alerts: { note: "注意", tip: "提示", important: "重要", warning: "警告", caution: "当心" },
  noPlace: (target) => `此文档中没有“${target}”。`,
  entered: "阅读视图",
  left: "文本",
  cropped: (hidden) => `其余 ${written(hidden)} 个字符请在文本中查看。`,
  onlyMarkdown: "只有 Markdown 文档有阅读视图。",
  find: {
    label: "查找",
    next: "下一个",
    previous: "上一个",
    close: "关闭",
    none: "未找到",
    place: (at, count) => `第 ${at} 个，共 ${count} 个`,
  },
  menu: { copy: "复制", selectAll: "全选", openLink: "打开链接", copyLink: "复制链接" },
};

/** The words of the reading view, in the language in use. */
export let readingWords: Words = english;
spoken<Words>({ en: english, "zh-CN": chinese }, (words) => {
  readingWords = words;
});

/** Numbers as the language of the page writes them. */
export const written = (value: number): string =>
  counting(document.documentElement.lang === "zh-CN" ? "zh-CN" : "en").number(value);
