import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { AnnouncedWrite } from "./external-service";

/** What a tool call of an agent's session says about files. Paths are absolute, or relative to its folder. */
export type AnnouncedCall = {
  agent: string;
  folder: string;
  /** Identify the call. */
  session: string;
  conversation?: string | undefined;
  call: string;
  status: string;
  /** Passages, or whole texts where `before` is null. */
  edits: readonly { path: string; before: string | null; after: string }[];
};

const MAX_CALLS = 200;
const MAX_FILES = 100;

/**
 * Announces the writes of tool calls: a session shows an edit before the agent makes it, often again once it is permitted, and ends the call without
 * naming the file.
 */
export function createAnnouncedCalls(
  announce: (write: AnnouncedWrite) => Promise<void>,
): (call: AnnouncedCall) => void {
  /** The files of the calls that have not ended, the last one last. */
  const open = new Map<string, Set<string>>();

  const filesOf = (key: string): Set<string> => {
    const files = open.get(key) ?? new Set<string>();
    open.delete(key);
    open.set(key, files);
    for (const oldest of open.keys()) {
      if (open.size <= MAX_CALLS) break;
      open.delete(oldest);
    }
    return files;
  };

  return ({ agent: by, folder, session, conversation, call, status, edits }) => {
    const key = `${session}\n${call}`;
    const files = filesOf(key);
    const send = (write: Pick<AnnouncedWrite, "path" | "phase" | "version">) =>
      // An announcement that fails leaves the write an external change.
      void announce({ by, session, conversation, folder, ...write }).catch(() => undefined);
    const isEnded = status === "completed" || status === "failed";
    if (isEnded) open.delete(key);
    for (const { path } of edits) if (files.size < MAX_FILES) files.add(resolve(folder, path));
    if (files.size === 0) send({ path: null, phase: "before", version: null });
    for (const path of files) {
      const whole = edits.find((edit) => resolve(folder, edit.path) === path && edit.before === null);
      const version = whole === undefined ? null : createHash("sha256").update(whole.after).digest("hex");
      send({ path, phase: isEnded ? "after" : "before", version });
    }
  };
}
