import { z } from "zod";
import type { KeptOut } from "../../../shared/agents";
import { told } from "../core/messages";
import { storedJson } from "../core/stored-json";

const MOST_NAMES = 500;
const MOST_ASKING = 50;

const name = z.string().max(200);
const stored = z.strictObject({
  admitted: z.array(name).max(MOST_NAMES).nullable(),
  keptOut: z
    .array(z.strictObject({ name, why: z.enum(["cut off", "asked"]), at: z.string().max(40) }))
    .max(MOST_NAMES + MOST_ASKING),
});

/**
 * Decides which HTTP clients may connect. Everyone with the token, until the user disconnects a client: from then on
 * only the clients connected at that time, because all share one token and choose their own names. Other clients wait
 * for the user's permission.
 */
export type HttpAdmission = {
  load(): Promise<void>;
  admits(name: string): { ok: true } | { ok: false; message: string };
  keptOut(): KeptOut[];
  /** `here` are the names of all connected HTTP clients. */
  cutOff(name: string, here: readonly string[]): void;
  letIn(name: string): void;
  /** Forgets all decisions: with a new token, only clients that the user gives it to can connect. */
  forget(): void;
  settled(): Promise<void>;
};

/** Stored at `path`. `changed` is called when the blocked clients change, `asked` when a new name waits for permission. */
export function createHttpAdmission(
  path: string,
  { changed, failed, asked }: { changed(): void; failed(error: unknown): void; asked(name: string): void },
): HttpAdmission {
  const file = storedJson(path, stored, () => told.parts.httpClients);
  let admitted: Set<string> | null = null;
  let out: KeptOut[] = [];

  function save(): void {
    file.save({ admitted: admitted && [...admitted], keptOut: out }).catch(failed);
    changed();
  }

  function keepOut(name: string, why: KeptOut["why"]): void {
    const next: KeptOut[] = [{ name, why, at: new Date().toISOString() }, ...out.filter((each) => each.name !== name)];
    // Waiting clients never displace those that the user has disconnected.
    const room = { asked: MOST_ASKING, "cut off": MOST_NAMES };
    out = next.filter((each) => --room[each.why] >= 0);
  }

  return {
    async load() {
      const { value, notice } = await file.load();
      // If the file is unreadable, somebody may have been blocked, so every client needs permission.
      if (notice !== null) admitted = new Set();
      if (value === null) return;
      admitted = value.admitted && new Set(value.admitted);
      out = value.keptOut;
    },
    admits(name) {
      if (admitted === null || admitted.has(name)) return { ok: true };
      const known = out.find((each) => each.name === name);
      // A client that retries is listed once.
      if (known === undefined) {
        keepOut(name, "asked");
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
    keptOut: () => [...out],
    cutOff(name, here) {
      admitted = new Set([...(admitted ?? []), ...here].filter((each) => each !== name).slice(-MOST_NAMES));
      keepOut(name, "cut off");
      save();
    },
    letIn(name) {
      out = out.filter((each) => each.name !== name);
      // If no client is blocked any more, everyone with the token may connect again.
      if (out.length === 0) admitted = null;
      else admitted?.add(name);
      save();
    },
    forget() {
      if (admitted === null && out.length === 0) return;
      admitted = null;
      out = [];
      save();
    },
    settled: () => file.settled(),
  };
}
