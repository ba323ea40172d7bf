import type { Argument, RequestName } from "../../shared/contract";
import { oddity } from "./core/plain-data";
import { requestSchemas } from "./requests";

/** What a request was asked with, or why it is refused; for the log, not for the page. */
export type ReadArgument<K extends RequestName> =
  | { status: "fits"; argument: Argument<K> }
  | { status: "refused"; why: string };

/**
 * Checks the argument of a request against its schema. What is no plain data is refused before that: a schema that looks for an object takes
 * long arrays of bytes apart key by key, which holds main up for minutes.
 */
export function readArgument<K extends RequestName>(name: K, argument: unknown): ReadArgument<K> {
  const asked = name === "document:save" ? withoutOddReview(argument) : argument;
  const odd = oddity(asked);
  if (odd !== null) return { status: "refused", why: odd };
  const checked = requestSchemas[name].safeParse(asked);
  if (checked.success) return { status: "fits", argument: checked.data };
  // There may be a million of them.
  const issues = checked.error.issues.slice(0, 5).map(({ path, message }) => `${path.join(".")} ${message}`);
  return { status: "refused", why: issues.join("; ") };
}

/** A save without what it says of the review, if that is not plain data or too much: what is typed must not be lost by it. */
function withoutOddReview(argument: unknown): unknown {
  if (typeof argument !== "object" || argument === null || !("followed" in argument)) return argument;
  if (![Object.prototype, null].includes(Object.getPrototypeOf(argument))) return argument;
  const { followed, ...save } = argument;
  return oddity(followed) === null && oddity(argument) === null ? argument : save;
}
