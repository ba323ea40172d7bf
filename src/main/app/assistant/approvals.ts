import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import type { ApprovalGrant, ApprovalKind, ApprovalScope, ConversationId } from "../../../shared/conversation";
import { isWithin } from "../../engine/storage";

/** Something that needs a yes: a write, a change of the work on a book, or the reading of a file of secrets, at a real path. */
export type WantedAccess = { kind: ApprovalKind; realPath: string; conversation: ConversationId };

/** The answers that are offered, by what is asked. The first one is the usual one. */
export const scopesOf: Record<ApprovalKind, readonly ApprovalScope[]> = {
  documents: ["once", "document, conversation", "folder, conversation", "document", "folder"],
  // One task is many calls: asked about each, nobody would read what they agree to.
  work: ["document, conversation", "once", "document"],
  secrets: ["once", "document, conversation"],
};

/**
 * Whether the user said yes to this before. A yes is for one kind of access to one place, whichever tool needs it, and for nothing
 * else there and no other place.
 */
export const isGranted = (grants: readonly ApprovalGrant[], { kind, realPath, conversation }: WantedAccess): boolean =>
  grants.some(
    (grant) =>
      grant.kind === kind &&
      (grant.conversation === null || grant.conversation.id === conversation) &&
      (grant.place.kind === "document" ? grant.place.path === realPath : isWithin(realPath, grant.place.path)),
  );

/** What a yes of this scope leaves behind: nothing for `once`, else one grant for each place. */
export function grantsOf(
  scope: ApprovalScope,
  {
    kind,
    realPaths,
    folder,
    conversation,
  }: {
    kind: ApprovalKind;
    realPaths: readonly string[];
    /** The real path of the conversation's folder; a document outside of it counts with its own folder. */
    folder: string | null;
    conversation: { id: ConversationId; title: string };
  },
): ApprovalGrant[] {
  if (scope === "once") return [];
  const isForFolder = scope.startsWith("folder");
  const place = (path: string): string => {
    if (!isForFolder) return path;
    return folder !== null && isWithin(path, folder) ? folder : dirname(path);
  };
  return [...new Set(realPaths.map(place))].map((path) => ({
    id: randomUUID(),
    kind,
    place: { kind: isForFolder ? "folder" : "document", path },
    conversation: scope.endsWith("conversation") ? conversation : null,
    at: new Date().toISOString(),
  }));
}
