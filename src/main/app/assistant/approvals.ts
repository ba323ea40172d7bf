import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import type { ApprovalGrant, ApprovalKind, ApprovalScope, ConversationId } from "../../../shared/conversation";
import { isWithin } from "../../engine/storage";

/** An access that needs approval: a write, a change of the work on a book, or reading a file with secrets, by real path. */
export type WantedAccess = { kind: ApprovalKind; realPath: string; conversation: ConversationId };

/** The scopes offered for each kind; the first one is the default. */
export const scopesOf: Record<ApprovalKind, readonly ApprovalScope[]> = {
  documents: ["once", "document, conversation", "folder, conversation", "document", "folder"],
  // A task takes many calls: if each had to be approved, nobody would read the requests.
  work: ["document, conversation", "once", "document"],
  secrets: ["once", "document, conversation"],
};

/** Whether the user has approved this before. An approval covers one kind of access to one location, with any tool. */
export const isGranted = (grants: readonly ApprovalGrant[], { kind, realPath, conversation }: WantedAccess): boolean =>
  grants.some(
    (grant) =>
      grant.kind === kind &&
      (grant.conversation === null || grant.conversation.id === conversation) &&
      (grant.place.kind === "document" ? grant.place.path === realPath : isWithin(realPath, grant.place.path)),
  );

/** The grants that an approval creates: none for `once`, otherwise one per location. */
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
    /** Real path of the conversation's folder; a document outside of it grants its own folder. */
    folder: string | null;
    conversation: { id: ConversationId; title: string };
  },
): ApprovalGrant[] {
  if (scope === "once") return [];
  const isForFolder = scope.startsWith("folder");
  const pathFor = (path: string): string => {
    if (!isForFolder) return path;
    return folder !== null && isWithin(path, folder) ? folder : dirname(path);
  };
  return [...new Set(realPaths.map(pathFor))].map((path) => ({
    id: randomUUID(),
    kind,
    place: { kind: isForFolder ? "folder" : "document", path },
    conversation: scope.endsWith("conversation") ? conversation : null,
    at: new Date().toISOString(),
  }));
}
