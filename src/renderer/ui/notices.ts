import { atom } from "nanostores";

/** A sentence above the status bar. Only an `error` with an action stays until it is dismissed. */
export type PageNotice = {
  id: number;
  kind: "info" | "error";
  sentence: string;
  hint: string | null;
  action: NoticeAction | null;
  /** A second action. */
  other: NoticeAction | null;
  /** How long it stays, in milliseconds; null: until it is dismissed. */
  stay: number | null;
};

type NoticeAction = { label: string; run(): void };

type More = Partial<Pick<PageNotice, "hint" | "action" | "other" | "stay">>;

/** How long a notice stays by default, in milliseconds. */
const STAY = { info: 6_000, error: 60_000 };

/** The most notices shown at once; the oldest ones are removed. */
const MOST = 4;

export type Notices = ReturnType<typeof createNotices>;

/** Notices, and the last sentence for the screen reader's live region. */
export function createNotices() {
  const $notices = atom<readonly PageNotice[]>([]);
  const $announced = atom<{ id: number; sentence: string }>({ id: 0, sentence: "" });
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const held = new Set<number>();
  let isPaused = false;
  let last = 0;

  const stop = (id: number) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };

  const forget = (id: number) => {
    stop(id);
    held.delete(id);
  };

  const dismiss = (id: number) => {
    forget(id);
    $notices.set($notices.get().filter((notice) => notice.id !== id));
  };

  const leaveLater = ({ id, stay }: PageNotice) => {
    stop(id);
    if (stay === null || isPaused || held.has(id)) return;
    timers.set(
      id,
      setTimeout(() => dismiss(id), stay),
    );
  };

  const show = (kind: PageNotice["kind"], sentence: string, more: More) => {
    const same = $notices.get().find((notice) => notice.sentence === sentence);
    if (same) dismiss(same.id);
    const asks = kind === "error" && more.action != null;
    const notice: PageNotice = {
      id: ++last,
      kind,
      sentence,
      hint: more.hint ?? null,
      action: more.action ?? null,
      other: more.other ?? null,
      stay: more.stay ?? (asks ? null : STAY[kind]),
    };
    const kept = [...$notices.get(), notice];
    for (const gone of kept.slice(0, -MOST)) forget(gone.id);
    $notices.set(kept.slice(-MOST));
    leaveLater(notice);
    return notice.id;
  };

  const restart = () => {
    for (const notice of $notices.get()) leaveLater(notice);
  };

  return {
    $notices,
    $announced,
    /** Reports a success, or something worth knowing. */
    tell: (sentence: string, more: More = {}) => show("info", sentence, more),
    /** Reports an error. */
    problem: (sentence: string, more: More = {}) => show("error", sentence, more),
    dismiss,
    /** The pointer or the focus is on the notice: it stays. */
    hold(id: number): void {
      held.add(id);
      stop(id);
    },
    /** The pointer or the focus left the notice: its timer restarts. */
    release(id: number): void {
      held.delete(id);
      const notice = $notices.get().find((each) => each.id === id);
      if (notice) leaveLater(notice);
    },
    /** The user is in another window: no notice is dismissed unseen. */
    pause(): void {
      isPaused = true;
      restart();
    },
    resume(): void {
      isPaused = false;
      restart();
    },
    /** Announces a sentence to screen readers only. The same sentence twice is announced twice. */
    announce: (sentence: string) => $announced.set({ id: $announced.get().id + 1, sentence }),
  };
}
