import { reasons } from "../../sharing/member/reasons";
import { spoken } from "../core/messages";

/** The reasons in Chinese. */
const chinese: Readonly<Record<keyof typeof reasons, string>> = {
  linked: "它是指向其他文件的链接，或位于链接的文件夹中",
  noFile: "它不是文件",
  textTooLarge: "它超过 20 MiB",
  damaged: "文件中有不属于其编码的字节，因此不共享",
  fileTooLarge: "它超过 50 MiB",
  tooManyFiles: "只共享前 20000 个图片和文档",
  moreFiles: "其中的图片和文档只共享 20000 个，而实际更多",
  twoSpellings: "另一个文件的路径与它只有大小写或重音符号不同，而此磁盘不加区分",
  inReview: "它有等待审阅的修改：他人的版本会等到您作出决定",
  noName: "没有可用的名称来保存本机的版本",
  changed: "它在发送期间被更改",
  commentsRejected: "服务器拒绝本机的批注和受保护的段落；他人的仍会到达此处，本机的将在下次启动时重新发送",
  tooManyComments: "它的部分批注未同步：共享文件夹中的批注多于 Galley 能保存的数量",
  contentMissing: "服务器没有它的内容",
  otherContent: "服务器发来的内容与共享的内容不同",
  olderServer: "服务器是旧版 Galley，只接受文本",
  noFilesByLink: "服务器不接受通过此链接发送的文件",
  linkRejected: "服务器拒绝此链接",
  largerThanAccepted: "它超过服务器接受的大小",
  serverFull: "服务器没有存放文件的空间：运营者可用 --file-quota 放宽限制",
  connectionLost: "连接已中断",
};

const names = new Map(
  Object.entries(reasons).map(([name, sentence]) => [sentence as string, name as keyof typeof reasons]),
);

/** Why a file is not in sync, in the app's language; the message of an error stays as it is. */
export function reasonText(why: string): string {
  const name = names.get(why);
  return spoken === "zh-CN" && name !== undefined ? chinese[name] : why;
}
