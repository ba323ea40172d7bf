import type { Typing } from "../../../shared/typing";

/** Typing from an earlier run, stored because main had not confirmed it. */
export type RecoveredTyping = {
  typing: Typing;
  /** The id of the window in which it was typed. */
  window: string;
  /** Removes it: it is now stored elsewhere on the disk, or is no longer wanted. */
  remove(): Promise<void>;
};
