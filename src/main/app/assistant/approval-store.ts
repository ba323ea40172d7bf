import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import type { Approval, ApprovalAnswer, ApprovalGrant, ConversationId } from "../../../shared/conversation";
import { ToolError } from "../../engine/ports/tool-error";
import { storedJson } from "../core/stored-json";
import { grantsOf, isGranted, scopesOf, type WantedAccess } from "./approvals";
import { assistantTold } from "./messages";
import type { Decision } from "./run-call";

const grantSchema = z.object({
  id: z.string(),
  /** Without one it was made for a single tool, by an earlier version; it is dropped, since now it would go further. */
  kind: z.enum(["documents", "work", "secrets"]).optional(),
  place: z.object({ kind: z.enum(["document", "folder"]), path: z.string() }),
  conversation: z.object({ id: z.string(), title: z.string() }).nullable(),
  at: z.string(),
});

/** What a yes would be bound to. */
export type ApprovalPlace = Omit<Parameters<typeof grantsOf>[1], "kind">;

/** Who was asked what, and what holds on. */
export type ApprovalDesk = {
  load(): Promise<string[]>;
  isGranted(wanted: WantedAccess): boolean;
  /** Shows the question and waits for the answer; null once the signal is aborted, `changed` once that one is. */
  ask(
    approval: Omit<Approval, "id" | "at" | "scopes">,
    place: ApprovalPlace,
    around: { agent: string; signal: AbortSignal; changed: AbortSignal; show(approval: Approval): void },
  ): Promise<Decision | "changed">;
  /** Refuses what is no longer asked, and a yes that goes further than was offered. */
  answer(answer: ApprovalAnswer): Promise<void>;
  grants(): ApprovalGrant[];
  revoke(id: string): Promise<void>;
  /** A conversation is gone, and what was agreed to for it. */
  forget(conversation: ConversationId): Promise<void>;
};

/** Hears of questions that wait for the user. */
export type ApprovalWatch = {
  asked(approval: Approval, place: ApprovalPlace, agent: string): void;
  /** It was answered, or its turn has ended. One that is asked again at once, about a changed document, still waits. */
  settled(approval: Approval, place: ApprovalPlace): void;
};

type Open = { approval: Approval; place: ApprovalPlace; settle(decision: Decision | "changed"): void };

const mostGrants = 5000;

/** Kept in `approvals.json`; `changed` hears of every change of what holds on. */
export function createApprovalDesk(
  dataDir: string,
  changed: (grants: ApprovalGrant[]) => void,
  watch: ApprovalWatch | null = null,
): ApprovalDesk {
  const file = storedJson(
    join(dataDir, "approvals.json"),
    z.array(grantSchema).max(mostGrants),
    () => assistantTold.parts.approvals,
  );
  const open = new Map<string, Open>();
  /** Asked again since, about a document that had changed. */
  const outdated = new Set<string>();
  let kept: ApprovalGrant[] = [];

  async function keep(next: ApprovalGrant[]): Promise<void> {
    kept = next.slice(-mostGrants);
    changed(kept);
    await file.save(kept);
  }

  return {
    async load() {
      const { value, notice } = await file.load();
      kept = (value ?? []).flatMap(({ kind, ...grant }) => (kind === undefined ? [] : [{ ...grant, kind }]));
      return notice === null ? [] : [notice];
    },
    isGranted: (wanted) => isGranted(kept, wanted),
    ask(what, place, { agent, signal, changed, show }) {
      if (signal.aborted) return Promise.resolve(null);
      const approval: Approval = {
        ...what,
        id: randomUUID(),
        scopes: what.sensitive === null ? [...scopesOf[what.kind]] : ["once"],
        at: new Date().toISOString(),
      };
      return new Promise((resolve) => {
        const stop = (): void => settle(null);
        const replace = (): void => settle("changed");
        const settle = (decision: Decision | "changed"): void => {
          open.delete(approval.id);
          if (decision === "changed") outdated.add(approval.id);
          else watch?.settled(approval, place);
          signal.removeEventListener("abort", stop);
          changed.removeEventListener("abort", replace);
          resolve(decision);
        };
        signal.addEventListener("abort", stop, { once: true });
        changed.addEventListener("abort", replace, { once: true });
        open.set(approval.id, { approval, place, settle });
        show(approval);
        watch?.asked(approval, place, agent);
      });
    },
    async answer({ conversation, approval: id, decision }) {
      const asked = open.get(id);
      if (outdated.has(id)) throw new ToolError("stale", assistantTold.approvalOutdated);
      if (asked === undefined || asked.place.conversation.id !== conversation)
        throw new ToolError("not_found", assistantTold.approvalGone);
      if (decision.allow) {
        if (!asked.approval.scopes.includes(decision.scope)) throw new ToolError("denied", assistantTold.scopeRefused);
        const more = grantsOf(decision.scope, { ...asked.place, kind: asked.approval.kind });
        asked.settle(decision);
        if (more.length > 0) await keep([...kept, ...more]);
      } else asked.settle(decision);
    },
    grants: () => kept,
    revoke: (id) => keep(kept.filter((grant) => grant.id !== id)),
    async forget(conversation) {
      if (kept.some((grant) => grant.conversation?.id === conversation))
        await keep(kept.filter((grant) => grant.conversation?.id !== conversation));
    },
  };
}
