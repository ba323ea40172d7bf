import { Facet } from "@codemirror/state";

/** What the writing commands need from the window. */
export type WritingHost = {
  /** Resolves with the address on the clipboard, or null if it contains anything else. */
  copiedAddress(): Promise<string | null>;
  /**
   * Stores an image beside the document. Resolves with its relative path, and its name in `![[name]]` if the folder writes such links; or null after
   * an error that was shown.
   */
  addImage(image: { name: string | null; bytes: Uint8Array }): Promise<{ path: string; embed: string | null } | null>;
  /** Announces a sentence to screen readers, and shows it for a moment. */
  announce(sentence: string): void;
};

/** Provided by the window; without it, links have no default address and images are not accepted. */
export const writingHost = Facet.define<WritingHost, WritingHost | null>({ combine: ([first]) => first ?? null });
