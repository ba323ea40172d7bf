import type { AcpMessages } from "./messages";

/** The messages of agents in Chinese. */
export const chinese: AcpMessages = {
  unknown: "此智能体已不存在。",
  noFolder: "智能体在文件夹中工作，但没有打开文件夹。",
  noFolderHint: "请打开一个文件夹，然后在新对话中再次提问。",
  notInstalled: (name) => `${name} 尚未安装。`,
  notInstalledHint: (line) => `安装命令：${line}`,
  ownMissing: (name) => `找不到 ${name} 的命令。`,
  ownMissingHint: "请检查设置中的命令。",
  notStarted: (name, why) => `无法启动 ${name}：${why}`,
  died: (name, how) => `${name} 意外结束（${how}）。`,
  lastMessage: (line) => `它的最后一条消息是：${line}`,
  closed: (name) => `${name} 关闭了连接。`,
  ended: (name) => `${name} 已结束。`,
  silent: (name, seconds) => `${name} 已有 ${seconds} 秒没有响应，因此已被结束。`,
  silentHint: "再次提问会重新启动它。",
  otherProtocol: (name, theirs, ours) =>
    `${name} 使用 Agent Client Protocol 第 ${theirs} 版，而 Galley 使用第 ${ours} 版。`,
  otherProtocolHint: "请安装 Galley 设置中注明的版本。",
  tooLarge: (name) => `${name} 发送了超过 8 MB 的消息，因此已被结束。`,
  tooLargeHint: "请再次提问，并减少一次的内容。",
  notLoggedIn: (name) => `您尚未登录 ${name}。`,
  notLoggedInHint: "请在面板设置的“智能体”中登录，然后再次提问。",
  noLogin: "此智能体不再提供这种登录方式。",
  terminalLogin: (line) => `这种登录方式需要终端。请运行：${line}`,
  reported: (name, message) => `${name} 报告了错误：${message}`,
  doesNotStop: (name) => `${name} 收到停止请求后没有停止，因此已被结束。`,
  installFailed: (name, why) => `无法安装 ${name}：${why}`,
  installFailedHint: (line) => `在终端中运行此命令以查看详情：${line}`,
};
