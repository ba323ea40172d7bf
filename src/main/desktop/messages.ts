import type { Language } from "../../shared/language";

const english = {
  textFiles: "Markdown and text",
  allFiles: "All files",
  openPage: (host: string) => `Open a web page on ${host} in your browser?`,
  openMail: (host: string) => `Write an email to ${host} in your mail program?`,
  open: "Open",
  cancel: "Cancel",
  ok: "OK",
  hangs: "The Galley window is not responding.",
  hangsDetail: "You can wait or restart the window. Everything you typed up to a second ago is safe.",
  wait: "Wait",
  startAgain: "Restart Window",
  stoppedOften: (times: number) => `The Galley window crashed ${times} times within a minute.`,
  stoppedOftenDetail: (folder: string) =>
    `Your text is safe. Unsaved edits are kept in ${folder} and will be restored when you next start Galley.`,
  stopped: "The window crashed and was restarted. Your text is as you left it.",
};

/** The texts of dialogs and windows, in one language. */
export type DesktopMessages = typeof english;

const chinese: DesktopMessages = {
  textFiles: "Markdown 和文本",
  allFiles: "所有文件",
  openPage: (host) => `要在 Galley 之外打开 ${host} 的网页吗？`,
  openMail: (host) => `要在 Galley 之外给 ${host} 写邮件吗？`,
  open: "打开",
  cancel: "取消",
  ok: "好",
  hangs: "Galley 的窗口没有响应。",
  hangsDetail: "您可以等待，也可以重新启动窗口。直到一秒钟前输入的内容都已保留。",
  wait: "等待",
  startAgain: "重新启动",
  stoppedOften: (times) => `Galley 的窗口在一分钟内崩溃了 ${times} 次。`,
  stoppedOftenDetail: (folder) => `您的文字是安全的：未保存的内容保留在 ${folder} 中，下次启动时会恢复。`,
  stopped: "窗口曾崩溃，已重新启动。您的文字和之前一样。",
};

const tables: Record<Language, DesktopMessages> = { en: english, "zh-CN": chinese };

/** The texts of dialogs and windows, in the given language. */
export const desktopMessages = (language: Language): DesktopMessages => tables[language];
