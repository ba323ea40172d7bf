import { calloutNamesInChinese } from "../../ui/callout-names";
import type { LiveMessages } from "./messages";

/** The strings of the live preview in Simplified Chinese. */
export const chinese: LiveMessages = {
  task: (text) => (text ? `任务：${text}` : "任务"),
  alert: calloutNamesInChinese,
  code: { copy: "复制代码", copied: "已复制" },
  front: { label: "属性" },
  image: {
    noAlt: "图片",
    remote: "来自网络的图片，Galley 从不加载",
    elsewhere: "只显示已打开文件夹中的图片",
    embedded: "内嵌图片过大，不在此显示",
    broken: "无法读取此图片",
  },
  table: { label: (columns, rows) => `表格，${columns} 列，${rows} 行` },
  drawing: { failed: "无法绘制" },
  follow: (target) => `${target}\nCtrl+单击以打开`,
};
