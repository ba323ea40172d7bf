import type { RequestName } from "../../shared/contract";
import { invalidData, type ReadArgument } from "./core/plain-data";
import { requestSchemas } from "./requests";

/**
 * Validates the argument of a request against its schema. Anything but plain data is rejected first: a schema that
 * expects an object would iterate over the bytes of a large array and block main for minutes.
 */
export function readArgument<K extends RequestName>(name: K, argument: unknown): ReadArgument<K> {
  const asked = name === "document:save" ? withoutInvalidReview(argument) : argument;
  const odd = invalidData(asked);
  if (odd !== null) return { status: "refused", why: odd };
  const checked = requestSchemas[name].safeParse(asked);
  if (checked.success) return { status: "fits", argument: checked.data };
  // There may be a million issues.
  const issues = checked.error.issues.slice(0, 5).map(({ path, message }) => `${path.join(".")} ${message}`);
  return { status: "refused", why: issues.join("; ") };
}

/** Drops the review data of a save if it is invalid or too large: it must not prevent the text from being saved. */
function withoutInvalidReview(argument: unknown): unknown {
  if (typeof argument !== "object" || argument === null || !("followed" in argument)) return argument;
  if (![Object.prototype, null].includes(Object.getPrototypeOf(argument))) return argument;
  const { followed, ...save } = argument;
  return invalidData(followed) === null && invalidData(argument) === null ? argument : save;
}
