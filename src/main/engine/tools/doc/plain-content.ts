import { withPlainBreaks } from "../../documents/text-file";

/** Content as texts are inside: plain line breaks, and no byte order mark of a file that it may come from. */
export const plainContent = (content: string): string => withPlainBreaks(content).replace(/^\uFEFF/, "");
