import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import type { ApprovalGrant, ApprovalKind, ApprovalScope, ConversationId } from "../../../../shared/conversation";
import { isSameAgentName } from "../../../engine/documents";
import { isWithin } from "../../../engine/storage";

/** An access that needs approval: a kind of write, a change of the work on a book, or reading a file with secrets, by real path; or a tool of a server, by its key. */
export type WantedAccess = { kind: ApprovalKind; realPath: string; agent: string; conversation: ConversationId };

const forWrites: readonly ApprovalScope[] = ["once", "document", "folder"];

/** The scopes offered for each kind, in the order of their keys. */
const scopesOfKind: Record<ApprovalKind, readonly ApprovalScope[]> = {
  edit: forWrites,
  create: forWrites,
  delete: forWrites,
  work: ["once", "document, conversation", "document"],
  secrets: ["once", "document, conversation"],
  tool: ["once", "document, conversation", "document"],
};

/** The scopes offered for a call that needs these kinds of access. */
export function scopesOf(kinds: readonly ApprovalKind[]): ApprovalScope[] {
  const [kind, ...others] = kinds;
  // One answer would allow more than one kind.
  return kind === undefined || others.length > 0 ? ["once"] : [...scopesOfKind[kind]];
}

/** Whether the user has approved this before. An approval covers one kind of access by one agent to one location, with any tool. */
export const isGranted = (
  grants: readonly ApprovalGrant[],
  { kind, realPath, agent, conversation }: WantedAccess,
): boolean =>
  grants.some(
    (grant) =>
      grant.kind === kind &&
      (grant.agent === null || isSameAgentName(grant.agent, agent)) &&
      (grant.conversation === null || grant.conversation.id === conversation) &&
      (grant.place.kind === "document" ? grant.place.path === realPath : isWithin(realPath, grant.place.path)),
  );

/** The folders that the scope `folder` means. */
export const foldersOf = ({ realPaths, folder }: { realPaths: readonly string[]; folder: string | null }): string[] => [
  ...new Set(realPaths.map((path) => (folder !== null && isWithin(path, folder) ? folder : dirname(path)))),
];

/** The grants that an approval creates: none for `once`, otherwise one per location. */
export function grantsOf(
  scope: ApprovalScope,
  {
    kind,
    agent,
    realPaths,
    folder,
    conversation,
  }: {
    kind: ApprovalKind;
    agent: string;
    realPaths: readonly string[];
    /** Real path of the conversation's folder; a document outside of it grants its own folder. */
    folder: string | null;
    conversation: { id: ConversationId; title: string };
  },
): ApprovalGrant[] {
  if (scope === "once") return [];
  const paths = scope === "folder" ? foldersOf({ realPaths, folder }) : [...new Set(realPaths)];
  return paths.map((path) => ({
    id: randomUUID(),
    kind,
    agent,
    place: { kind: scope === "folder" ? "folder" : "document", path },
    conversation: scope.endsWith("conversation") ? conversation : null,
    at: new Date().toISOString(),
  }));
}
