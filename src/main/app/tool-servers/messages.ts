/** Messages about tool servers for the user, in the app's language; see `../core/messages`. */
import { spoken } from "../core/messages";

const english = {
  part: "Your tool servers",
  unknown: "This server was removed.",
  tooMany: (most: number) => `There are already ${most} servers.`,
  noName: "Enter a name of letters and digits.",
  nameTaken: (name: string) => `There is already a server called ${name}.`,
  noStart: "Enter a command line, or an address that starts with https://.",
  notSafe: "An address must start with https://, unless it is on this computer.",
  notFound: (command: string) => `The program ${command} was not found.`,
  notFoundHint: "Give its full path, or install it.",
  died: (how: string) => `The server ended (${how}).`,
  lastMessage: (line: string) => `Its last message was: ${line}`,
  silent: (seconds: number) => `The server did not answer within ${seconds} s.`,
  floods: "The server sent more messages than Galley reads, so it was stopped.",
  tooLarge: "The server sent a message of more than 8 MB, so it was stopped.",
  needsLogin: "This server asks for a login.",
  loginReturned: "You are logged in. Close this tab and return to Galley.",
  loginRefused: (why: string) => `The login was rejected (${why}).`,
  loginCancelled: "The login was cancelled.",
  loginLate: "The login was not finished within five minutes.",
  failed: (why: string) => `The server reported an error: ${why}`,
  closed: "The connection was closed.",
  otherTools: "This server's tools have changed. Review them again.",
};

const chinese: typeof english = {
  part: "您的工具服务器",
  unknown: "此服务器已移除。",
  tooMany: (most) => `已有 ${most} 个服务器。`,
  noName: "请输入由字母和数字组成的名称。",
  nameTaken: (name) => `已有名为 ${name} 的服务器。`,
  noStart: "请输入命令行，或以 https:// 开头的地址。",
  notSafe: "地址必须以 https:// 开头，除非在本机上。",
  notFound: (command) => `找不到程序 ${command}。`,
  notFoundHint: "请给出完整路径，或先安装。",
  died: (how) => `服务器已结束（${how}）。`,
  lastMessage: (line) => `它最后的消息是：${line}`,
  silent: (seconds) => `服务器在 ${seconds} 秒内没有回应。`,
  floods: "服务器发送的消息过多，已被结束。",
  tooLarge: "服务器发送了超过 8 MB 的消息，已被结束。",
  needsLogin: "此服务器要求登录。",
  loginReturned: "您已登录。请关闭此标签页并返回 Galley。",
  loginRefused: (why) => `登录被拒绝（${why}）。`,
  loginCancelled: "登录已取消。",
  loginLate: "未在五分钟内完成登录。",
  failed: (why) => `服务器报告了错误：${why}`,
  closed: "连接已关闭。",
  otherTools: "此服务器的工具已变更，请重新查看。",
};

export const toolServerMessages: typeof english = new Proxy(english, {
  get: (_, name) => (spoken === "zh-CN" ? chinese : english)[name as keyof typeof english],
});
