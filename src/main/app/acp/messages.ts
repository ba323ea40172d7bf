/** Messages of agents over the Agent Client Protocol for the user, in the app's language; see `../core/messages`. */
import { spoken } from "../core/messages";
import { chinese } from "./messages.zh";

const english = {
  unknown: "This agent no longer exists.",
  noFolder: "Agents work in a folder, but no folder is open.",
  noFolderHint: "Open a folder, then ask again in a new conversation.",
  notInstalled: (name: string) => `${name} is not installed.`,
  notInstalledHint: (line: string) => `Install it with: ${line}`,
  ownMissing: (name: string) => `The command of ${name} was not found.`,
  ownMissingHint: "Check the command in the settings.",
  notStarted: (name: string, why: string) => `${name} could not be started: ${why}`,
  died: (name: string, how: string) => `${name} ended unexpectedly (${how}).`,
  lastMessage: (line: string) => `Its last message was: ${line}`,
  closed: (name: string) => `${name} closed the connection.`,
  ended: (name: string) => `${name} was stopped.`,
  silent: (name: string, seconds: number) => `${name} has not answered for ${seconds} s, so it was stopped.`,
  silentHint: "Ask again to start it again.",
  otherProtocol: (name: string, theirs: number, ours: number) =>
    `${name} speaks version ${theirs} of the Agent Client Protocol, but Galley speaks version ${ours}.`,
  otherProtocolHint: "Install the version listed in Galley's setup.",
  tooLarge: (name: string) => `${name} sent a message of more than 8 MB, so it was stopped.`,
  tooLargeHint: "Ask for less at once.",
  notLoggedIn: (name: string) => `You are not logged in to ${name}.`,
  notLoggedInHint: "Log in under Agents in the panel's setup, then ask again.",
  noLogin: "This agent no longer offers this way to log in.",
  terminalLogin: (line: string) => `This way to log in needs a terminal. Run: ${line}`,
  reported: (name: string, message: string) => `${name} reported an error: ${message}`,
  doesNotStop: (name: string) => `${name} did not stop when asked to, so it was terminated.`,
  /** The list of agents that others publish. */
  registry: {
    file: "The list of agents",
    noRegistry: (source: string) => `${source} is not a registry of agents.`,
    unread: (why: string) => `The registry of agents could not be read: ${why}`,
    tooLarge: "The registry of agents has more than 4 MB.",
    badAddress: (address: string) => `The registry of agents must be an https address or a file, not “${address}”.`,
    hint: "Its address is in the settings, under Agents.",
  },
  installFailed: (name: string, why: string) => `${name} could not be installed: ${why}`,
  otherLine: "The list of agents has changed since you saw this line. Review it again.",
  installerMissing: (program: string) => `${program} is not installed on this computer.`,
  installerHint: (page: string) => `Install it first: ${page}`,
  /** Archives with the program of an agent. */
  download: {
    tooLarge: (megabytes: number) => `the archive has more than ${megabytes} MB.`,
    broken: (why: string) => `the archive could not be downloaded: ${why}`,
    badRedirect: (address: string) => `its address leads to ${address}, which is not an https address.`,
    otherHost: (asked: string, found: string) =>
      `${asked} sends the download to ${found}, and the list of agents names no hash by which to know the archive.`,
    otherHash: (wanted: string, found: string) =>
      `the archive is not the one that the list of agents names: its SHA-256 is ${found}, not ${wanted}.`,
    hostile: (name: string) => `the archive has a name or a link that leads outside of its folder: ${name}`,
    tooMuch: (megabytes: number, files: number) => `the archive has more than ${megabytes} MB or ${files} files.`,
    damaged: (why: string) => `the archive could not be unpacked: ${why}`,
    noProgram: (command: string) => `the archive does not have the program ${command}.`,
    hint: "Nothing of it was kept, and what was installed before is still there. Its website may say more.",
  },
  installFailedHint: (line: string) => `Run this in a terminal to see more: ${line}`,
};

/** The messages of agents in one language. */
export type AcpMessages = typeof english;

/** The messages of agents in the language at the time of reading. */
export const acpMessages: AcpMessages = new Proxy(english, {
  get: (_, name) => (spoken === "zh-CN" ? chinese : english)[name as keyof AcpMessages],
});
