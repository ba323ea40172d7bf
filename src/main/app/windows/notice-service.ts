import type { Notice } from "../../../shared/contract";
import { told } from "../core/messages";

/** A repeated error is shown once in this period, so that a full disk does not fill the window with notices. */
const SILENCE_MS = 60_000;

type World = {
  /** False if no renderer could receive it. */
  deliver(notice: Notice): boolean;
  /** The error as one sentence; the log gets the stack. */
  inWords(error: unknown): string;
};

/** Shows notices to the user, or keeps them for the next renderer that starts. */
export class NoticeDesk {
  readonly #world: World;
  #kept: string[] = [];
  /** When each error was last shown. */
  readonly #told = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  keep(...notices: readonly string[]): void {
    this.#kept.push(...notices);
  }

  /** Takes the kept notices, for a renderer that starts. */
  take(): string[] {
    return this.#kept.splice(0);
  }

  tell(notice: Notice): void {
    if (!this.#world.deliver(notice)) this.keep(notice.message);
  }

  /** Reports an unexpected error that belongs to no request. */
  surprise(what: string, error: unknown): void {
    const message = this.#world.inWords(error);
    // A monotonic clock, since the system time may be set back.
    const now = performance.now();
    if (now - (this.#told.get(what + message) ?? Number.NEGATIVE_INFINITY) < SILENCE_MS) return;
    this.#told.set(what + message, now);
    this.tell({ code: "failed", message: told.trouble(what, message) });
  }
}
