import type { LinkMessages } from "./messages";

/** Strings about links in Simplified Chinese. */
export const chinese: LinkMessages = {
  noHeading: (heading, name) => `${name} 中没有标题“${heading}”。`,
  noBlock: (id, name) => `${name} 中没有段落“${id}”。`,
  missing: (name) => `没有文件 ${name}。`,
  missingHint: "链接可能写错了，或者文件已被移走。",
  createDetail: (name) => `可以现在创建 ${name} 并开始书写。其他内容不变。`,
  create: "创建",

  tagUses: (count) => `${count} 处`,
  completion: { file: "文件", image: "图片", heading: "标题", label: "引用" },

  update: {
    moveTitle: (from, to) => `将 ${from} 重命名为 ${to}`,
    movedTitle: (name) => `移动 ${name}`,
    headingTitle: "重命名标题",
    looking: "正在查找链接…",
    count: (number, inFiles) => `${inFiles} 个文件中的 ${number} 个链接会失效，可以一并更新。`,
    headingCount: (number, inFiles) => `${inFiles} 个文件中有 ${number} 个链接指向这里。`,
    none: "没有链接指向这里。",
    stuck: (number) => `${number} 个链接无法写成这个名称，将会失效。`,
    notAll: "有些文件未能查找，可能还有别的链接。",
    more: (number) => `……还有 ${number} 个`,
    line: (line) => `第 ${line} 行`,
    becomes: "改为",
    isOpen: "未保存",
    updateLinks: "更新这些链接",
    rename: "重命名",
    title: "标题",
    list: "会改变的链接",
  },
  both: (one, other) => `${one}${other}`,
  updated: (number, inFiles) => `已更新 ${inFiles} 个文件中的 ${number} 个链接。`,
  renamed: "已重命名标题。",
  renamedTo: (name) => `已重命名为 ${name}。`,
  failed: (path, why) => `${path} 中的链接未能更新：${why}`,
  undo: "撤销",
  undone: "已撤销重命名。",
  nothingToUndo: "没有可撤销的重命名。",
  unfinished: {
    move: (name, before, number, inFiles) =>
      `${before} 已重命名为 ${name}，但 Galley 在更新完链接之前就结束了：${inFiles} 个文件中还有 ${number} 个链接指向旧名称。`,
    heading: (name, number, inFiles) =>
      `标题已重命名为“${name}”，但 Galley 在更新完链接之前就结束了：${inFiles} 个文件中还有 ${number} 个链接指向旧标题。`,
    updateLinks: "更新链接",
    leave: "保持原样",
    upToDate: "这次重命名的链接都已正确。",
  },
  notUndone: (path, why) => `${path} 保持不变：${why}`,
  back: {
    title: "指向本文的链接",
    from: (count) => `${count} 个链接指向本文`,
    none: "文件夹中没有其他文档链接到这里。",
  },
  noHeadingHere: "光标不在标题上。",
  saveFirst: "请先保存文档，之后才能找到指向它的链接。",
};
