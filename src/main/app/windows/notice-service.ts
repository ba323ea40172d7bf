import type { Notice } from "../../../shared/contract";
import { told } from "../core/messages";

/** A full disk must not fill the page with the same sentence: so long each kind of surprise is told once. */
const SILENCE_MS = 60_000;

type World = {
  /** False where no page is there to be told. */
  deliver(notice: Notice): boolean;
  /** What went wrong, in a sentence; the log has it in full. */
  inWords(error: unknown): string;
};

/** What the person should know: told now, or kept for the page that comes up next. */
export class NoticeDesk {
  readonly #world: World;
  #kept: string[] = [];
  /** When each kind of surprise was last told. */
  readonly #told = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  keep(...notices: readonly string[]): void {
    this.#kept.push(...notices);
  }

  /** What was kept, for a page that comes up; it is not told again. */
  take(): string[] {
    return this.#kept.splice(0);
  }

  tell(notice: Notice): void {
    if (!this.#world.deliver(notice)) this.keep(notice.message);
  }

  /** Something failed that nobody had asked for at that moment. */
  surprise(what: string, error: unknown): void {
    const message = this.#world.inWords(error);
    // A clock of its own: the system's may be put back.
    const now = performance.now();
    if (now - (this.#told.get(what + message) ?? Number.NEGATIVE_INFINITY) < SILENCE_MS) return;
    this.#told.set(what + message, now);
    this.tell({ code: "failed", message: told.trouble(what, message) });
  }
}
