import { isWithin } from "../../engine/storage";

/** An agent says that it is about to write a file (`before`), or has written it (`after`). */
export type Announcement = {
  realPath: string;
  /** The agent's name, and its session. */
  by: string;
  session: string;
  /** The conversation of the panel that the session belongs to, if it does. */
  conversation?: string | undefined;
  phase: "before" | "after";
  /** The version that it writes; null if it is not known. */
  version: string | null;
};

/** Announced writes, for a bounded time. Every source of announcements (hooks, sessions over ACP) uses this. */
export type Announcements = {
  add(announcement: Announcement): void;
  /** Records that an agent is working in a folder, even if it announces no writes. */
  atWork(agent: { by: string; session: string; folder: string; conversation?: string | undefined }): void;
  /** The agent that announced this version of a file. */
  writerOf(write: { realPath: string; to: string }): string | null;
  /** The conversation in which this agent announced this version, else the only one in which it is at work around the file. */
  conversationOf(write: { realPath: string; to: string }, by: string): string | null;
  /** The names of the agents at work in a folder around this file. */
  workersAt(realPath: string): string[];
};

/** How long an announced version is expected. The user may be asked for permission between the announcement and the write. */
const VERSION_MS = 10 * 60_000;
/** How long any version of an announced file counts as the agent's: its program may write it a little differently. */
const PATH_MS = 10_000;
/** How long an agent counts as at work after its last sign. */
export const AT_WORK_MS = 2 * 60_000;
const MAX_ANNOUNCED = 1000;
const MAX_SESSIONS = 100;

export function createAnnouncements(now: () => number = () => performance.now()): Announcements {
  /** The last one last. */
  let announced: (Announcement & { at: number })[] = [];
  const sessions = new Map<string, { by: string; folder: string; conversation: string | null; at: number }>();

  const isSame = (one: Announcement, other: Announcement) =>
    one.realPath === other.realPath && one.session === other.session && one.by === other.by;

  function announcementOf({ realPath, to }: { realPath: string; to: string }, counts: (each: Announcement) => boolean) {
    const at = now();
    const own = announced.filter((each) => each.realPath === realPath && at - each.at <= VERSION_MS && counts(each));
    const exact = own.findLast(({ version }) => version === to);
    const near = own.findLast((each) => at - each.at <= PATH_MS && (each.phase === "before" || each.version === null));
    return exact ?? near;
  }

  function workers(realPath: string) {
    const at = now();
    return [...sessions.values()].filter((each) => at - each.at <= AT_WORK_MS && isWithin(realPath, each.folder));
  }

  return {
    add(announcement) {
      const at = now();
      announced = announced.filter((each) => at - each.at <= VERSION_MS);
      // Once the write is done only its real version counts, and no longer every version of this file.
      if (announcement.phase === "after")
        announced = announced.filter((each) => each.phase === "after" || !isSame(each, announcement));
      announced.push({ ...announcement, at });
      announced.splice(0, announced.length - MAX_ANNOUNCED);
    },
    atWork({ by, session, folder, conversation = null }) {
      const key = `${by}\n${session}\n${folder}`;
      sessions.delete(key);
      sessions.set(key, { by, folder, conversation, at: now() });
      for (const oldest of sessions.keys()) {
        if (sessions.size <= MAX_SESSIONS) break;
        sessions.delete(oldest);
      }
    },
    writerOf: (write) => announcementOf(write, () => true)?.by ?? null,
    conversationOf(write, by) {
      const own = announcementOf(write, (each) => each.by === by && each.conversation !== undefined);
      if (own?.conversation !== undefined) return own.conversation;
      const here = workers(write.realPath).flatMap((each) => (each.by === by ? (each.conversation ?? []) : []));
      const [only, ...others] = new Set(here);
      return only !== undefined && others.length === 0 ? only : null;
    },
    workersAt: (realPath) => [...new Set(workers(realPath).map(({ by }) => by))],
  };
}
