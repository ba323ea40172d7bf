import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { GuestFacts } from "../../shared/guest";
import { MAX_GUEST_NAME } from "../../shared/limits";
import { MAX_GUEST_SESSIONS } from "../limits";
import type { Client } from "../sharing/follow-store";

/** A guest who has shown the secret of a link. */
export type GuestSession = { id: string; guest: GuestFacts; client: Client; until: number };

/** Milliseconds after which the link is asked for again. */
export const SESSION_MS = 12 * 60 * 60 * 1000;

/** The sessions of guests, by the hash of what their cookie has. They end with the server. */
export type GuestSessions = {
  /** Returns the value of the cookie. */
  begin(guest: GuestFacts, client: Client): string;
  of(cookie: string): GuestSession | null;
  byId(id: string): GuestSession | null;
  /** Ends all sessions for which this is false, and returns them. */
  endUnless(mayStay: (session: GuestSession) => boolean): GuestSession[];
};

export function createGuestSessions(now: () => number = Date.now): GuestSessions {
  const sessions = new Map<string, GuestSession>();
  const hashOf = (cookie: string) => createHash("sha256").update(cookie).digest("hex");
  const isValid = ({ until }: GuestSession) => until > now();
  return {
    begin(guest, client) {
      const cookie = randomBytes(32).toString("base64url");
      const until = Math.min(now() + SESSION_MS, client.until);
      sessions.set(hashOf(cookie), { id: randomUUID(), guest, client, until });
      // The oldest goes: its guest opens the link again.
      for (const key of sessions.keys()) {
        if (sessions.size <= MAX_GUEST_SESSIONS) break;
        sessions.delete(key);
      }
      return cookie;
    },
    of(cookie) {
      const session = sessions.get(hashOf(cookie));
      return session !== undefined && isValid(session) ? session : null;
    },
    byId: (id) => [...sessions.values()].find((session) => session.id === id && isValid(session)) ?? null,
    endUnless(mayStay) {
      const ended = [...sessions].filter(([, session]) => !isValid(session) || !mayStay(session));
      for (const [key] of ended) sessions.delete(key);
      return ended.map(([, session]) => session);
    },
  };
}

/** The name that a guest gave, as others see it; null if nothing visible is left of it. */
export function readGuestName(given: unknown): string | null {
  if (typeof given !== "string" || given.length > 1000) return null;
  const visible = given
    .normalize("NFC")
    // Invisible and directional characters could imitate another name.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}()]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  const name = [...visible].slice(0, MAX_GUEST_NAME).join("").trim();
  return /[\p{L}\p{N}]/u.test(name) ? name : null;
}
