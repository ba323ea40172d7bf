import { counting } from "../../../shared/language";
import { calloutNames, calloutNamesInChinese } from "../../ui/callout-names";
import { registerMessages } from "../../ui/language";

const english = {
  label: (name: string) => `${name}, preview`,
  loading: "Rendering…",
  empty: "This document is empty.",
  failed: "This document could not be rendered.",
  slow: "Rendering took longer than a minute and was stopped.",
  backToEditing: "Back to editing",
  remote: "Remote image (not loaded)",
  broken: "This image can't be read",
  noImage: "Unsupported image address",
  properties: "Properties",
  alerts: calloutNames,
  rollDice: (source: string) => `Roll ${source}`,
  rolled: (source: string, result: string) => `${source}: ${result}`,
  targetNotFound: (target: string) => `Can't find “${target}” in this document.`,
  cropped: (hidden: number) => `${written(hidden)} more characters not shown here.`,
  embed: {
    label: (target: string) => `Embedded note: ${target}`,
    html: "HTML in the document",
    cropped: "Only the beginning is shown here.",
    inItself: "This note contains itself, so it is only linked here.",
    tooMany: "There are too many embedded notes here, so this one is only linked.",
  },
  find: {
    label: "Find",
    next: "Next",
    previous: "Previous",
    close: "Close",
    none: "Not found",
    position: (at: number, count: string) => `${at} of ${count}`,
  },
  answer: {
    copyCode: "Copy code",
    rest: (size: string) => `Show more (${size} left)`,
    outside: (path: string) => `${path} is not in this folder.`,
  },
  menu: { copy: "Copy", selectAll: "Select All", openLink: "Open Link", copyLink: "Copy Link" },
};

type PreviewMessages = typeof english;

const chinese: PreviewMessages = {
  label: (name) => `${name}，预览`,
  loading: "正在排版…",
  empty: "还没有可读的内容。",
  failed: "无法显示此文档。",
  slow: "排版此文档超过一分钟，已停止。",
  backToEditing: "返回文本",
  remote: "其他计算机上的图片，未加载",
  broken: "无法读取的图片",
  noImage: "图片地址不受支持",
  properties: "属性",
  alerts: calloutNamesInChinese,
  rollDice: (source) => `掷 ${source}`,
  rolled: (source, result) => `${source}：${result}`,
  targetNotFound: (target) => `此文档中没有“${target}”。`,
  cropped: (hidden) => `其余 ${written(hidden)} 个字符请在文本中查看。`,
  embed: {
    label: (target) => `嵌入的笔记：${target}`,
    html: "文档中的 HTML",
    cropped: "此处仅显示开头。",
    inItself: "此笔记包含其自身，因此这里只显示链接。",
    tooMany: "这里嵌入的笔记太多，因此此处只显示链接。",
  },
  find: {
    label: "查找",
    next: "下一个",
    previous: "上一个",
    close: "关闭",
    none: "未找到",
    position: (at, count) => `第 ${at} 个，共 ${count} 个`,
  },
  answer: {
    copyCode: "复制代码",
    rest: (size) => `显示更多（还有 ${size}）`,
    outside: (path) => `${path} 不在此文件夹中。`,
  },
  menu: { copy: "复制", selectAll: "全选", openLink: "打开链接", copyLink: "复制链接" },
};

/** The strings of the preview, in the language in use. */
export let previewMessages: PreviewMessages = english;
registerMessages<PreviewMessages>({ en: english, "zh-CN": chinese }, (messages) => {
  previewMessages = messages;
});

/** Formats numbers in the language of the window. */
export const written = (value: number): string =>
  counting(document.documentElement.lang === "zh-CN" ? "zh-CN" : "en").number(value);
