import { counting } from "../../shared/language";
import type { EditorMessages } from "./messages";

const { number } = counting("zh-CN");

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
  openingFailed: (message, hint) =>
    `只加载了开头部分：${[ended(message), hint && ended(hint)].filter(Boolean).join("")}正在重试。`,
  neverSaved: "尚未存入文件。您的文字已妥善保留。",
  readOnly: (why) => `${ended(why)}您输入的内容会保留；请用“另存为”存到其他文件。`,
  failed: (message, hint) => [ended(message), hint && ended(hint)].filter(Boolean).join(""),
  noAnswer: "Galley 的主进程没有响应。您的文字仍在这里，稍后会再次保存。",
  changed: (who, lines) => `${who} 修改了 ${number(lines)} 行`,
  conflictOpened: (who) => `您与 ${who} 修改了相同的文字。请选择保留哪一份：Alt+1 我的，Alt+2 对方的，Alt+3 两者都要。`,
  you: "您",
  anotherProgram: "其他程序",
  conflict: {
    group: (who) => `冲突：您与 ${who} 修改了相同的文字`,
    mine: "我的",
    theirs: "对方的",
    both: "两者",
    yours: "您的版本",
    others: (who) => `${who} 的版本`,
    nothing: "（已删去）",
    more: (lines) => `再显示 ${number(lines)} 行`,
    key: (n) => `Alt+${n}`,
    resolved: (left) => (left === 0 ? "冲突已解决，继续保存" : `已解决，还剩 ${number(left)} 处冲突`),
  },
  find: {
    find: "查找",
    replace: "替换为",
    previous: "上一个匹配（Shift+Enter）",
    next: "下一个匹配（Enter）",
    all: "全部",
    selectAll: "选中全部匹配",
    matchCase: "区分大小写",
    wholeWord: "全字匹配",
    regexp: "正则表达式",
    replaceOne: "替换",
    replaceAll: "全部替换",
    close: "关闭（Esc）",
    searching: (hundredths) => `正在查找… ${hundredths}%`,
    count: (index, total, most) => {
      if (total === 0) return "没有匹配";
      const all = total === null ? `${number(most)}+` : number(total);
      return index > 0 ? `第 ${number(index)} 个，共 ${all} 个` : `${all} 个`;
    },
  },
  restOfLine: {
    before: (characters) => `⋯ 这一行在此之前还有 ${number(characters)} 个字符`,
    after: (characters) => `⋯ 这一行在此之后还有 ${number(characters)} 个字符`,
  },
  pastedPlain: (characters, most) =>
    `复制的内容有 ${Math.round(characters / 1e6)} 百万个字符的格式；最多能把 ${Math.round(most / 1e6)} 百万个字符转换为 Markdown。已按纯文本粘贴。`,
  pastedPlainParts: "复制的内容有超过 200 万处格式，最多能把 200 万处转换为 Markdown。已按纯文本粘贴。",
  pastedUnread: "无法读取复制内容的格式。已按纯文本粘贴。",
  imagesAdded: (images) => `已在文档旁保存 ${images} 张图片。撤销会移除链接，文件会保留。`,
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

const ended = (sentence: string) => (/[.!?…。！？]$/.test(sentence.trim()) ? sentence.trim() : `${sentence.trim()}。`);
