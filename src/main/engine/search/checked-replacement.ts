import { type Replacement, readReplacement } from "../../../core/text/replacement";
import { ToolError } from "../ports/tool-error";

/** Parses a template. Throws `bad_arguments` if it names a group that the pattern does not have. */
export function checkedReplacement(
  template: string,
  options: Parameters<typeof readReplacement>[1],
): Extract<Replacement, { status: "ready" }> {
  const replacement = readReplacement(template, options);
  if (replacement.status === "ready") return replacement;
  const { name, groups } = replacement;
  const have = groups === 0 ? "no groups" : groups === 1 ? "one group" : `${groups} groups`;
  throw new ToolError("bad_arguments", `the replacement uses the group ${name}, but the pattern has ${have}`, {
    hint: "Write $$ for a dollar sign.",
  });
}
