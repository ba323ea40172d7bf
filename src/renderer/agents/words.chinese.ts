import { counting } from "../../shared/language";
import type { AgentsWords } from "./words";

const { number } = counting("zh-CN");

/** The list of agents, in Chinese. */
export const chinese: AgentsWords = {
  heading: "智能体",
  lead: "谁从外部在您的文档中工作，各自读了什么、写了什么。它们写入的内容照常等待您审阅。",
  connected: "已连接",
  none: "没有连接智能体。",
  noneHint: "智能体可以通过 galley mcp、命令行或 HTTP 接入。",
  keptOut: "拒之门外",
  keptOutHint: "它们有令牌，但在您同意之前不能接入。",
  cutOffAt: (time) => `${time} 被切断`,
  askedAt: (time) => `${time} 请求接入`,
  letIn: "准许接入",
  letInName: (name) => `准许 ${name} 接入`,
  wasLetIn: (name) => `${name} 可以再次接入`,
  past: "之前的",
  left: (time) => `${time} 离开`,
  pick: "选择一个智能体，查看它做了什么。",
  doors: { stdio: "通过 stdio", "command line": "命令行", http: "通过 HTTP", panel: "在面板中" },
  since: (time) => `${time} 接入`,
  folders: "可访问",
  noFolders: "没有打开文件夹，因此它什么也访问不到。",
  inPanel: "助手的对话在面板中停止，其写入也在面板中批准。",
  access: { heading: "允许它做什么", write: "读和写", read: "只读", paused: "暂停：什么也不做" },
  nowAccess: {
    write: (name) => `${name} 可以读和写`,
    read: (name) => `${name} 现在只能读`,
    paused: (name) => `${name} 已暂停`,
  },
  cutOff: "切断…",
  cutOffTitle: (name) => `切断 ${name}？`,
  cutOffHttp:
    "它的会话会结束，在您准许之前不能再接入。由于所有 HTTP 客户端共用一个令牌，名称也由它们自报，此后新的客户端只有经您同意才能接入；更换令牌可以挡住所有持有旧令牌的客户端。",
  cutOffLocal:
    "在它的程序重新启动之前，无论在这里还是由它自己的程序，都不再执行它的任何调用。它已写入的内容会保留，可以在审阅中撤销。",
  cutOffYes: "切断",
  wasCutOff: (name) => `${name} 已被切断`,
  counts: ({ read, wrote, refused, other }) =>
    [
      `读取 ${number(read)} 次`,
      `写入 ${number(wrote)} 次`,
      `被拒 ${number(refused)} 次`,
      ...(other > 0 ? [`其他 ${number(other)} 次`] : []),
    ].join(" · "),
  recent: "调用，最近的在前",
  noCalls: "尚无调用。",
  more: (count) => `更早的 ${number(count)} 次调用不再保留。`,
  outcomes: { running: "执行中", read: "读取", wrote: "写入", refused: "被拒", other: "完成" },
  open: (name) => `打开 ${name}`,
  door: {
    opening: "正在打开…",
    open: "已打开。智能体的访问地址：",
    address: "地址",
    token: "令牌",
    tokenAbout: "持有它的人可以做您允许智能体做的一切。它保存在只有您能读取的文件里。",
    show: "显示",
    hide: "隐藏",
    copyAddress: "复制地址",
    copyToken: "复制令牌",
    copied: "已复制",
    copy: "复制",
    renew: "更换…",
    renewTitle: "更换令牌？",
    renewDetail:
      "旧令牌立即失效：所有 HTTP 客户端都会断开，需要在它们的设置中填入新令牌。被拒之门外的客户端名单会清空。",
    renewYes: "更换",
    renewed: "令牌已更换。客户端需要在设置中填入新令牌。",
    again: "重试",
    how: "如何连接…",
    list: "智能体及其操作…",
    noPort: (least, most) => `端口是 ${number(least)} 到 ${number(most)} 之间的整数。`,
  },
};
