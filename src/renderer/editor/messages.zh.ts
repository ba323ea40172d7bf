import type { EditorMessages } from "./messages";
import { endedInChinese as ended } from "./sync/messages";

/** The editor's strings in Simplified Chinese. */
export const chinese: EditorMessages = {
  label: (name) => `${name} 的正文`,
  status: {
    saved: "已保存",
    unsaved: "未保存，您的文字已妥善保留",
    saving: "正在保存…",
    opening: "正在打开…",
    waiting: "完成输入后将自动保存",
    conflict: "冲突：请选择保留哪个版本，选择之前不会保存。",
    "read-only": "此文件无法在原处保存，您输入的内容会保留。请用“另存为”存到其他文件。",
    gone: "文件已被删除或移走。您的文字仍在这里。保存可恢复文件，也可另存为。",
    unread: "无法读取此文件",
    failed: "未能保存，您的文字已妥善保留",
  },
  opening: (hundredths) => `正在打开… ${hundredths} %`,
  stillOpening: "此文档仍在加载，加载完成后即可编辑。",
  unsavedBeforeSuggesting: "建议模式要从已保存的文字开始，而现在还有未能保存的修改。",
  openingFailed: (message, hint) =>
    `只加载了开头部分：${[ended(message), hint && ended(hint)].filter(Boolean).join("")}正在重试。`,
  neverSaved: "尚未存入文件。您的文字已妥善保留。",
  readOnly: (why) => `${ended(why)}您输入的内容会保留；请用“另存为”存到其他文件。`,
  damagedByte: (hex) => `无效字节：${hex}`,
  phrases: {
    "Fold line": "折叠",
    "Unfold line": "展开",
    "folded code": "折叠的内容",
    unfold: "展开",
    "Folded lines": "已折叠的行",
    "Unfolded lines": "已展开的行",
    to: "至",
    "Control character": "控制字符",
    "Selection deleted": "已删除所选内容",
    "current match": "当前匹配",
    "on line": "位于行",
    "replaced match on line $": "已替换第 $ 行的匹配",
    "replaced $ matches": "已替换 $ 处匹配",
  },
};
