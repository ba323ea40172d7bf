import { syncMessages } from "./messages";
import { Timers } from "./timers";

/** The pause between two announcements, in milliseconds; changes in between are announced in one sentence. */
const PAUSE = 1500;

/** Announces who changed how many lines, without talking all the time when many writes arrive in a row. */
export class ChangeAnnouncer {
  #waiting: { who: string; lines: number } | null = null;
  readonly #timers = new Timers<"pause">();
  readonly #announce: (sentence: string) => void;

  constructor(announce: (sentence: string) => void) {
    this.#announce = announce;
  }

  addChange(who: string, lines: number): void {
    const before = this.#waiting;
    if (before && before.who !== who) this.#announceChanges();
    this.#waiting = { who, lines: lines + (before?.who === who ? before.lines : 0) };
    if (this.#timers.has("pause")) return;
    this.#announceChanges();
    this.#restartPause();
  }

  stop(): void {
    this.#timers.stop();
  }

  #restartPause(): void {
    this.#timers.set("pause", PAUSE, () => {
      if (!this.#waiting) return;
      this.#announceChanges();
      this.#restartPause();
    });
  }

  #announceChanges(): void {
    const { who, lines } = this.#waiting ?? { who: "", lines: 0 };
    if (this.#waiting) this.#announce(syncMessages.changed(who, lines));
    this.#waiting = null;
  }
}
