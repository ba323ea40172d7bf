import { atom } from "nanostores";

/** A sentence above the status bar. Only an `error` with an action stays until it is dismissed. */
export type ShownNotice = {
  id: number;
  kind: "info" | "error";
  sentence: string;
  hint: string | null;
  action: NoticeAction | null;
  /** A second action. */
  secondAction: NoticeAction | null;
  /** How long it stays, in milliseconds; null: until it is dismissed. */
  stay: number | null;
};

type NoticeAction = { label: string; run(): void };

type NoticeOptions = Partial<Pick<ShownNotice, "hint" | "action" | "secondAction" | "stay">>;

/** How long a notice stays by default, in milliseconds. */
const DURATIONS = { info: 6_000, error: 60_000 };

/** The maximum number of notices shown at once; the oldest ones are removed. */
const MAX_NOTICES = 4;

export type Notices = ReturnType<typeof createNotices>;

/** Notices, and the last sentence for the screen reader's live region. */
export function createNotices() {
  const $notices = atom<readonly ShownNotice[]>([]);
  const $announced = atom<{ id: number; sentence: string }>({ id: 0, sentence: "" });
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const heldIds = new Set<number>();
  let isPaused = false;
  let last = 0;

  const stop = (id: number) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };

  const forget = (id: number) => {
    stop(id);
    heldIds.delete(id);
  };

  const dismiss = (id: number) => {
    forget(id);
    $notices.set($notices.get().filter((notice) => notice.id !== id));
  };

  const scheduleDismissal = ({ id, stay }: ShownNotice) => {
    stop(id);
    if (stay === null || isPaused || heldIds.has(id)) return;
    timers.set(
      id,
      setTimeout(() => dismiss(id), stay),
    );
  };

  const show = (kind: ShownNotice["kind"], sentence: string, options: NoticeOptions) => {
    const same = $notices.get().find((notice) => notice.sentence === sentence);
    if (same) dismiss(same.id);
    const asks = kind === "error" && options.action != null;
    const notice: ShownNotice = {
      id: ++last,
      kind,
      sentence,
      hint: options.hint ?? null,
      action: options.action ?? null,
      secondAction: options.secondAction ?? null,
      stay: options.stay === undefined ? (asks ? null : DURATIONS[kind]) : options.stay,
    };
    const notices = [...$notices.get(), notice];
    for (const gone of notices.slice(0, -MAX_NOTICES)) forget(gone.id);
    $notices.set(notices.slice(-MAX_NOTICES));
    scheduleDismissal(notice);
    return notice.id;
  };

  const restartTimers = () => {
    for (const notice of $notices.get()) scheduleDismissal(notice);
  };

  return {
    $notices,
    $announced,
    /** Reports a success, or something worth knowing. */
    info: (sentence: string, options: NoticeOptions = {}) => show("info", sentence, options),
    /** Reports an error. */
    error: (sentence: string, options: NoticeOptions = {}) => show("error", sentence, options),
    dismiss,
    /** Says the same in other words, as in another language; how long it stays is not changed. */
    reword(id: number, words: Partial<Pick<ShownNotice, "sentence" | "hint" | "action" | "secondAction">>): void {
      $notices.set($notices.get().map((notice) => (notice.id === id ? { ...notice, ...words } : notice)));
    },
    /** The pointer or the focus is on the notice: it stays. */
    hold(id: number): void {
      heldIds.add(id);
      stop(id);
    },
    /** The pointer or the focus left the notice: its timer restarts. */
    release(id: number): void {
      heldIds.delete(id);
      const notice = $notices.get().find((each) => each.id === id);
      if (notice) scheduleDismissal(notice);
    },
    /** The user is in another window: no notice is dismissed unseen. */
    pause(): void {
      isPaused = true;
      restartTimers();
    },
    resume(): void {
      isPaused = false;
      restartTimers();
    },
    /** Announces a sentence to screen readers only. The same sentence twice is announced twice. */
    announce: (sentence: string) => $announced.set({ id: $announced.get().id + 1, sentence }),
  };
}
