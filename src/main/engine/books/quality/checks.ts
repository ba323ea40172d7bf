import type { Flag, FlagKind } from "./flags";

/** What a book does with a flag of a kind: nothing, show it, or also reject what agents and jobs hand in with it. */
export type CheckLevel = "off" | "flag" | "reject";

const checkLevels = ["off", "flag", "reject"] as const satisfies CheckLevel[];

/** The levels of all checks of a book. */
export type Checks = Readonly<Record<FlagKind, CheckLevel>>;

/** Whether a check is made. One that is not costs nothing. */
export type IsChecked = (kind: FlagKind) => boolean;

/** Every check is made. */
export const allChecked: IsChecked = () => true;

/** The checks as they are in a book that has changed none, in the order in which they are listed. */
export const standardChecks: Checks = {
  thinking: "reject",
  address: "reject",
  data: "reject",
  commentary: "flag",
  untranslated: "flag",
  language: "flag",
  repeated: "flag",
  cut: "flag",
  short: "flag",
  long: "flag",
  sentences: "flag",
  lines: "flag",
  numbers: "flag",
  marks: "flag",
  links: "flag",
  notes: "flag",
  tags: "flag",
  brackets: "flag",
  quotes: "flag",
  neighbour: "flag",
  shifted: "flag",
  glossary: "flag",
  forbidden: "flag",
  names: "flag",
  inconsistent: "flag",
};

export const checkKinds = Object.keys(standardChecks) as FlagKind[];

/** Checks whose flags are exact enough that an agent can be sent back for them. Of the others, a good translation may have one. */
const rejectable: ReadonlySet<FlagKind> = new Set([
  ...(["thinking", "address", "data", "commentary", "untranslated", "language", "repeated"] as const),
  ...(["numbers", "marks", "links", "notes", "tags", "glossary", "forbidden"] as const),
]);

/** The levels that a check can have. */
export const checkLevelsOf = (kind: FlagKind): CheckLevel[] =>
  checkLevels.filter((level) => level !== "reject" || rejectable.has(kind));

/** The standard checks with some changed. Names and levels that this Galley does not have are ignored. */
export function checksWith(changed: Iterable<readonly [kind: string, level: string]>): Checks {
  const checks: Record<FlagKind, CheckLevel> = { ...standardChecks };
  for (const [name, value] of changed) {
    const kind = checkKinds.find((each) => each === name);
    const level = checkLevels.find((each) => each === value);
    if (kind === undefined || level === undefined) continue;
    checks[kind] = checkLevelsOf(kind).includes(level) ? level : "flag";
  }
  return checks;
}

export const isCheckedIn =
  (checks: Checks): IsChecked =>
  (kind) =>
    checks[kind] !== "off";

/** Whether what has this flag is not taken from agents. */
export const isRejected = ({ kind }: Flag, checks: Checks = standardChecks): boolean => checks[kind] === "reject";
