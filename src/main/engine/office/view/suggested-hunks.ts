import type { OfficeParagraph } from "../../../../core/office/office-view";

type Part = { index: number; from: number; to: number };

/** The ids of hunks that contain a tracked change, which can be accepted or rejected. */
export function suggestedHunks(
  hunks: readonly { id: string; parts: readonly (Part | { sheet: string })[] }[],
  paragraphAt: (index: number) => OfficeParagraph | undefined,
): string[] {
  return hunks
    .filter(({ parts }) =>
      parts.some((part) => {
        const paragraph = "index" in part ? paragraphAt(part.index) : undefined;
        return paragraph !== undefined && "index" in part && hasSuggestion(paragraph, part);
      }),
    )
    .map(({ id }) => id);
}

function hasSuggestion({ runs, text }: OfficeParagraph, { from, to }: Part): boolean {
  const runTexts = runs.map((run) =>
    run.kind === "text" && run.suggestion?.kind !== "deleted" ? run.text : run.kind === "text" ? "" : null,
  );
  // If the runs do not add up to the text, the positions of tracked changes in it are unknown.
  const matchesText = runTexts.every((piece) => piece !== null) && runTexts.join("") === text;
  let at = 0;
  return runs.some(({ suggestion }, index) => {
    const begins = at;
    at += runTexts[index]?.length ?? 0;
    if (suggestion === undefined) return false;
    if (!matchesText) return true;
    const isPoint = begins === at || from === to;
    return isPoint ? begins <= to && at >= from : begins < to && at > from;
  });
}
