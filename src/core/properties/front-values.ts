import { MAX_FRONT_MATTER } from "../limits";
import { frontSource, hasAliases, parse } from "./front-properties";

/** The front matter of a text as plain values, or why it cannot be read: only plain YAML without anchors and aliases is. */
export type FrontValues =
  | { status: "none" }
  | { status: "read"; values: Readonly<Record<string, unknown>>; to: number }
  | { status: "invalid"; message: string; to: number };

/** Reads the front matter of a text with `\n` line breaks. Bounded in time, as `readProperties`. */
export function frontValues(text: string): FrontValues {
  const front = frontSource(text);
  if (front === null) return { status: "none" };
  const { yaml, to } = front;
  const invalid = (message: string): FrontValues => ({ status: "invalid", message, to });
  if (yaml.length > MAX_FRONT_MATTER) return invalid(`front matter has more than ${MAX_FRONT_MATTER} characters`);
  try {
    const doc = parse(yaml);
    const [error] = doc.errors;
    if (error) return invalid(error.message);
    if (hasAliases(doc)) return invalid("front matter has anchors or aliases");
    const values: unknown = doc.toJS({ maxAliasCount: 0 }) ?? {};
    if (typeof values !== "object" || Array.isArray(values)) return invalid("front matter has no names and values");
    return { status: "read", values: values as Record<string, unknown>, to };
  } catch (error) {
    // Nested too deep for the parser's stack.
    return invalid(error instanceof RangeError ? "front matter is nested too deep" : String(error));
  }
}
