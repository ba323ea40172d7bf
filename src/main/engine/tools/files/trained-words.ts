/**
 * Models were trained with a text editor whose commands are `view`, `create`, `str_replace` and `insert`, and some call ours by those words.
 * `text_editor` understands them, and lists only its own.
 */

import { ToolError } from "../../ports/tool-error";

/** The last line, for a range that ends with -1. */
const LAST_LINE = 2 ** 31 - 1;

const actions: Record<string, string> = { view: "read", create: "write", str_replace: "patch", insert: "patch" };

const names: Record<string, string> = {
  command: "action",
  file_text: "content",
  old_str: "old_text",
  new_str: "new_text",
  old_string: "old_text",
  new_string: "new_text",
};

/** The arguments of a call in the words of `text_editor`; those that are already are left alone. */
export function inOwnWords(given: object): object {
  const renamed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const name = Object.hasOwn(names, key) ? (names[key] ?? key) : key;
    const isTaken = name !== key && Object.hasOwn(given, name);
    Object.defineProperty(renamed, isTaken ? key : name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  const action = typeof renamed["action"] === "string" ? renamed["action"].trim().toLowerCase() : "";
  if (Object.hasOwn(actions, action)) renamed["action"] = actions[action];
  if (action === "str_replace" && !("new_text" in renamed)) renamed["new_text"] = "";
  if (action === "insert") return insertion(renamed);
  return "view_range" in renamed ? viewed(renamed) : renamed;
}

/** `insert_line` is the line after which the text goes; 0 is the beginning. */
function insertion({
  insert_line: after,
  insert_text: text,
  new_text: other,
  ...rest
}: Record<string, unknown>): object {
  if (after === undefined) throw new ToolError("bad_arguments", "insert_line is required");
  const line = Number(after);
  if (!Number.isInteger(line)) throw new ToolError("bad_arguments", "insert_line must be a whole number");
  return { ...rest, edits: [{ from: line + 1, content: text ?? other }] };
}

function viewed({ view_range: range, ...rest }: Record<string, unknown>): object {
  if (!Array.isArray(range)) return { ...rest, view_range: range };
  const [from, to] = range as unknown[];
  return { ...rest, line_from: from, ...(to !== undefined && { line_to: to === -1 ? LAST_LINE : to }) };
}
