import { counting } from "../../../shared/language";
import type { SharingState } from "../../../shared/sharing";
import { registerMessages } from "../../ui/language";

const { number } = counting("en");

const english = {
  heading: "Shared Folder",
  lead: "Several people and their agents write the same files, each on their own machine. Texts stay plain files here; what you write reaches the others, and what they write reaches you, even after days offline.",
  noFolder: "Open the folder that you want to share, or an empty folder to receive the shared files.",
  openFolder: "Open Folder…",
  link: "Link to the shared folder",
  example: "https://…/#…",
  linkHint:
    "Whoever runs galley serve gives you the link. The texts of the open folder and of the shared folder are merged, and two versions of an image or document are both kept: nothing is overwritten.",
  join: "Join",
  joining: "Joining…",
  leave: "Leave",
  leaveHint: "Your files stay. They are no longer kept in sync with the others' files.",
  another: "Use Another Link…",
  server: "Server",
  role: "You may",
  roles: { editor: "read and edit", commenter: "read and comment", reader: "read" } satisfies Record<
    NonNullable<SharingState["role"]>,
    string
  >,
  stays: {
    editor: null,
    commenter:
      "What you change in files stays on this machine. So do changes to comments that the others already have.",
    reader: "What you change, in files and in comments, stays on this machine.",
  } as Record<NonNullable<SharingState["role"]>, string | null>,
  files: "Texts",
  wholeFiles: "Images and documents",
  waiting: (count: number) => `${number(count)} not yet transferred`,
  people: "Also here",
  nobody: "Nobody else",
  looksAt: (path: string, section: string | null) => (section === null ? `in ${path}` : `in ${path}, § ${section}`),
  does: {
    reads: (path: string, section: string | null) => `reads ${path}${section === null ? "" : `, § ${section}`}`,
    writes: (path: string, section: string | null) => `writes ${path}${section === null ? "" : `, § ${section}`}`,
  },
  agentsOf: (name: string) => `Agents of ${name}`,
  follow: "Follow",
  followName: (name: string) => `Follow ${name}`,
  following: (name: string) => `Following ${name}`,
  stopFollowing: "Stop Following",
  stopHint: "Their document and cursor stay in view. A click here, a key or the wheel in the text ends it.",
  left: (name: string) => `${name} is no longer here.`,
  problems: "Not shared at the moment",
  review:
    "What an agent writes is in everybody's text at once. It waits for review on the machine where it was written.",
  notStored:
    "This system cannot store the link securely. Galley forgets it when it closes, and you have to paste it again.",
  state: {
    connecting: "Not connected. What you write is sent when the server can be reached.",
    connected: "Connected",
    refused: "The server rejected the link.",
    elsewhere: "Another Galley process, such as galley join in a terminal, keeps this folder in sync. Stop it first.",
    locked: "The stored link can no longer be read. Paste it again.",
  } satisfies Record<SharingState["status"], string>,
  sign: (others: number) => (others === 0 ? "Shared" : `Shared with ${number(others)}`),
  signs: {
    connecting: "Sharing: offline",
    refused: "Sharing: rejected",
    elsewhere: "Sharing: off",
    locked: "Sharing: off",
  },
};

const chinese: typeof english = {
  heading: "共享文件夹",
  lead: "多人及其智能体各自在自己的计算机上编写相同的文件。文本在这里仍是普通文件：您写的内容会到达他人处，他人的内容也会到达这里，断网数日之后也是如此。",
  noFolder: "请打开要共享的文件夹，或打开一个空文件夹来接收共享文件。",
  openFolder: "打开文件夹…",
  link: "共享文件夹的链接",
  example: "https://…/#…",
  linkHint:
    "运行 galley serve 的人会给您链接。打开的文件夹与共享文件夹中的文本会合并；图像或文档的两个版本都会保留：不会覆盖任何内容。",
  join: "加入",
  joining: "正在加入…",
  leave: "退出",
  leaveHint: "您的文件会保留，但不再与他人的文件保持一致。",
  another: "使用其他链接…",
  server: "服务器",
  role: "您可以",
  roles: { editor: "阅读和编辑", commenter: "阅读和添加批注", reader: "阅读" },
  stays: {
    editor: null,
    commenter: "您对文件所做的更改只留在本机；对他人已收到的批注所做的更改也是如此。",
    reader: "您对文件和批注所做的更改只留在本机。",
  },
  files: "文本",
  wholeFiles: "图像和文档",
  waiting: (count) => `${counting("zh-CN").number(count)} 个尚未传输`,
  people: "同时在此",
  nobody: "没有其他人",
  looksAt: (path, section) => (section === null ? `正在看 ${path}` : `正在看 ${path}，§ ${section}`),
  does: {
    reads: (path, section) => `正在读 ${path}${section === null ? "" : `，§ ${section}`}`,
    writes: (path, section) => `正在写 ${path}${section === null ? "" : `，§ ${section}`}`,
  },
  agentsOf: (name) => `${name} 的智能体`,
  follow: "跟随",
  followName: (name) => `跟随 ${name}`,
  following: (name) => `正在跟随 ${name}`,
  stopFollowing: "停止跟随",
  stopHint: "对方的文档和光标会保持可见。在此点击，或在文本中按键、滚动滚轮即可结束。",
  left: (name) => `${name} 已离开。`,
  problems: "目前未共享",
  review: "智能体写的内容会立即出现在所有人的文本中，并在写入它的计算机上等待审阅。",
  notStored: "此系统无法安全存储链接。Galley 退出后会忘记它，您需要再次粘贴。",
  state: {
    connecting: "未连接。您写的内容会在能连上服务器时发送。",
    connected: "已连接",
    refused: "服务器拒绝了此链接。",
    elsewhere: "另一个 Galley 进程（例如终端中的 galley join）正在保持此文件夹一致。请先结束它。",
    locked: "无法再读取已存储的链接。请重新粘贴。",
  },
  sign: (others) => (others === 0 ? "已共享" : `与 ${counting("zh-CN").number(others)} 人共享`),
  signs: { connecting: "共享：离线", refused: "共享：被拒绝", elsewhere: "共享：关闭", locked: "共享：关闭" },
};

/** The strings in the current language. */
export let sharingMessages = english;
registerMessages<typeof english>({ en: english, "zh-CN": chinese }, (now) => {
  sharingMessages = now;
});
