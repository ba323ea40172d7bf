import { randomUUID } from "node:crypto";
import { basename, join } from "node:path";
import { z } from "zod";
import type { Approval, ApprovalAnswer, ApprovalGrant, ConversationId } from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import { ToolError } from "../../../engine/ports/tool-error";
import { storedJson } from "../../core/stored-json";
import { assistantMessages } from "../core/messages";
import { foldersOf, grantsOf, isGranted, scopesOf, type WantedAccess } from "./approval-grants";
import type { Decision } from "./run-call";

const grantSchema = z.object({
  id: z.string(),
  /**
   * Grants of earlier versions have no kind and applied to one tool, or were for `documents` and any kind of write by
   * any agent; they are dropped, since nobody has agreed to what they would mean now.
   */
  kind: z.enum(["edit", "create", "delete", "work", "secrets", "tool", "documents"]).optional(),
  agent: z.string().nullable().default(null),
  place: z.object({ kind: z.enum(["document", "folder"]), path: z.string() }),
  conversation: z.object({ id: z.string(), title: z.string() }).nullable(),
  at: z.string(),
});

/** What an approval would apply to. */
export type ApprovalTarget = Omit<Parameters<typeof grantsOf>[1], "kind" | "agent">;

/** Open approval requests, and granted approvals. */
export type ApprovalStore = {
  load(): Promise<string[]>;
  isGranted(wanted: WantedAccess): boolean;
  /** Shows a request and waits for the answer. Null if `signal` is aborted, `changed` if that signal is. */
  ask(
    approval: Omit<Approval, "id" | "at" | "scopes" | "folders">,
    target: ApprovalTarget,
    context: { signal: AbortSignal; changed: AbortSignal; show(approval: Approval): void },
  ): Promise<Decision | "changed">;
  /** Throws if the request is no longer open, or if the scope was not offered. */
  answer(answer: ApprovalAnswer): Promise<void>;
  grants(): ApprovalGrant[];
  revoke(id: string): Promise<void>;
  /** Removes the grants for locations that begin so. */
  revokeBelow(prefix: string): Promise<void>;
  /** Removes the grants of a deleted conversation. */
  forget(conversation: ConversationId): Promise<void>;
};

/** Observes approval requests. */
export type ApprovalWatch = {
  requested(approval: Approval, target: ApprovalTarget): void;
  /** It was answered, or its turn ended. Not called if the request is repeated because a document changed. */
  resolved(approval: Approval, target: ApprovalTarget): void;
};

type Open = { approval: Approval; place: ApprovalTarget; finish(decision: Decision | "changed"): void };

const maxGrants = 5000;

/** Stored in `approvals.json`; `changed` is called when the grants change. */
export function createApprovalStore(
  dataDir: string,
  changed: (grants: ApprovalGrant[]) => void,
  watch: ApprovalWatch | null = null,
): ApprovalStore {
  const file = storedJson(
    join(dataDir, "approvals.json"),
    z.array(grantSchema).max(maxGrants),
    () => assistantMessages.parts.approvals,
  );
  const open = new Map<string, Open>();
  /** Requests that were repeated because a document had changed. */
  const outdated = new Set<string>();
  let kept: ApprovalGrant[] = [];

  async function keep(next: ApprovalGrant[]): Promise<void> {
    kept = next.slice(-maxGrants);
    changed(kept);
    await file.save(kept);
  }

  return {
    async load() {
      const { value, notice } = await file.load();
      kept = (value ?? []).flatMap(({ kind, ...grant }) =>
        kind === undefined || kind === "documents" ? [] : [{ ...grant, kind }],
      );
      return notice === null ? [] : [notice];
    },
    isGranted: (wanted) => isGranted(kept, wanted),
    ask(what, target, { signal, changed, show }) {
      if (signal.aborted) return Promise.resolve(null);
      const approval: Approval = {
        ...what,
        id: randomUUID(),
        scopes: what.sensitive === null && what.options === undefined ? scopesOf(what.kinds) : ["once"],
        folders: foldersOf(target).map((path) => escapeInvisibles(basename(path))),
        at: new Date().toISOString(),
      };
      return new Promise((resolve) => {
        const stop = (): void => finish(null);
        const replace = (): void => finish("changed");
        const finish = (decision: Decision | "changed"): void => {
          open.delete(approval.id);
          if (decision === "changed") outdated.add(approval.id);
          else watch?.resolved(approval, target);
          signal.removeEventListener("abort", stop);
          changed.removeEventListener("abort", replace);
          resolve(decision);
        };
        signal.addEventListener("abort", stop, { once: true });
        changed.addEventListener("abort", replace, { once: true });
        open.set(approval.id, { approval, place: target, finish });
        show(approval);
        watch?.requested(approval, target);
      });
    },
    async answer({ conversation, approval: id, decision }) {
      const asked = open.get(id);
      if (outdated.has(id)) throw new ToolError("stale", assistantMessages.approvalOutdated);
      if (asked === undefined || asked.place.conversation.id !== conversation)
        throw new ToolError("not_found", assistantMessages.approvalExpired);
      const { options } = asked.approval;
      const isOffered =
        decision.option === undefined ? decision.allow === false : options?.some(({ id }) => id === decision.option);
      if ((options !== undefined || decision.option !== undefined) && !isOffered)
        throw new ToolError("denied", assistantMessages.optionNotOffered);
      if (decision.allow) {
        if (!asked.approval.scopes.includes(decision.scope))
          throw new ToolError("denied", assistantMessages.scopeNotAllowed);
        const { agent, kinds } = asked.approval;
        const more = kinds.flatMap((kind) => grantsOf(decision.scope, { ...asked.place, kind, agent }));
        asked.finish(decision);
        if (more.length > 0) await keep([...kept, ...more]);
      } else asked.finish(decision);
    },
    grants: () => kept,
    revoke: (id) => keep(kept.filter((grant) => grant.id !== id)),
    async revokeBelow(prefix) {
      if (kept.some(({ place }) => place.path.startsWith(prefix)))
        await keep(kept.filter(({ place }) => !place.path.startsWith(prefix)));
    },
    async forget(conversation) {
      if (kept.some((grant) => grant.conversation?.id === conversation))
        await keep(kept.filter((grant) => grant.conversation?.id !== conversation));
    },
  };
}
