import { textEditor } from "./files/text-editor";
import { docHistory } from "./history/doc-history";
import { docRestore } from "./history/doc-restore";
import type { Tool } from "./tool";

/** Every tool, in the order a reader meets them. A new tool is one file and one line here. */
export const tools: readonly Tool[] = [textEditor, docHistory, docRestore];
