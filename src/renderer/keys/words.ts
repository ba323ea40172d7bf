import { counting } from "../../shared/language";
import { spoken } from "../ui/language";
import type { Reserved } from "./key-changes";

const { number } = counting("en");
const { number: numberChinese } = counting("zh-CN");

const english = {
  search: "Find a command or a key",
  changed: (count: number) => `Changed (${number(count)})`,
  conflicts: (count: number) => `In conflict (${number(count)})`,
  command: "Command",
  keys: "Keys",
  add: "Add a key",
  addTo: (title: string) => `Add a key to ${title}`,
  remove: (key: string, title: string) => `Take ${key} from ${title}`,
  noKey: "no key",
  reset: (keys: string) => `Back to ${keys}`,
  resetOf: (title: string, keys: string) => `${title}: back to ${keys}`,
  nothing: "nothing",
  press: "Press the keys…",
  pressFor: (title: string) => `Press the keys for ${title}. Escape leaves it as it is.`,
  needsModifier: (key: string) =>
    `${key} types or moves in the text: hold Ctrl or Alt with it, or take a function key.`,
  taken: (key: string, titles: string) => `${key} is the key of ${titles}.`,
  give: (title: string) => `Give it to ${title}`,
  cancel: "Cancel",
  also: (titles: string) => `also ${titles}`,
  unreadable: (keys: string) => `In the settings file, and no key: ${keys}`,
  none: "No command and no key is called that.",
  noneChanged: "Every command has its usual keys.",
  noneInConflict: "No key is given twice.",
  added: (key: string, title: string) => `${key} is a key of ${title} now`,
  removed: (key: string, title: string) => `${key} is no key of ${title} any more`,
  wasReset: (title: string) => `${title} has its usual keys again`,
  resetAll: "All keys back to the usual ones…",
  resetQuestion: "Give every command its usual keys?",
  resetDetail: (count: number) =>
    count === 1
      ? "You have changed the keys of one command."
      : `You have changed the keys of ${number(count)} commands.`,
  resetAction: "Give them back",
  reserved: (key: string, what: Reserved) =>
    ({
      copy: `${key} copies. Take another key.`,
      cut: `${key} cuts. Take another key.`,
      paste: `${key} pastes. Take another key.`,
      "select all": `${key} selects everything. Take another key.`,
      quit: `${key} quits Galley. Take another key.`,
      tabs: `${key} goes to a tab by its place. Take another key.`,
      system: `${key} belongs to the system. Take another key.`,
    })[what],
  list: (titles: readonly string[]) => titles.join(", "),
};

export type KeysWords = typeof english;

const chinese: KeysWords = {
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
  taken: (key, titles) => `${key} 已是“${titles}”的按键。`,
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

/** What the list of keys says, in the page's language. */
export let say: KeysWords = english;
spoken<KeysWords>({ en: english, "zh-CN": chinese }, (now) => {
  say = now;
});
