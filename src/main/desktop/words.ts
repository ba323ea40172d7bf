import type { Language } from "../../shared/language";

const english = {
  textFiles: "Markdown and text",
  allFiles: "All files",
  openPage: (place: string) => `Open a page of ${place} outside Galley?`,
  openMail: (place: string) => `Open a mail to ${place} outside Galley?`,
  open: "Open",
  cancel: "Cancel",
  ok: "OK",
  hangs: "Galley's page does not answer.",
  hangsDetail: "You can wait, or start the page again. What you typed up to a second ago is kept.",
  wait: "Wait",
  startAgain: "Start Again",
  stoppedOften: (times: number) => `Galley's page stopped ${times} times within a minute.`,
  stoppedOftenDetail: (folder: string) =>
    `Your text is safe: what was not saved is kept in ${folder}, and comes back at the next start.`,
  stopped: "The page had stopped and was started again. Your text is as you left it.",
};

/** What dialogs and the window say, in one language. */
export type DesktopWords = typeof english;

const chinese: DesktopWords = {
  textFiles: "Markdown 和文本",
  allFiles: "所有文件",
  openPage: (place) => `要在 Galley 之外打开 ${place} 的网页吗？`,
  openMail: (place) => `要在 Galley 之外给 ${place} 写邮件吗？`,
  open: "打开",
  cancel: "取消",
  ok: "好",
  hangs: "Galley 的页面没有响应。",
  hangsDetail: "您可以等待，也可以重新启动页面。直到一秒钟前输入的内容都已保留。",
  wait: "等待",
  startAgain: "重新启动",
  stoppedOften: (times) => `Galley 的页面在一分钟内停止了 ${times} 次。`,
  stoppedOftenDetail: (folder) => `您的文字是安全的：未保存的内容保留在 ${folder} 中，下次启动时会恢复。`,
  stopped: "页面曾停止，已重新启动。您的文字和之前一样。",
};

const tables: Record<Language, DesktopWords> = { en: english, "zh-CN": chinese };

/** What dialogs and the window say, in a language. */
export const desktopWords = (language: Language): DesktopWords => tables[language];
