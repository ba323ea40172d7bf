import { Facet } from "@codemirror/state";

/** What writing needs of the world around the editor. */
export type WritingHost = {
  /** Answers with the address that is on the clipboard, where nothing else is. */
  copiedAddress(): Promise<string | null>;
  /** Keeps an image beside the document; answers with its path from there, or null after a refusal that was shown. */
  addImage(image: { name: string | null; bytes: Uint8Array }): Promise<string | null>;
  /** Says a sentence to who hears the page, and shows it for a moment. */
  announce(sentence: string): void;
};

/** The world of a document that is on the page; without one links begin without an address and images are not taken. */
export const writingHost = Facet.define<WritingHost, WritingHost | null>({ combine: ([first]) => first ?? null });
