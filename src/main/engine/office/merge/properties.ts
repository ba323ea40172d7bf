/** What programs write about a document when they save it. All else, such as its title, was typed by somebody. */
const written = (names: string): RegExp =>
  new RegExp(String.raw`<((?:[\w.-]+:)?(?:${names}))(?:\s[^<>]*)?(?:/>|>[^<>]*</\1>)`, "g");
const byProgram: Readonly<Record<string, RegExp>> = {
  "docProps/core.xml": written("lastModifiedBy|revision|created|modified|lastPrinted"),
  "meta.xml": written(
    "creator|date|generator|editing-cycles|editing-duration|document-statistic|printed-by|print-date|creation-date",
  ),
};

/** Whether a part is about the document, and merged by `mergeProperties`. */
export const isProperties = (part: string): boolean => part in byProgram;

/** Theirs, or ours if only ours has other properties than the base; null if both have. */
export function mergeProperties(
  part: string,
  [base, ours, theirs]: readonly [Buffer | null, Buffer, Buffer],
): Buffer | null {
  const [before, mine, others] = [base, ours, theirs].map((bytes) =>
    (bytes?.toString("utf8") ?? "").replaceAll(byProgram[part] as RegExp, ""),
  );
  if (mine === before || mine === others) return theirs;
  return others === before ? ours : null;
}
