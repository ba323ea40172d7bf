import { basename } from "node:path";
import { printableName } from "../../../core/text/printable-name";
import type { Caller, Envelope } from "../ports/caller";
import { withNews } from "../ports/news";
import type { DecisionNews, ReviewRequests } from "../ports/review-requests";
import { isWithin } from "../storage/files/guarded";

const MAX_DOCUMENTS = 5;

/**
 * The answer to an agent's call, with one line about what the user has decided on its edits since its last call. A conversation of the panel gets the
 * decisions with its next request instead.
 */
export async function withDecisions(
  envelope: Envelope,
  caller: Caller,
  requests: ReviewRequests,
  log: (error: unknown) => void,
): Promise<Envelope> {
  if (caller.isUser || caller.request !== undefined) return envelope;
  try {
    const news = await requests.takeNews(caller.name, (realPath) =>
      caller.roots.some((root) => isWithin(realPath, root)),
    );
    return news.length === 0 ? envelope : withNews(envelope, newsLine(news));
  } catch (error) {
    log(error);
    return envelope;
  }
}

const words = { kept: "kept", undone: "undid", overwritten: "wrote over" } as const;

/** `The user has decided on your edits: kept 2 and undid 1 in notes.md.` */
function newsLine(news: readonly DecisionNews[]): string {
  const documents = [...Map.groupBy(news, ({ realPath }) => realPath)];
  const parts = documents.slice(0, MAX_DOCUMENTS).map(([realPath, own]) => {
    const counts = (["kept", "undone", "overwritten"] as const).flatMap((outcome) => {
      const hunks = new Set(own.filter((each) => each.outcome === outcome).map(({ hunk }) => hunk));
      return hunks.size === 0 ? [] : [`${words[outcome]} ${hunks.size}`];
    });
    return `${counts.join(" and ")} in ${printableName(basename(realPath))}`;
  });
  const more = documents.length > MAX_DOCUMENTS ? ` ... and ${documents.length - MAX_DOCUMENTS} more documents` : "";
  return `The user has decided on your edits: ${parts.join("; ")}${more}.`;
}
