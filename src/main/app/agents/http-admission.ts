import type { BlockedClient } from "../../../shared/agents";
import { MAX_HELD_AGENTS, MAX_WAITING_CLIENTS } from "../../engine/ports/limits";
import { type AgentHolds, keyOfHttpClient } from "./agent-holds";

/**
 * Decides which HTTP clients may connect. Everyone with the token, until the user disconnects a client: from then on
 * only the clients connected at that time, because all share one token and choose their own names. Other clients wait
 * for the user's permission.
 */
export type HttpAdmission = {
  admits(name: string): { ok: true } | { ok: false; message: string };
  /** Every blocked agent, whatever its transport, and the clients that wait for permission. */
  blockedClients(): BlockedClient[];
  /** `here` are the names of all connected HTTP clients; `roots` the folders of the blocked one. */
  cutOff(client: { name: string; roots: readonly string[] }, here: readonly string[]): void;
  letIn(name: string): void;
  /** Forgets all decisions: with a new token, only clients that the user gives it to can connect. */
  forget(): void;
};

/** `changed` is called when the blocked clients change, `asked` when a new name waits for permission. */
export function createHttpAdmission(
  holds: AgentHolds,
  { changed, asked }: { changed(): void; asked(name: string): void },
): HttpAdmission {
  const blockedOverHttp = () => holds.kept().filter(({ isHttp, access }) => isHttp && access === "blocked");
  const isBlocked = (name: string) => holds.accessOf(keyOfHttpClient(name), { name, transport: "http" }) === "blocked";

  function lift(name: string): void {
    if (isBlocked(name)) holds.hold(keyOfHttpClient(name), { name, transport: "http" }, "write");
  }

  return {
    admits(name) {
      if (isBlocked(name))
        return {
          ok: false,
          message:
            "The user has blocked this client in Galley. It can connect again when they allow it in Galley's list of agents.",
        };
      const { admitted, asking } = holds.http();
      if (admitted === null || admitted.includes(name)) return { ok: true };
      // A client that retries is listed once.
      if (!asking.some((each) => each.name === name)) {
        const next = [{ name, at: new Date().toISOString() }, ...asking].slice(0, MAX_WAITING_CLIENTS);
        holds.setHttp({ admitted, asking: next });
        changed();
        asked(name);
      }
      return {
        ok: false,
        message:
          "Galley lets in new clients only when the user allows it, because one was blocked. Your name is in Galley's list of agents.",
      };
    },
    blockedClients: () => [
      ...holds
        .http()
        .asking.map(({ name, at }): BlockedClient => ({ id: null, name, roots: [], isHttp: true, why: "asked", at })),
      ...holds.kept().flatMap(({ id, name, roots, isHttp, access, events }): BlockedClient[] => {
        if (access !== "blocked") return [];
        return [{ id, name, roots, isHttp, why: "cut off", at: events[0]?.at ?? new Date(0).toISOString() }];
      }),
    ],
    cutOff({ name, roots }, here) {
      const { admitted, asking } = holds.http();
      const names = new Set([...(admitted ?? []), ...here].filter((each) => each !== name));
      holds.setHttp({
        admitted: [...names].slice(-MAX_HELD_AGENTS),
        asking: asking.filter((each) => each.name !== name),
      });
      holds.hold(keyOfHttpClient(name), { name, roots, transport: "http" }, "blocked");
      changed();
    },
    letIn(name) {
      lift(name);
      const { admitted, asking } = holds.http();
      const waiting = asking.filter((each) => each.name !== name);
      // If no client is blocked now, everyone with the token may connect again.
      const isOpen = waiting.length === 0 && blockedOverHttp().length === 0;
      const names = admitted && [...admitted.filter((each) => each !== name), name].slice(-MAX_HELD_AGENTS);
      holds.setHttp({ admitted: isOpen ? null : names, asking: waiting });
      changed();
    },
    forget() {
      const { admitted, asking } = holds.http();
      const blocked = blockedOverHttp();
      if (admitted === null && asking.length === 0 && blocked.length === 0) return;
      for (const { name } of blocked) lift(name);
      holds.setHttp({ admitted: null, asking: [] });
      changed();
    },
  };
}
