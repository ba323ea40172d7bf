/** Strings of the agents dialog and the HTTP server. How strings are added: ui/messages.ts; the Chinese is in messages.zh.ts. */
import type { AgentAccess, AgentCall, AgentTransport } from "../../../shared/agents";
import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { number, many } = counting("en");

const english = {
  heading: "Agents",
  lead: "Agents connected to your folder and what they have done. Their edits still wait for your review.",
  connected: "Connected",
  none: "No agents connected.",
  noneHint: "Agents connect through galley mcp, the command line, or HTTP.",
  blocked: "Blocked",
  blockedHint: "These agents can't do anything until you allow them, however they connect.",
  cutOffAt: (time: string) => `blocked ${time}`,
  requestedAt: (time: string) => `asked ${time}`,
  letIn: "Allow",
  letInName: (name: string) => `Allow ${name}`,
  wasLetIn: (name: string) => `${name} can connect again`,
  past: "Earlier",
  kept: "Not connected",
  keptHint: "Your decisions apply when they connect again.",
  idleSince: (time: string) => `idle since ${time}`,
  idleHint: "It has sent nothing since then. Its program may have ended without closing the connection.",
  everyTransport: "over any connection",
  disconnectedAt: (time: string) => `disconnected ${time}`,
  pick: "Select an agent to see its activity.",
  transports: {
    stdio: "over stdio",
    "command line": "command line",
    acp: "in the panel",
    http: "over HTTP",
    panel: "in the panel",
  } satisfies Record<AgentTransport, string>,
  since: (time: string) => `connected ${time}`,
  folders: "Has access to",
  noFolders: "No folder is open, so it can't access anything.",
  inPanel: "Stop the assistant or answer its requests in its panel.",
  access: {
    heading: "Permissions",
    write: "Read and write",
    read: "Read only",
    paused: "Paused",
    blocked: "Blocked",
  } satisfies Record<AgentAccess | "heading", string>,
  accessHint:
    "Applies to this name in these folders, over every connection and after restarts. Agents choose their own names.",
  blockedNow: "Blocked: every call is rejected. Choose a permission to allow it again.",
  events: "Your decisions",
  eventNames: {
    write: "allowed to read and write",
    read: "limited to reading",
    paused: "paused",
    blocked: "disconnected and blocked",
  } satisfies Record<AgentAccess, string>,
  nowAccess: {
    write: (name: string) => `${name} can read and write`,
    read: (name: string) => `${name} can only read`,
    paused: (name: string) => `${name} is paused`,
    blocked: (name: string) => `${name} is blocked`,
  } satisfies Record<AgentAccess, (name: string) => string>,
  cutOff: "Disconnect and block…",
  cutOffTitle: (name: string) => `Disconnect and block ${name}?`,
  cutOffHttp:
    "Its session ends, and it can't reconnect until you allow it. HTTP clients share one token and choose their own names, so from now on new clients also need your permission. To block everyone who has the token, renew it.",
  cutOffLocal:
    "Agents with this name can't do anything in these folders until you allow them, even after a restart. Their edits stay, and you can undo them in the review.",
  cutOffYes: "Disconnect and block",
  wasCutOff: (name: string) => `${name} is disconnected and blocked`,
  counts: (counts: { read: number; wrote: number; refused: number; other: number }) =>
    [
      `${many(counts.read, { one: "read", other: "reads" })}`,
      `${many(counts.wrote, { one: "edit", other: "edits" })}`,
      `${number(counts.refused)} rejected`,
      ...(counts.other > 0 ? [`${number(counts.other)} other`] : []),
    ].join(" · "),
  recent: "Recent activity",
  noCalls: "No calls yet.",
  more: (count: number) => `Older entries removed: ${number(count)}.`,
  outcomes: {
    running: "running",
    read: "read",
    wrote: "wrote",
    refused: "rejected",
    other: "done",
  } satisfies Record<AgentCall["outcome"], string>,
  open: (name: string) => `Open ${name}`,
  test: {
    heading: "Connection",
    waiting: "Waiting for an agent to connect. Add the settings below, then start the agent, or restart it.",
    connected: (name: string) => `${name} is connected.`,
    left: (name: string, time: string) => `${name} connected and disconnected at ${time}.`,
    firstCall: "First call:",
    noCall: "It has not called a tool yet.",
    ask: "To test it, ask the agent:",
    question: "Which documents are in this folder? Use Galley.",
    copyQuestion: "Copy the question",
  },
  httpServer: {
    opening: "Starting server…",
    open: "Running. Agents connect to:",
    token: "Token",
    tokenAbout:
      "Anyone with this token can do what you allow agents to do. It is stored in a file that only you can read.",
    show: "Show",
    hide: "Hide",
    copyAddress: "Copy address",
    copyToken: "Copy token",
    renew: "Renew…",
    renewTitle: "Renew the token?",
    renewDetail:
      "The old token stops working immediately: all HTTP clients are disconnected and need the new token in their settings. The list of blocked clients is cleared.",
    renewYes: "Renew",
    renewed: "Token replaced. Clients need the new one in their settings.",
    again: "Try Again",
    how: "How to connect…",
    list: "Agents and Activity…",
  },
};

/** The shape that every language has to provide. */
export type AgentsMessages = typeof english;

/** The strings in the current language. */
export let agentsMessages: AgentsMessages = english;

registerMessages<AgentsMessages>({ en: english, "zh-CN": chinese }, (now) => {
  agentsMessages = now;
});
