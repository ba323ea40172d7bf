import type { Envelope } from "../ports/caller";

/** Where a call was rejected: in the running app, or in a process of its own, where Galley may be closed. */
type RefusedIn = "app" | "own process";

/** What agents read is English. In a process of its own nobody knows whether a window is there. */
const openFirst: Record<RefusedIn, string> = {
  app: "",
  "own process": " If Galley is not open, they have to open it first.",
};

/** To an agent that the user has paused. */
export const pausedEnvelope = (tool: string, where: RefusedIn): Envelope =>
  deniedEnvelope(
    tool,
    "the user has paused this agent in Galley; nothing was read or changed",
    `Tell them that you wait. Your calls are answered again once they resume you in Galley's list of agents.${openFirst[where]}`,
  );

/** To any agent while the user has paused all of them. */
export const allPausedEnvelope = (tool: string, where: RefusedIn): Envelope =>
  deniedEnvelope(
    tool,
    "the user has paused all agents in Galley; nothing was read or changed",
    `Tell them that you wait. Your calls are answered again once they choose Resume All Agents in Galley.${openFirst[where]}`,
  );

/** The answer to an agent that runs without the app while the file of paused agents cannot be read. */
export const unreadPausesEnvelope = (tool: string, path: string): Envelope =>
  deniedEnvelope(
    tool,
    `${path}, which says which agents the user has paused, cannot be read; nothing was read or changed`,
    "Ask the user to open Galley: it reports what is wrong with the file, and agents can continue after Resume All Agents.",
  );

/** To an agent that the user has blocked. */
export const blockedEnvelope = (tool: string, where: RefusedIn): Envelope =>
  deniedEnvelope(
    tool,
    "the user has blocked this agent in Galley; nothing was read or changed",
    `Every further call fails until they allow you in Galley's list of agents.${openFirst[where]}`,
  );

/** To an agent that would write where the user lets it only read. */
export const readOnlyEnvelope = (tool: string, where: RefusedIn): Envelope =>
  deniedEnvelope(
    tool,
    "the user has limited this agent to reading; nothing was changed",
    `Tell them what you would write. They can let you write in Galley's list of agents.${openFirst[where]}`,
  );

const deniedEnvelope = (tool: string, message: string, hint: string): Envelope => ({
  ok: false,
  message: `${message}\n${hint}`,
  summary: `${tool}: ${message}`,
  error: { code: "denied", message, hint },
});
