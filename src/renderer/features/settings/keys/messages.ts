import { counting } from "../../../../shared/language";
import { registerMessages } from "../../../ui/language";
import type { Reserved } from "./key-changes";

const { number } = counting("en");
const { number: numberChinese } = counting("zh-CN");

const english = {
  search: "Search commands and shortcuts",
  changed: (count: number) => `Changed (${number(count)})`,
  conflicts: (count: number) => `Conflicts (${number(count)})`,
  command: "Command",
  keys: "Shortcut",
  add: "Add shortcut",
  addTo: (title: string) => `Add shortcut to ${title}`,
  remove: (key: string, title: string) => `Remove ${key} from ${title}`,
  noKey: "no shortcut",
  reset: (keys: string) => `Reset to ${keys}`,
  resetOf: (title: string, keys: string) => `${title}: reset to ${keys}`,
  nothing: "nothing",
  press: "Press keys…",
  pressFor: (title: string) => `Press the keys for ${title}, or Escape to cancel.`,
  needsModifier: (key: string) =>
    `${key} types text or moves the cursor. Combine it with Ctrl or Alt, or use a function key.`,
  alreadyUsed: (key: string, titles: string) => `${key} is already used by ${titles}.`,
  give: (title: string) => `Reassign to ${title}`,
  cancel: "Cancel",
  also: (titles: string) => `also ${titles}`,
  unreadable: (keys: string) => `Invalid shortcut in the settings file: ${keys}`,
  none: "No matching commands or shortcuts.",
  noneChanged: "No shortcuts changed.",
  noneInConflict: "No conflicts.",
  added: (key: string, title: string) => `${key} added to ${title}`,
  removed: (key: string, title: string) => `${key} removed from ${title}`,
  wasReset: (title: string) => `${title} reset to default`,
  resetAll: "Reset all shortcuts…",
  resetQuestion: "Reset all shortcuts?",
  resetDetail: (count: number) =>
    count === 1
      ? "You have changed the shortcuts of 1 command."
      : `You have changed the shortcuts of ${number(count)} commands.`,
  resetAction: "Reset",
  reserved: (key: string, what: Reserved) =>
    ({
      copy: `${key} is reserved for Copy. Choose another shortcut.`,
      cut: `${key} is reserved for Cut. Choose another shortcut.`,
      paste: `${key} is reserved for Paste. Choose another shortcut.`,
      "select all": `${key} is reserved for Select All. Choose another shortcut.`,
      quit: `${key} is reserved for Quit. Choose another shortcut.`,
      tabs: `${key} is reserved for switching tabs. Choose another shortcut.`,
      system: `${key} is reserved by the system. Choose another shortcut.`,
    })[what],
  list: (titles: readonly string[]) => titles.join(", "),
};

export type KeysMessages = typeof english;

const chinese: KeysMessages = {
  search: "查找命令或按键",
  changed: (count) => `已更改（${numberChinese(count)}）`,
  conflicts: (count) => `有冲突（${numberChinese(count)}）`,
  command: "命令",
  keys: "按键",
  add: "添加按键",
  addTo: (title) => `为“${title}”添加按键`,
  remove: (key, title) => `从“${title}”移除 ${key}`,
  noKey: "无按键",
  reset: (keys) => `恢复为 ${keys}`,
  resetOf: (title, keys) => `${title}：恢复为 ${keys}`,
  nothing: "无",
  press: "请按下按键…",
  pressFor: (title) => `请按下“${title}”的按键。按 Escape 保持不变。`,
  needsModifier: (key) => `${key} 用于输入或移动光标：请同时按住 Ctrl 或 Alt，或使用功能键。`,
  alreadyUsed: (key, titles) => `${key} 已是“${titles}”的按键。`,
  give: (title) => `改给“${title}”`,
  cancel: "取消",
  also: (titles) => `也用于 ${titles}`,
  unreadable: (keys) => `设置文件中的内容不是按键：${keys}`,
  none: "没有这样的命令或按键。",
  noneChanged: "所有命令都使用默认按键。",
  noneInConflict: "没有重复的按键。",
  added: (key, title) => `${key} 现在是“${title}”的按键`,
  removed: (key, title) => `${key} 不再是“${title}”的按键`,
  wasReset: (title) => `“${title}”已恢复默认按键`,
  resetAll: "全部恢复默认按键…",
  resetQuestion: "要将所有命令恢复为默认按键吗？",
  resetDetail: (count) => `您更改了 ${numberChinese(count)} 个命令的按键。`,
  resetAction: "恢复",
  reserved: (key, what) =>
    ({
      copy: `${key} 用于复制，请换一个按键。`,
      cut: `${key} 用于剪切，请换一个按键。`,
      paste: `${key} 用于粘贴，请换一个按键。`,
      "select all": `${key} 用于全选，请换一个按键。`,
      quit: `${key} 用于退出 Galley，请换一个按键。`,
      tabs: `${key} 用于按位置切换标签页，请换一个按键。`,
      system: `${key} 由系统使用，请换一个按键。`,
    })[what],
  list: (titles) => titles.join("、"),
};

/** The strings in the current language. */
export let keysMessages: KeysMessages = english;
registerMessages<KeysMessages>({ en: english, "zh-CN": chinese }, (now) => {
  keysMessages = now;
});
