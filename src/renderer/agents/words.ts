/** Every sentence of the list of agents and the door over HTTP. How words are added: ui/words.ts; the Chinese is in words.chinese.ts. */
import type { AgentAccess, AgentCall, AgentDoor } from "../../shared/agents";
import { counting } from "../../shared/language";
import { spoken } from "../ui/language";
import { chinese } from "./words.chinese";

const { number, many } = counting("en");
const calls = (amount: number) => many(amount, { one: "call", other: "calls" });

const english = {
  heading: "Agents",
  lead: "Who works in your documents from outside, and what each has read and written. What they write waits for your review as ever.",
  connected: "Connected",
  none: "No agent is connected.",
  noneHint: "Agents come in through galley mcp, the command line, or HTTP.",
  keptOut: "Kept out",
  keptOutHint: "They have the token and may not come in until you say so.",
  cutOffAt: (time: string) => `cut off ${time}`,
  askedAt: (time: string) => `asked ${time}`,
  letIn: "Let in",
  letInName: (name: string) => `Let ${name} in`,
  wasLetIn: (name: string) => `${name} may come in again`,
  past: "Earlier",
  left: (time: string) => `left ${time}`,
  pick: "Choose an agent to see what it did.",
  doors: {
    stdio: "over stdio",
    "command line": "command line",
    http: "over HTTP",
    panel: "in the panel",
  } satisfies Record<AgentDoor, string>,
  since: (time: string) => `connected ${time}`,
  folders: "May reach",
  noFolders: "No folder is open, so it reaches nothing.",
  inPanel: "Conversations of the assistant are stopped, and their writes agreed to, in the panel.",
  access: {
    heading: "What it may do",
    write: "Read and write",
    read: "Only read",
    paused: "Nothing: paused",
  } satisfies Record<AgentAccess | "heading", string>,
  nowAccess: {
    write: (name: string) => `${name} may read and write`,
    read: (name: string) => `${name} may only read now`,
    paused: (name: string) => `${name} is paused`,
  } satisfies Record<AgentAccess, (name: string) => string>,
  cutOff: "Cut off…",
  cutOffTitle: (name: string) => `Cut ${name} off?`,
  cutOffHttp:
    "Its session ends and it stays out until you let it in. Since all HTTP clients have one token and say themselves who they are, from then on new ones come in only with your yes; a renewed token keeps out everyone who had the old one.",
  cutOffLocal:
    "Nothing more of it is run, here or by its own program, until that program is started again. What it has written stays, and can be undone in the review.",
  cutOffYes: "Cut off",
  wasCutOff: (name: string) => `${name} is cut off`,
  counts: (counts: { read: number; wrote: number; refused: number; other: number }) =>
    [
      `${calls(counts.read)} that read`,
      `${number(counts.wrote)} that wrote`,
      `${number(counts.refused)} refused`,
      ...(counts.other > 0 ? [`${number(counts.other)} other`] : []),
    ].join(" · "),
  recent: "Calls, the last one first",
  noCalls: "No call yet.",
  more: (count: number) => `${many(count, { one: "earlier call is", other: "earlier calls are" })} no longer kept.`,
  outcomes: {
    running: "runs",
    read: "read",
    wrote: "wrote",
    refused: "refused",
    other: "done",
  } satisfies Record<AgentCall["outcome"], string>,
  open: (name: string) => `Open ${name}`,
  door: {
    opening: "Opening the door…",
    open: "Open. Agents reach it at:",
    address: "Address",
    token: "Token",
    tokenAbout: "Whoever has it can do what you let agents do. It stands in a file that only you can read.",
    show: "Show",
    hide: "Hide",
    copyAddress: "Copy the address",
    copyToken: "Copy the token",
    copied: "Copied",
    copy: "Copy",
    renew: "Renew…",
    renewTitle: "Renew the token?",
    renewDetail:
      "The old one is worth nothing from that moment: every client over HTTP is disconnected and needs the new token in its settings. Clients that are kept out are forgotten.",
    renewYes: "Renew",
    renewed: "The token is another one. Clients need the new one in their settings.",
    again: "Try Again",
    how: "How to connect…",
    list: "Agents and What They Did…",
    noPort: (least: number, most: number) => `A port is a whole number between ${number(least)} and ${number(most)}.`,
  },
};

/** The words of the list of agents, in one language. */
export type AgentsWords = typeof english;

/** The words of the list of agents in the language in use. */
export let agentsWords: AgentsWords = english;

spoken<AgentsWords>({ en: english, "zh-CN": chinese }, (now) => {
  agentsWords = now;
});
