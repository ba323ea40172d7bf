import type { Typing } from "../../../shared/typing";

/** Typing of an earlier run that was kept because main had not answered. */
export type RecoveredTyping = {
  typing: Typing;
  /** The id of the window in which it was typed. */
  window: string;
  /** Removes it: it is somewhere else on the disk by now, or is no longer wanted. */
  remove(): Promise<void>;
};
