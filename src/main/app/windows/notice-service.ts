import type { Notice } from "../../../shared/contract";
import { t } from "../core/messages";

/** A repeated error is shown once in this period, so that a full disk does not fill the window with notices. */
const SILENCE_MS = 60_000;

type NoticeDeps = {
  /** False if no renderer could receive it. */
  deliver(notice: Notice): boolean;
  /** The error as one sentence; the log gets the stack. */
  describeError(error: unknown): string;
};

/** Shows notices to the user, or keeps them for the next renderer that starts. */
export class NoticeService {
  readonly #deps: NoticeDeps;
  #kept: string[] = [];
  /** When each error was last shown. */
  readonly #lastShown = new Map<string, number>();

  constructor(deps: NoticeDeps) {
    this.#deps = deps;
  }

  keep(...notices: readonly string[]): void {
    this.#kept.push(...notices);
  }

  /** Takes the kept notices, for a renderer that starts. */
  take(): string[] {
    return this.#kept.splice(0);
  }

  show(notice: Notice): void {
    if (!this.#deps.deliver(notice)) this.keep(notice.message);
  }

  /** Reports an unexpected error that belongs to no request. */
  reportError(what: string, error: unknown): void {
    const message = this.#deps.describeError(error);
    // A monotonic clock, since the system time may be set back.
    const now = performance.now();
    if (now - (this.#lastShown.get(what + message) ?? Number.NEGATIVE_INFINITY) < SILENCE_MS) return;
    this.#lastShown.set(what + message, now);
    this.show({ code: "failed", message: t.failure(what, message) });
  }
}
