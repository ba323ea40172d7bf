import { z } from "zod";
import type { BlockedClient } from "../../../shared/agents";
import { t } from "../core/messages";
import { storedJson } from "../core/stored-json";

const MAX_NAMES = 500;
const MAX_ASKING = 50;

const name = z.string().max(200);
const stored = z.strictObject({
  admitted: z.array(name).max(MAX_NAMES).nullable(),
  keptOut: z
    .array(z.strictObject({ name, why: z.enum(["cut off", "asked"]), at: z.string().max(40) }))
    .max(MAX_NAMES + MAX_ASKING),
});

/**
 * Decides which HTTP clients may connect. Everyone with the token, until the user disconnects a client: from then on
 * only the clients connected at that time, because all share one token and choose their own names. Other clients wait
 * for the user's permission.
 */
export type HttpAdmission = {
  load(): Promise<void>;
  admits(name: string): { ok: true } | { ok: false; message: string };
  blockedClients(): BlockedClient[];
  /** `here` are the names of all connected HTTP clients. */
  cutOff(name: string, here: readonly string[]): void;
  letIn(name: string): void;
  /** Forgets all decisions: with a new token, only clients that the user gives it to can connect. */
  forget(): void;
  idle(): Promise<void>;
};

/** Stored at `path`. `changed` is called when the blocked clients change, `asked` when a new name waits for permission. */
export function createHttpAdmission(
  path: string,
  { changed, failed, asked }: { changed(): void; failed(error: unknown): void; asked(name: string): void },
): HttpAdmission {
  const file = storedJson(path, stored, () => t.parts.httpClients);
  let admitted: Set<string> | null = null;
  let blocked: BlockedClient[] = [];

  function save(): void {
    file.save({ admitted: admitted && [...admitted], keptOut: blocked }).catch(failed);
    changed();
  }

  function block(name: string, why: BlockedClient["why"]): void {
    const next: BlockedClient[] = [
      { name, why, at: new Date().toISOString() },
      ...blocked.filter((each) => each.name !== name),
    ];
    // Waiting clients never displace those that the user has disconnected.
    const free = { asked: MAX_ASKING, "cut off": MAX_NAMES };
    blocked = next.filter((each) => --free[each.why] >= 0);
  }

  return {
    async load() {
      const { value, notice } = await file.load();
      // If the file is unreadable, somebody may have been blocked, so every client needs permission.
      if (notice !== null) admitted = new Set();
      if (value === null) return;
      admitted = value.admitted && new Set(value.admitted);
      blocked = value.keptOut;
    },
    admits(name) {
      if (admitted === null || admitted.has(name)) return { ok: true };
      const known = blocked.find((each) => each.name === name);
      // A client that retries is listed once.
      if (known === undefined) {
        block(name, "asked");
        save();
        asked(name);
      }
      return {
        ok: false,
        message:
          known?.why === "cut off"
            ? "The user has blocked this client in Galley. It can connect again when they allow it in Galley's list of agents."
            : "Galley lets in new clients only when the user allows it, because one was blocked. Your name is in Galley's list of agents.",
      };
    },
    blockedClients: () => [...blocked],
    cutOff(name, here) {
      admitted = new Set([...(admitted ?? []), ...here].filter((each) => each !== name).slice(-MAX_NAMES));
      block(name, "cut off");
      save();
    },
    letIn(name) {
      blocked = blocked.filter((each) => each.name !== name);
      // If no client is blocked any more, everyone with the token may connect again.
      if (blocked.length === 0) admitted = null;
      else admitted?.add(name);
      save();
    },
    forget() {
      if (admitted === null && blocked.length === 0) return;
      admitted = null;
      blocked = [];
      save();
    },
    idle: () => file.idle(),
  };
}
