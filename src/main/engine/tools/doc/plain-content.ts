import { withPlainBreaks } from "../../documents/text-file";

/** Content in the internal form: plain line breaks, without the byte order mark of a file that it may come from. */
export const plainContent = (content: string): string => withPlainBreaks(content).replace(/^\uFEFF/, "");
