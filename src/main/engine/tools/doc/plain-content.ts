import { withPlainBreaks } from "../../../../core/text/line-endings";

/** Content in the internal form: plain line breaks, without the byte order mark of a file that it may come from. */
export const plainContent = (content: string): string => withPlainBreaks(content).replace(/^\uFEFF/, "");
