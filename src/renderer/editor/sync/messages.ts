import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";

const { many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });
const { number: numberInChinese } = counting("zh-CN");

/** A sentence from elsewhere, with a full stop. */
export const ended = (sentence: string) => (/[.!?…]$/.test(sentence.trim()) ? sentence.trim() : `${sentence.trim()}.`);
/** The same for a Chinese one. */
export const endedInChinese = (sentence: string) =>
  /[.!?…。！？]$/.test(sentence.trim()) ? sentence.trim() : `${sentence.trim()}。`;

const english = {
  failed: (message: string, hint?: string) => [ended(message), hint && ended(hint)].filter(Boolean).join(" "),
  noAnswer: "Galley's main process did not respond. Your text is safe here; saving will be retried.",
  changed: (who: string, lines: number) => `${who} changed ${count(lines, "line", "lines")}`,
  conflictOpened: (who: string) =>
    `You and ${who} changed the same words. Choose what to keep: Alt+1 yours, Alt+2 theirs, Alt+3 both.`,
  you: "You",
  anotherProgram: "Another program",
  sharedFolder: "Shared folder",
  conflict: {
    group: (who: string) => `Conflict: you and ${who} changed the same words`,
    mine: "Mine",
    theirs: "Theirs",
    both: "Both",
    yours: "Your version",
    others: (who: string) => `${who}'s version`,
    nothing: "(deleted)",
    more: (lines: number) => `Show ${count(lines, "more line", "more lines")}`,
    key: (n: number) => `Alt+${n}`,
    resolved: (left: number) =>
      left === 0 ? "Resolved. Saving resumed." : `Resolved. ${count(left, "conflict", "conflicts")} left.`,
  },
};

/** The strings about saving, changes by others and conflicts, in one language. */
type SyncMessages = typeof english;

const chinese: SyncMessages = {
  failed: (message, hint) => [endedInChinese(message), hint && endedInChinese(hint)].filter(Boolean).join(""),
  noAnswer: "Galley 的主进程没有响应。您的文字仍在这里，稍后会再次保存。",
  changed: (who, lines) => `${who} 修改了 ${numberInChinese(lines)} 行`,
  conflictOpened: (who) => `您与 ${who} 修改了相同的文字。请选择保留哪一份：Alt+1 我的，Alt+2 对方的，Alt+3 两者都要。`,
  you: "您",
  anotherProgram: "其他程序",
  sharedFolder: "共享文件夹",
  conflict: {
    group: (who) => `冲突：您与 ${who} 修改了相同的文字`,
    mine: "我的",
    theirs: "对方的",
    both: "两者",
    yours: "您的版本",
    others: (who) => `${who}${/[\w)]$/.test(who) ? " " : ""}的版本`,
    nothing: "（已删去）",
    more: (lines) => `再显示 ${numberInChinese(lines)} 行`,
    key: (n) => `Alt+${n}`,
    resolved: (left) => (left === 0 ? "冲突已解决，继续保存" : `已解决，还剩 ${numberInChinese(left)} 处冲突`),
  },
};

/** The strings about saving, changes by others and conflicts, in the language in use. */
export let syncMessages: SyncMessages = english;

registerMessages<SyncMessages>({ en: english, "zh-CN": chinese }, (current) => {
  syncMessages = current;
});
