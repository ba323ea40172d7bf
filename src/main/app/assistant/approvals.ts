import { createHash, randomUUID } from "node:crypto";
import { dirname } from "node:path";
import type { ApprovalGrant, ApprovalScope, ConversationId } from "../../../shared/conversation";
import type { ToolDescription } from "../../engine/engine";
import { isWithin } from "../../engine/files/guarded";

/** A yes as it is kept; `definition` is what the tool said of itself then: another tool under its name is asked about anew. */
export type KeptGrant = ApprovalGrant & { definition: string };

/** A write that wants a yes. */
export type WantedWrite = { tool: string; definition: string; realPath: string; conversation: ConversationId };

/** Whether somebody said yes to this before. A yes for a tool in a place is one for no other tool and no other place. */
export const isGranted = (
  grants: readonly KeptGrant[],
  { tool, definition, realPath, conversation }: WantedWrite,
): boolean =>
  grants.some(
    (grant) =>
      grant.tool === tool &&
      grant.definition === definition &&
      (grant.conversation === null || grant.conversation.id === conversation) &&
      (grant.place.kind === "document" ? grant.place.path === realPath : isWithin(realPath, grant.place.path)),
  );

/** What a yes of this scope leaves behind: nothing for `once`, else one grant for each place. */
export function grantsOf(
  scope: ApprovalScope,
  {
    tool,
    title,
    definition,
    realPaths,
    folder,
    conversation,
  }: {
    tool: string;
    title: string;
    definition: string;
    realPaths: readonly string[];
    /** The real path of the conversation's folder; a document outside of it counts with its own folder. */
    folder: string | null;
    conversation: { id: ConversationId; title: string };
  },
): KeptGrant[] {
  if (scope === "once") return [];
  const isForFolder = scope.startsWith("folder");
  const place = (path: string): string => {
    if (!isForFolder) return path;
    return folder !== null && isWithin(path, folder) ? folder : dirname(path);
  };
  return [...new Set(realPaths.map(place))].map((path) => ({
    id: randomUUID(),
    tool,
    title,
    definition,
    place: { kind: isForFolder ? "folder" : "document", path },
    conversation: scope.endsWith("conversation") ? conversation : null,
    at: new Date().toISOString(),
  }));
}

/** The fingerprint of what a tool says of itself. */
export const definitionOf = ({ name, description, inputSchema, changes }: ToolDescription): string =>
  createHash("sha256")
    .update(JSON.stringify([name, description, inputSchema, changes]))
    .digest("hex");
