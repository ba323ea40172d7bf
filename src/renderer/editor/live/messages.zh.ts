import { calloutNamesInChinese } from "../../ui/callout-names";
import type { LiveMessages } from "./messages";

/** The strings of the live preview in Simplified Chinese. */
export const chinese: LiveMessages = {
  task: (text) => (text ? `任务：${text}` : "任务"),
  alert: calloutNamesInChinese,
  callout: {
    label: (title) => `标注：${title}`,
    fold: "折叠标注",
    unfold: "展开标注",
    held: "标注中有待处理的修改或冲突，保持展开",
  },
  contents: { label: "目录", empty: "还没有标题", more: (count) => `还有 ${count} 个` },
  code: { copy: "复制代码", copied: "已复制" },
  front: { label: "属性" },
  image: {
    noAlt: "图片",
    remote: "来自网络的图片，Galley 从不加载",
    elsewhere: "只显示已打开文件夹中的图片",
    embedded: "内嵌图片过大，不在此显示",
    broken: "无法读取此图片",
    resize: "拖动以调整大小，双击恢复原始大小",
    width: (pixels) => `宽 ${pixels} 像素`,
    ownSize: "原始大小",
  },
  table: {
    label: (columns, rows) => `表格，${columns} 列，${rows} 行`,
    row: (row) => `第 ${row} 行：单击打开菜单，拖动以移动`,
    header: "表头行：单击打开菜单",
    column: (column) => `第 ${column} 列：单击打开菜单，拖动以移动`,
    addRow: "添加一行",
    addColumn: "添加一列",
    tooManyCells: (cells, most) => `${cells} 个单元格太多，无法粘贴到表格中；最多 ${most} 个。`,
  },
  pageBreak: "分页符",
  drawing: { failed: "无法绘制" },
  followTag: "Ctrl+单击以查看此标签的位置",
  dice: {
    hint: (source) => `掷 ${source}`,
    rolled: (source, total, details) => (details === "" ? `${source}：${total}` : `${source}：${total}，${details}`),
    result: (source, total) => `${source} 的结果：${total}`,
  },
  linkPreview: (note) => `${note} 的预览`,
  follow: (target) => `${target}\nCtrl+单击以打开`,
};
