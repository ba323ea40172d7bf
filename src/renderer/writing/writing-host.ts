import { Facet } from "@codemirror/state";

/** Answers with the address that is on the clipboard, where nothing else is. */
export type CopiedAddress = () => Promise<string | null>;

/** How a command learns of an address on the clipboard; without it a link begins with none. */
export const copiedAddress = Facet.define<CopiedAddress, CopiedAddress | null>({
  combine: ([first]) => first ?? null,
});
