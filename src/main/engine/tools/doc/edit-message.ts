import { printableName } from "../../../../core/text/printable-name";
import { nameOf } from "../kit/sentences";

/** The result of an edit by section, for its message. */
export type EditReport = {
  file: string;
  status: "written" | "unchanged" | "planned";
  /** What was done, for example `replaced requirements/auth, lines 48-60 now`. */
  done: string;
  warnings: readonly string[];
  diff: string | null;
  /** For the user: `replaced “Auth”`. */
  userSummary: string;
};

/** The message and summary of an edit by section. */
export function editMessage({ file, status, done, warnings, diff, userSummary }: EditReport): {
  message: string;
  summary: string;
} {
  const name = nameOf(file);
  const rows = warnings.map((warning) => `warning: ${warning}`);
  if (status === "planned") {
    const isIdle = diff === "" || diff === null;
    const head = isIdle
      ? `${printableName(file)} would stay as it is`
      : `${printableName(file)} not written (dry run); would be ${done}`;
    return {
      message: [head, ...rows, ...(isIdle ? [] : [diff.trimEnd()])].join("\n"),
      summary: `showed what would change in ${name}`,
    };
  }
  if (status === "unchanged")
    return {
      message: [`${printableName(file)} unchanged: it is as wanted already`, ...rows].join("\n"),
      summary: `left ${name} as it was`,
    };
  return { message: [`${printableName(file)} ${done}`, ...rows].join("\n"), summary: `${userSummary} in ${name}` };
}

/** `lines 3-9`, `line 3`, `no lines`. */
export const linesOf = (from: number, to: number): string =>
  to < from ? "no lines" : from === to ? `line ${from}` : `lines ${from}-${to}`;
