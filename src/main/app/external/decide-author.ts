import { EXTERNAL_CHANGE, GIT } from "../../../core/review/writer";
import type { Settings } from "../../../shared/settings";
import type { ExternalAuthor } from "../../engine/ports/documents";

/** What the user answered about Git's changes in a folder. */
export type GitAnswer = "ask" | "review" | "accept";

/** What is known about a write of an external program. */
export type Evidence = {
  /** The agent that announced this write. */
  announcedBy: string | null;
  isGit: boolean;
  /** The names of the agents at work in the folder. */
  atWork: readonly string[];
};

/**
 * Who wrote a version that no Galley process wrote, and whether it waits for review. An announcement counts most; then what Git wrote is Git's even
 * while an agent is at work. Of several agents at work nobody knows which one wrote.
 */
export function decideAuthor(
  { announcedBy, isGit, atWork }: Evidence,
  { mode, git }: { mode: Settings["reviewExternal"]; git: GitAnswer },
): ExternalAuthor {
  const isReviewed = mode === "always" || (mode === "agents" && (announcedBy !== null || atWork.length > 0));
  if (announcedBy !== null) return { by: { kind: "agent", name: announcedBy }, isReviewed };
  if (isGit) return { by: GIT, isReviewed: isReviewed && git !== "accept" };
  const [only] = atWork;
  if (only !== undefined && atWork.length === 1) return { by: { kind: "agent", name: only }, isReviewed };
  return { by: EXTERNAL_CHANGE, isReviewed };
}
