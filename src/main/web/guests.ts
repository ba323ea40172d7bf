import type { GuestFacts } from "../../shared/guest";
import { createGuestFolder, GuestWindow, RefusedRequest } from "../app/guests";
import { readArgument } from "../app/read-argument";
import type { Engine } from "../engine";
import { watchFiles } from "../engine/storage";
import { MAX_GUEST_WINDOWS, MAX_SESSION_WINDOWS } from "../limits";
import type { GuestSession } from "./guest-sessions";
import { type GuestPeer, GuestStream } from "./guest-stream";

/** A page of a guest: its window on the server, and what it is sent. */
export type Guest = { readonly window: GuestWindow; readonly stream: GuestStream; readonly session: GuestSession };

export type GuestsOptions = {
  /** The real path of the server's folder. */
  root: string;
  dataDir: string;
  engine: Engine;
  version: string;
  /** Receives sentences without texts and names. */
  log(sentence: string): void;
  /** Milliseconds that a page may be away: until what it has sent is saved, and until its window ends. */
  away?: { saved: number; ended: number };
};

export type Guests = {
  /** A new window for a session; null if there are too many. */
  open(session: GuestSession): Guest | null;
  /** The window that a page had before its connection broke, if it is still there and belongs to the session. */
  find(id: string, session: GuestSession): Guest | null;
  /** The connection of a guest is gone. */
  left(guest: Guest, peer: GuestPeer): void;
  /** Ends the windows of a session, with a sentence for their pages. */
  end(session: GuestSession, why: string): void;
  /** Saves what pages have sent, and ends all windows. */
  close(): Promise<void>;
};

const AWAY = { saved: 1000, ended: 120_000 };

/** The guests of a folder of this machine. */
export function createGuests({ root, dataDir, engine, version, log, away = AWAY }: GuestsOptions): Guests {
  const folder = createGuestFolder(root, engine);
  const guests = new Map<string, Guest & { timers: NodeJS.Timeout[] }>();
  const ending = new Set<Promise<void>>();
  const watcher = watchFiles({
    onPossibleChange: (realPath) => {
      for (const { window } of guests.values()) window.touched(realPath);
    },
    onFolderChange: (realPath) => {
      folder.changed();
      for (const { window } of guests.values()) window.folderChanged(realPath);
    },
  });

  const updateWatcher = (): void => {
    const watched = [...guests.values()].map(({ window }) => window.watched());
    watcher.setFiles([...new Set(watched.flatMap(({ files }) => files))]);
    watcher.setFolders([...new Set(watched.flatMap(({ folders }) => folders))]);
  };

  function end(guest: Guest, why: string): void {
    const known = guests.get(guest.window.id);
    if (known === undefined) return;
    for (const timer of known.timers) clearTimeout(timer);
    guests.delete(guest.window.id);
    // What was sent is saved first.
    const closed = guest.window
      .close()
      .catch(() => log("the text of a guest could not be saved"))
      .finally(() => {
        ending.delete(closed);
        updateWatcher();
      });
    ending.add(closed);
    guest.stream.end(why);
  }

  /** The second of two open pages of one name gets a number. */
  function nameFor({ name, role }: GuestFacts): GuestFacts {
    const taken = new Set([...guests.values()].map(({ window }) => window.guest.name));
    let own = name;
    for (let count = 2; taken.has(own); count++) own = `${name} ${count}`;
    return { name: own, role };
  }

  return {
    open(session) {
      const own = [...guests.values()].filter(({ session: { id } }) => id === session.id);
      // A page that was reloaded has left its window behind.
      for (const each of own) if (!each.stream.isConnected) end(each, "The page was loaded again.");
      const connected = own.filter(({ stream }) => stream.isConnected).length;
      if (connected >= MAX_SESSION_WINDOWS || guests.size >= MAX_GUEST_WINDOWS) return null;
      const window: GuestWindow = new GuestWindow({
        guest: nameFor(session.guest),
        folder,
        engine,
        dataDir,
        version,
        readArgument,
        send: (name, event) => stream.send({ kind: "event", name, event }),
        watchedChanged: updateWatcher,
        // The details may name files, which the log does not.
        log: () => log("a request of a guest failed unexpectedly"),
      });
      const stream: GuestStream = new GuestStream({
        answer: (name, argument) => window.request(name, argument),
        sentenceOf: (error) => {
          if (error instanceof RefusedRequest) return error.message;
          log("a request of a guest failed unexpectedly");
          return "The server could not do this.";
        },
        failed: () => end(guest, "The connection to the server was too slow."),
      });
      const guest = { window, stream, session, timers: [] };
      guests.set(window.id, guest);
      return guest;
    },
    find(id, session) {
      const guest = guests.get(id);
      if (guest?.session.id !== session.id) return null;
      for (const timer of guest.timers.splice(0)) clearTimeout(timer);
      return guest;
    },
    left(guest, peer) {
      const known = guests.get(guest.window.id);
      if (known === undefined || !guest.stream.disconnect(peer)) return;
      known.timers.push(
        setTimeout(() => {
          guest.window.save().catch(() => log("the text of a guest could not be saved"));
        }, away.saved),
        setTimeout(() => end(guest, "The connection was away for too long."), away.ended),
      );
    },
    end(session, why) {
      for (const guest of [...guests.values()]) if (guest.session.id === session.id) end(guest, why);
    },
    async close() {
      for (const guest of [...guests.values()]) end(guest, "The server is ending.");
      await Promise.all(ending);
      watcher.close();
    },
  };
}
