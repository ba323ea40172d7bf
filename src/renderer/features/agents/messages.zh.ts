import { counting } from "../../../shared/language";
import type { AgentsMessages } from "./messages";

const { number } = counting("zh-CN");

/** The agents dialog in Simplified Chinese. */
export const chinese: AgentsMessages = {
  heading: "智能体",
  lead: "连接到您的文件夹的智能体，以及它们做了什么。它们的修改仍需您审阅。",
  connected: "已连接",
  none: "没有连接智能体。",
  noneHint: "智能体可以通过 galley mcp、命令行或 HTTP 接入。",
  blocked: "已阻止",
  blockedHint: "它们有令牌，但在您同意之前不能接入。",
  cutOffAt: (time) => `${time} 被阻止`,
  requestedAt: (time) => `${time} 请求接入`,
  letIn: "允许",
  letInName: (name) => `允许 ${name}`,
  wasLetIn: (name) => `${name} 可以再次接入`,
  past: "之前的",
  disconnectedAt: (time) => `${time} 离开`,
  pick: "选择一个智能体，查看其活动。",
  transports: { stdio: "通过 stdio", "command line": "命令行", http: "通过 HTTP", panel: "在面板中" },
  since: (time) => `${time} 接入`,
  folders: "可访问",
  noFolders: "没有打开文件夹，因此它什么也访问不到。",
  inPanel: "助手的对话在面板中停止，其写入也在面板中批准。",
  access: { heading: "权限", write: "读和写", read: "只读", paused: "已暂停" },
  nowAccess: {
    write: (name) => `${name} 可以读和写`,
    read: (name) => `${name} 现在只能读`,
    paused: (name) => `${name} 已暂停`,
  },
  cutOff: "断开并阻止…",
  cutOffTitle: (name) => `断开并阻止 ${name}？`,
  cutOffHttp:
    "它的会话会结束，在您准许之前不能再接入。由于所有 HTTP 客户端共用一个令牌，名称也由它们自报，此后新的客户端只有经您同意才能接入；更换令牌可以挡住所有持有旧令牌的客户端。",
  cutOffLocal:
    "在它的程序重新启动之前，无论在这里还是由它自己的程序，都不再执行它的任何调用。它已写入的内容会保留，可以在审阅中撤销。",
  cutOffYes: "断开并阻止",
  wasCutOff: (name) => `${name} 已断开并被阻止`,
  counts: ({ read, wrote, refused, other }) =>
    [
      `读取 ${number(read)} 次`,
      `写入 ${number(wrote)} 次`,
      `被拒 ${number(refused)} 次`,
      ...(other > 0 ? [`其他 ${number(other)} 次`] : []),
    ].join(" · "),
  recent: "最近的活动",
  noCalls: "尚无调用。",
  more: (count) => `更早的 ${number(count)} 次调用不再保留。`,
  outcomes: { running: "执行中", read: "读取", wrote: "写入", refused: "被拒", other: "完成" },
  open: (name) => `打开 ${name}`,
  httpServer: {
    opening: "正在启动服务器…",
    open: "正在运行。智能体的连接地址：",
    token: "令牌",
    tokenAbout: "持有它的人可以做您允许智能体做的一切。它保存在只有您能读取的文件里。",
    show: "显示",
    hide: "隐藏",
    copyAddress: "复制地址",
    copyToken: "复制令牌",
    renew: "更换…",
    renewTitle: "更换令牌？",
    renewDetail: "旧令牌立即失效：所有 HTTP 客户端都会断开，需要在它们的设置中填入新令牌。已阻止的客户端名单会清空。",
    renewYes: "更换",
    renewed: "令牌已更换。客户端需要在设置中填入新令牌。",
    again: "重试",
    how: "如何连接…",
    list: "智能体及其活动…",
  },
};
