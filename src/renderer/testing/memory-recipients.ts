import type { Handlers } from "../../shared/contract";
import type { Conversation, ConversationChange } from "../../shared/conversation";

const gone = { ok: false, error: { code: "not_found", message: "This conversation is no longer there." } } as const;

type RecipientRequest =
  | "assistant:ask"
  | "assistant:ask-members"
  | "assistant:ask-readers"
  | `assistant:set-${"recipient" | "read-only"}`
  | "assistant:choose-member"
  | "assistant:close-member";

/** Main's questions to named recipients, in memory. `begin` starts a turn. */
export function memoryRecipients({
  conversations,
  create,
  change,
  begin,
}: {
  conversations: ReadonlyMap<string, Conversation>;
  create(folder: string | null): Conversation;
  change(id: string, what: ConversationChange): void;
  begin(id: string, text: string): void;
}): Pick<Handlers, RecipientRequest> & { removeMember(gone: Conversation): void } {
  const head = (id: string, some: Pick<Conversation, "recipient" | "comparison" | "isReadOnly">): void => {
    const known = conversations.get(id);
    if (!known) return;
    const { title, updatedAt, usage, context } = known;
    change(id, { kind: "head", title, updatedAt, usage, context, ...some });
  };
  const now = (id: string) => {
    const conversation = conversations.get(id);
    return conversation ? ({ ok: true, conversation } as const) : gone;
  };
  return {
    "assistant:ask": async ({ conversation, text, recipients }) => {
      const known = conversations.get(conversation);
      if (!known) return gone;
      const [only] = recipients;
      if (recipients.length === 1 && only && known.turns.length === 0) {
        head(conversation, { recipient: only });
        begin(conversation, text);
        return now(conversation);
      }
      const made = recipients.map((recipient) => ({ recipient, id: create(known.folder).id }));
      const members = made.map(({ id }) => id);
      for (const { id, recipient } of made) {
        head(id, made.length === 1 ? { recipient } : { recipient, comparison: { members, isChosen: false } });
        begin(id, text);
      }
      return now(members[0] ?? "");
    },
    "assistant:ask-readers": async ({ folder, readers }) => {
      const made = readers.map((reader) => ({ reader, id: create(folder).id }));
      const members = made.map(({ id }) => id);
      for (const { id, reader } of made) {
        const { recipient } = reader;
        head(id, made.length === 1 ? { recipient } : { recipient, comparison: { members, isChosen: false } });
        begin(id, `${reader.task} ${reader.words}`);
      }
      return now(members[0] ?? "");
    },
    "assistant:set-recipient": async ({ conversation, recipient }) => {
      head(conversation, { recipient });
      return { ok: true };
    },
    "assistant:set-read-only": async ({ conversation, isReadOnly }) => {
      head(conversation, { isReadOnly });
      return { ok: true };
    },
    "assistant:choose-member": async ({ conversation, isChosen }) => {
      const members = conversations.get(conversation)?.comparison?.members ?? [];
      for (const id of members) head(id, { comparison: { members, isChosen } });
      return { ok: true };
    },
    "assistant:close-member": async ({ conversation, isClosed }) => {
      const { members = [], closed = [] } = conversations.get(conversation)?.comparison ?? {};
      const others = closed.filter((id) => id !== conversation);
      close(members, isClosed ? [...others, conversation] : others);
      return { ok: true };
    },
    "assistant:ask-members": async ({ members, text }) => {
      for (const id of members) begin(id, text);
      return { ok: true };
    },
    removeMember({ id: gone, comparison }) {
      const left = comparison?.members.filter((id) => conversations.has(id)) ?? [];
      if (comparison && left.length > 1) close(comparison.members, [...(comparison.closed ?? []), gone]);
      else for (const id of left) head(id, { comparison: undefined });
    },
  };
  function close(members: string[], closed: string[]): void {
    const isChosen = members.filter((id) => !closed.includes(id)).length < 2;
    for (const id of members) head(id, { comparison: { members, isChosen, closed } });
  }
}
