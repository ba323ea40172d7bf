import { atom } from "nanostores";

/** A sentence that waits at the edge of the page. `problem` stays until it is dismissed, `told` leaves by itself. */
export type PageNotice = {
  id: number;
  kind: "told" | "problem";
  sentence: string;
  hint: string | null;
  action: NoticeAction | null;
  /** What else can be done about it. */
  other: NoticeAction | null;
};

type NoticeAction = { label: string; run(): void };

type More = Partial<Pick<PageNotice, "hint" | "action" | "other">>;

/** How long a notice that is no problem stays, in milliseconds. */
const STAY = 6000;

/** More than these would cover the page: the oldest leave. */
const MOST = 4;

export type Notices = ReturnType<typeof createNotices>;

/** What the page tells besides the document: toasts, and the last sentence for the screen reader's live region. */
export function createNotices() {
  const $notices = atom<readonly PageNotice[]>([]);
  const $announced = atom<{ id: number; sentence: string }>({ id: 0, sentence: "" });
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let last = 0;

  const dismiss = (id: number) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    $notices.set($notices.get().filter((notice) => notice.id !== id));
  };

  const stay = (id: number) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };

  const leave = (id: number) => {
    if ($notices.get().some((notice) => notice.id === id && notice.kind === "told")) {
      stay(id);
      timers.set(
        id,
        setTimeout(() => dismiss(id), STAY),
      );
    }
  };

  const show = (kind: PageNotice["kind"], sentence: string, more: More) => {
    const same = $notices.get().find((notice) => notice.sentence === sentence);
    if (same) dismiss(same.id);
    const notice = {
      id: ++last,
      kind,
      sentence,
      hint: more.hint ?? null,
      action: more.action ?? null,
      other: more.other ?? null,
    };
    const kept = [...$notices.get(), notice];
    for (const gone of kept.slice(0, -MOST)) stay(gone.id);
    $notices.set(kept.slice(-MOST));
    leave(notice.id);
    return notice.id;
  };

  return {
    $notices,
    $announced,
    /** Says something that went well or is only worth knowing. */
    tell: (sentence: string, more: More = {}) => show("told", sentence, more),
    /** Says what went wrong; it stays until the person has dismissed it. */
    problem: (sentence: string, more: More = {}) => show("problem", sentence, more),
    dismiss,
    /** The pointer or the focus is on it: it does not leave. */
    hold: stay,
    /** The pointer left: the time runs anew. */
    release: leave,
    /** For the screen reader only: the same sentence twice is heard twice. */
    announce: (sentence: string) => $announced.set({ id: $announced.get().id + 1, sentence }),
  };
}
