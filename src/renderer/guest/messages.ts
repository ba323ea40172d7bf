/**
 * The strings of the page before the window is loaded. They have a table of their own: the renderer's code talks to main as soon as it is loaded, and nothing of
 * it may be loaded before the guest is let in.
 */
const english = {
  heading: "Join a shared folder",
  lead: "You can read the texts of this folder here and, if the link allows it, comment and write. Others see your name.",
  name: "Your name",
  join: "Join",
  joining: "Joining…",
  noLink: "Open the link that you were given. This page does not keep it.",
  failed: {
    403: "This link is not valid, or was revoked.",
    429: "Too many attempts. Wait a minute, and try again.",
    503: "The server cannot be used now. Try again in a moment.",
    400: "Please enter a name with letters or digits.",
    other: "The server did not answer. Try again.",
  },
  offline: "Connection lost. What you write is sent when it is back.",
  reload: "Reload the page",
  ended: (why: string) =>
    `${why} What you wrote a moment ago may be only on this page: copy it before you reload the page.`,
  openLink: (url: string) => `Open this address?\n\n${url}`,
  notHere: "This is not possible on the page for guests.",
};

const chinese: typeof english = {
  heading: "加入共享文件夹",
  lead: "您可以在这里阅读此文件夹中的文本；如果链接允许，还可以添加批注和编写。其他人会看到您的名字。",
  name: "您的名字",
  join: "加入",
  joining: "正在加入…",
  noLink: "请打开您收到的链接。此页面不会保存它。",
  failed: {
    403: "此链接无效或已被撤销。",
    429: "尝试次数过多。请稍等一分钟再试。",
    503: "服务器暂时无法使用。请稍后再试。",
    400: "请输入含有字母或数字的名字。",
    other: "服务器没有响应。请重试。",
  },
  offline: "连接已断开。恢复后会发送您写的内容。",
  reload: "重新加载页面",
  ended: (why) => `${why}您刚才写的内容可能只在此页面上：请先复制，再重新加载页面。`,
  openLink: (url) => `要打开此地址吗？\n\n${url}`,
  notHere: "访客页面不支持此操作。",
};

/** The browser's language if Galley has it, else English. */
export const pageLanguage = navigator.language.startsWith("zh") ? "zh-CN" : "en";
export const guestMessages = pageLanguage === "zh-CN" ? chinese : english;
