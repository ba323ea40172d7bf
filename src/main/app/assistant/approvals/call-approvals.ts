import { basename, isAbsolute, resolve } from "node:path";
import type { Approval, ApprovalKind } from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import type { Engine } from "../../../engine";
import type { Caller } from "../../../engine/ports/caller";
import { isWithin } from "../../../engine/storage";
import type { LiveConversation } from "../conversations/live-conversation";
import { assistantMessages } from "../core/messages";
import { realTarget } from "../core/real-target";
import type { ApprovalStore } from "./approval-store";
import type { AskedCall } from "./panel-tool";
import { plannedWork } from "./planned-work";
import { plannedWrite, writeKind } from "./planned-write";
import type { CallContext, CallEffects, Decision } from "./run-call";

/** What the approvals of a conversation need. */
export type ApprovalContext = {
  store: ApprovalStore;
  engine: Engine;
  live: LiveConversation;
  caller: Caller;
  signal: AbortSignal;
  /** Shows the request until the turn shows something else. */
  show(approval: Approval): void;
};

/** How a call looks up approvals and asks the user; `card` is the id of its card. */
export function callApprovals(
  { card, input }: { card: string; input: string },
  { store, engine, live, caller, signal, show }: ApprovalContext,
): Pick<CallContext, "isAgreed" | "mayReveal" | "decide"> {
  const { id, title: conversationTitle, folder: named } = live.now;
  const { name: agent } = caller;
  const realFolder = async (): Promise<string | null> =>
    named === null ? null : engine.documents.realPath(named, [named]).catch(() => null);
  const sensitive = (wanted: CallEffects, folder: string | null): string | null => {
    if (wanted.kind !== "documents") return null;
    for (const realPath of pathsOf(wanted)) {
      const name = sensitiveName(realPath, folder !== null && isWithin(realPath, folder) ? folder : "");
      if (name !== null) return escapeInvisibles(name);
    }
    return null;
  };
  return {
    async isAgreed(wanted) {
      if (sensitive(wanted, await realFolder()) !== null) return false;
      return accessesOf(wanted).every((access) => store.isGranted({ ...access, agent, conversation: id }));
    },
    mayReveal: (realPath) => store.isGranted({ kind: "secrets", realPath, agent, conversation: id }),
    async decide(tool, wanted, { isAgain, changed }) {
      const folder = await realFolder();
      const name = sensitive(wanted, folder);
      const realPaths = pathsOf(wanted);
      const names = realPaths.map((realPath) => escapeInvisibles(basename(realPath)));
      return store.ask(
        {
          call: card,
          agent,
          kinds: kindsOf(wanted),
          tool: tool.name,
          title: tool.title,
          ...approvalDetails(wanted, { asked: namedPath(input, caller), folder }),
          sensitive: name === null ? null : assistantMessages.sensitive(name),
          notice: isAgain ? assistantMessages.changedSince(names) : null,
        },
        { realPaths, folder, conversation: { id, title: conversationTitle } },
        { signal, changed, show },
      );
    },
  };
}

/** How a call of a server's tool looks up approvals and asks the user. */
export const toolApproval =
  (
    { card, setState }: { card: string; setState: CallContext["setState"] },
    { store, live, caller, signal, show }: ApprovalContext,
  ) =>
  async ({ key, tool, title, about }: AskedCall): Promise<Decision> => {
    const { id, title: conversationTitle } = live.now;
    const agent = caller.name;
    if (store.isGranted({ kind: "tool", realPath: key, agent, conversation: id }))
      return { allow: true, scope: "once" };
    setState("asking");
    const nothing = { writes: [], reads: [], sensitive: null, notice: null };
    const decision = await store.ask(
      { call: card, agent, kinds: ["tool"], tool, title, about, ...nothing },
      { realPaths: [key], folder: null, conversation: { id, title: conversationTitle } },
      { signal, changed: new AbortController().signal, show },
    );
    return decision === "changed" ? null : decision;
  };

/** Each path with what would be done there. A permission for one kind never covers another. */
function accessesOf(wanted: CallEffects): { kind: ApprovalKind; realPath: string }[] {
  switch (wanted.kind) {
    case "documents":
      return wanted.writes.map((write) => ({ kind: writeKind(write), realPath: write.realPath }));
    case "work":
      return wanted.work.map(({ realPath }) => ({ kind: "work", realPath }));
    case "secrets":
      return wanted.paths.map((realPath) => ({ kind: "secrets", realPath }));
  }
}

const pathsOf = (wanted: CallEffects): string[] => accessesOf(wanted).map(({ realPath }) => realPath);

const kindsOf = (wanted: CallEffects): ApprovalKind[] => [...new Set(accessesOf(wanted).map(({ kind }) => kind))];

/** The effects shown on the card. `asked` is the absolute path that the call named. */
function approvalDetails(
  wanted: CallEffects,
  { asked, folder }: { asked: string | null; folder: string | null },
): Pick<Approval, "writes" | "reads" | "about"> {
  switch (wanted.kind) {
    case "documents": {
      const writes = wanted.writes.map((write) => plannedWrite(write, { asked: asked ?? write.realPath, folder }));
      return { writes, reads: [], about: [] };
    }
    case "secrets":
      return {
        writes: [],
        reads: wanted.paths.map((path) => realTarget(path, path)),
        about: [assistantMessages.secretsAbout],
      };
    case "work": {
      const shown = wanted.work.map(plannedWork);
      return { writes: shown.map(({ write }) => write), reads: [], about: shown.flatMap(({ about }) => about) };
    }
  }
}

/** The absolute path that the arguments name; null if they name none. */
function namedPath(input: string, { roots: [root] }: Caller): string | null {
  try {
    const { path, file } = JSON.parse(input) as { path?: unknown; file?: unknown };
    const named = typeof path === "string" ? path : typeof file === "string" ? file : null;
    if (named === null) return null;
    return isAbsolute(named) ? resolve(named) : root === undefined ? null : resolve(root, named);
  } catch {
    return null;
  }
}

/** Folders with SENSITIVE_FILES that programs execute or obey: hooks, editor settings, autostart. */
const SENSITIVE_FOLDERS = /^(?:\..+|autostart|launchagents|launchdaemons|startup|systemd|cron\..+)$/i;

/** Files that are executed, or that instruct programs and other agents. */
const SENSITIVE_FILES =
  /^(?:\..+|mcp\.json|claude_desktop_config\.json|package\.json|makefile|gnumakefile|justfile|dockerfile|authorized_keys|crontab|claude\.md|agents\.md|gemini\.md|copilot-instructions\.md|.+\.(?:sh|bash|zsh|fish|bat|cmd|ps1|psm1|command|desktop|service|plist|reg|vbs|applescript|scpt|exe|dll|so|dylib|py|rb|pl|lnk|url|webloc))$/i;

/**
 * The name of the file or parent folder that makes each write need its own approval; null for an ordinary path. `path`
 * is a real path; SENSITIVE_FOLDERS above `root` are ignored.
 */
export function sensitiveName(path: string, root: string): string | null {
  const inside = path.startsWith(root) ? path.slice(root.length) : path;
  const names = inside.split(/[\\/]/).filter((name) => name !== "");
  const last = names.at(-1) ?? path.split(/[\\/]/).at(-1) ?? "";
  return names.slice(0, -1).find((name) => SENSITIVE_FOLDERS.test(name)) ?? (SENSITIVE_FILES.test(last) ? last : null);
}
