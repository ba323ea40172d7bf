import { randomUUID } from "node:crypto";
import {
  type Conversation,
  type ConversationEntry,
  type ConversationId,
  isEnded,
} from "../../../../shared/conversation";
import { ToolError } from "../../../engine/ports/tool-error";
import { newFenceToken } from "../core/fence";
import { assistantMessages } from "../core/messages";
import { noUsage } from "../core/usage";
import type { TurnRecord } from "./conversation-record";
import { LiveConversation, type LiveConversationDeps } from "./live-conversation";

const maxLive = 30;

/** Conversations loaded in memory; one instance each, shared by all windows. */
export class LiveConversations {
  readonly #deps: LiveConversationDeps;
  readonly #live = new Map<ConversationId, LiveConversation>();

  constructor(deps: LiveConversationDeps) {
    this.#deps = deps;
  }

  /** Throws if the conversation does not exist. */
  of(id: ConversationId): LiveConversation {
    const known = this.#live.get(id);
    if (known) return known;
    const stored = this.#deps.store.load(id);
    if (stored === null) throw new ToolError("not_found", assistantMessages.noConversation);
    return this.#keep(new LiveConversation(stored, this.#deps));
  }

  /** Throws if a turn is running in it. */
  idle(id: ConversationId): LiveConversation {
    const live = this.of(id);
    if (live.running)
      throw new ToolError("wrong_state", assistantMessages.busyTurn, { hint: assistantMessages.busyTurnHint });
    return live;
  }

  running(id: ConversationId): LiveConversation["running"] {
    return this.#live.get(id)?.running ?? null;
  }

  create(
    folder: string | null,
    given: Partial<Pick<Conversation, "id" | "recipient" | "comparison" | "isReadOnly">> = {},
  ): Conversation {
    const now = new Date().toISOString();
    const conversation: Conversation = {
      id: randomUUID(),
      folder,
      title: assistantMessages.newTitle,
      createdAt: now,
      updatedAt: now,
      turns: [],
      usage: noUsage,
      context: { used: null, limit: null },
      seq: 0,
      ...given,
    };
    const stored = { conversation, isNamed: false, token: newFenceToken(), records: [] };
    this.#deps.store.saveHead(stored);
    this.#keep(new LiveConversation(stored, this.#deps));
    return conversation;
  }

  /** Another conversation that begins like this one, with its first `turns` turns. */
  branch(id: ConversationId, turns: number): Conversation {
    const live = this.of(id);
    live.flush();
    const { folder, title, recipient, isReadOnly } = live.now;
    const asked = { ...(recipient && { recipient }), ...(isReadOnly && { isReadOnly }) };
    // Without anything said before, it is a new one like any other.
    if (turns === 0) return this.create(folder, asked);
    const now = new Date().toISOString();
    const branch: Conversation = {
      id: randomUUID(),
      folder,
      title: this.#branchTitle(folder, title),
      createdAt: now,
      updatedAt: now,
      turns: [],
      usage: noUsage,
      context: { used: null, limit: null },
      branchOf: id,
      ...asked,
      seq: 0,
    };
    const { store } = this.#deps;
    store.saveHead({ conversation: branch, isNamed: true, token: live.token });
    store.copyImages(id, branch.id);
    // The ids of calls begin with that of their turn, and are all through its records.
    for (const [position, record] of live.records().slice(0, turns).entries()) {
      const copy: TurnRecord = JSON.parse(JSON.stringify(record).replaceAll(record.turn.id, randomUUID()));
      store.saveTurn(branch.id, position, copy.turn);
      for (const [index, part] of copy.turn.parts.entries()) store.savePart(copy.turn.id, index, part);
      store.saveContext(copy.turn.id, { context: copy.context, undone: copy.undone });
      for (const [at, step] of copy.steps.entries()) {
        store.saveStep(copy.turn.id, at, step);
        for (const answer of step.answers) store.saveAnswer(copy.turn.id, at, answer);
      }
    }
    return this.of(branch.id).now;
  }

  /** With the next number that no conversation of the folder has. */
  #branchTitle(folder: string | null, title: string): string {
    const base = title.replace(/ \(\d+\)$/, "");
    const taken = new Set(this.#deps.store.list(folder).map((each) => each.title));
    for (let number = 2; ; number++) if (!taken.has(`${base} (${number})`)) return `${base} (${number})`;
  }

  list(folder: string | null, sought: string): ConversationEntry[] {
    const wanted = sought.trim();
    const found = wanted === "" ? null : this.#deps.store.search(folder, wanted);
    const lower = wanted.toLocaleLowerCase();
    return this.#deps.store
      .list(folder)
      .filter(({ id, title }) => found === null || found.has(id) || title.toLocaleLowerCase().includes(lower))
      .map(({ createdAt: _, ...head }) => ({
        ...head,
        state: this.#stateOf(head.id),
        found: found?.get(head.id) ?? null,
      }));
  }

  #stateOf(id: ConversationId): ConversationEntry["state"] {
    const state = this.#live.get(id)?.now.turns.at(-1)?.state;
    if (state === undefined || isEnded(state)) return "idle";
    return state.status === "approving" ? "asking" : "running";
  }

  forget(id: ConversationId): void {
    this.#live.get(id)?.forget();
    this.#live.delete(id);
  }

  ids(): ConversationId[] {
    return [...this.#live.keys()];
  }

  /** Unloads conversations that were not used recently and are not running. */
  trim(): void {
    for (const [id, live] of this.#live) {
      if (this.#live.size <= maxLive) return;
      if (live.running) continue;
      live.close();
      this.#live.delete(id);
    }
  }

  close(): void {
    for (const live of this.#live.values()) live.close();
  }

  #keep(live: LiveConversation): LiveConversation {
    this.#live.set(live.now.id, live);
    this.trim();
    return live;
  }
}
