import { randomUUID } from "node:crypto";
import { isAbsolute, relative, resolve } from "node:path";
import type { ConversationId, Reader, Recipient } from "../../../../shared/conversation";
import { MAX_RECIPIENTS } from "../../../../shared/limits";
import type { Engine } from "../../../engine";
import type { Caller } from "../../../engine/ports/caller";
import { ToolError } from "../../../engine/ports/tool-error";
import { callerId } from "../context/turn-sources";
import type { LiveConversation } from "../conversations/live-conversation";
import type { LiveConversations } from "../conversations/live-conversations";
import { assistantMessages } from "../core/messages";
import { repeatedFindings, withRepeated } from "./join-findings";
import { readerQuestion } from "./reader-questions";

type Deps = {
  conversations: LiveConversations;
  engine(): Promise<Engine>;
  /** Sends the question in this conversation; one that cannot be asked is a failed answer there. */
  begin(member: { id: ConversationId; recipient: Recipient }, text: string): Promise<void>;
  listed(folder: string | null): void;
  reportError(error: unknown): void;
};

/** How many unread passages are named. */
const MAX_RANGES = 12;

/** Several readers of one document, while any of them is at work. */
type Round = { path: string; folder: string; since: string; open: Set<ConversationId>; names: Set<string> };

/**
 * Several readers of one document: each in a read-only conversation of its own, side by side, with its findings as comments. When one ends, its answer says
 * what it has read; when all have, findings that repeat each other become one thread.
 */
export class Readers {
  readonly #deps: Deps;
  readonly #rounds = new Map<ConversationId, Round>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Asks the readers and returns the conversation to show. `path` is absolute, in the folder. */
  async ask(folder: string | null, path: string, readers: readonly Reader[]): Promise<ConversationId> {
    const t = assistantMessages.readers;
    const name = folder === null ? "" : relative(folder, path);
    if (folder === null || name === "" || name.startsWith("..") || isAbsolute(name))
      throw new ToolError("outside_workspace", t.outside);
    if (readers.length === 0 || readers.length > MAX_RECIPIENTS) throw new ToolError("bad_arguments", t.tooMany);
    const { documents } = await this.#deps.engine();
    await documents.realPath(path, [folder]);
    const ids = readers.map(() => randomUUID());
    const round: Round = {
      path: resolve(path),
      folder,
      since: new Date().toISOString(),
      open: new Set(ids),
      names: new Set(),
    };
    const members = readers.map((reader, at) => {
      const id = ids[at] ?? randomUUID();
      const comparison = readers.length === 1 ? {} : { comparison: { members: ids, isChosen: false } };
      const { recipient, task } = reader;
      this.#deps.conversations.create(folder, { id, recipient, isReadOnly: true, task, ...comparison });
      this.#deps.conversations.of(id).rename(t.title(task, name), "person");
      this.#rounds.set(id, round);
      return { id, recipient, text: readerQuestion(reader, name) };
    });
    const begun = await Promise.allSettled(members.map(({ text, ...member }) => this.#deps.begin(member, text)));
    // One that cannot be asked has failed without a turn that ends.
    for (const { id } of members) {
      const live = this.#rounds.has(id) ? this.#deps.conversations.of(id) : null;
      if (live?.running === null) this.ended(live);
    }
    this.#deps.listed(folder);
    for (const each of begun) if (each.status === "rejected") throw each.reason;
    return ids[0] ?? "";
  }

  /** A turn has ended. */
  ended(live: LiveConversation): void {
    const { id } = live.now;
    const round = this.#rounds.get(id);
    if (round === undefined) return;
    this.#rounds.delete(id);
    const turn = live.now.turns.at(-1);
    const { task } = live.now;
    // A model comments under its name with its task, an agent under its own.
    if (turn?.model) round.names.add(turn.model);
    if (turn?.model && task) round.names.add(assistantMessages.readers.name(turn.model, task));
    void this.#finish(live, round).catch((error: unknown) => this.#deps.reportError(error));
  }

  async #finish(live: LiveConversation, round: Round): Promise<void> {
    try {
      await this.#noteCoverage(live, round);
    } finally {
      round.open.delete(live.now.id);
      if (round.open.size === 0) await this.#join(await this.#deps.engine(), round);
    }
  }

  /** Says in its answer what a reader has read, unless it was never asked. */
  async #noteCoverage(live: LiveConversation, round: Round): Promise<void> {
    const { id, turns } = live.now;
    const turn = turns.at(-1);
    if (turn === undefined || (turn.state.status === "failed" && turn.parts.length === 0)) return;
    const engine = await this.#deps.engine();
    const caller: Caller = { id: callerId(id), name: turn.model ?? "reader", roots: [round.folder] };
    const call = { name: "coverage", arguments: { path: round.path }, caller };
    const { ok, data } = await engine.run(call);
    if (ok && data) {
      const paragraphs = data["paragraphs"] as { total: number; read: number };
      const { unread } = data["lines"] as { unread: [number, number][] };
      const lines = unread.slice(0, MAX_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
      if (unread.length > MAX_RANGES) lines.push("…");
      const { readAll, readPart } = assistantMessages.readers;
      const text =
        paragraphs.read === paragraphs.total ? readAll : readPart(paragraphs.read, paragraphs.total, lines.join(", "));
      live.change({
        kind: "part",
        turn: turn.id,
        index: live.turn(turn.id).parts.length,
        part: { kind: "note", text },
      });
    }
  }

  /** Findings that say the same about the same words become one thread, in which nothing is lost. */
  async #join({ documents, comments }: Engine, { path, folder, since, names }: Round): Promise<void> {
    const document = await documents.read(path, [folder]).catch(() => null);
    // Comments in an Office document are its own.
    if (document === null) return;
    const { realPath } = document;
    const threads = await comments.list(document);
    const byEarliest = Map.groupBy(
      repeatedFindings(threads, { readers: [...names], since }),
      ({ earliest }) => earliest,
    );
    const { alsoFoundBy } = assistantMessages.readers;
    for (const [earliest, later] of byEarliest) {
      const repeated = threads.filter(({ thread }) => later.some((each) => each.thread === thread));
      await comments.update({ realPath, thread: earliest }, (now) =>
        withRepeated(now, repeated, { changed: comments.now(), alsoFoundBy }),
      );
      // Somebody may have answered it meanwhile.
      for (const { thread, messages } of repeated)
        await comments.update({ realPath, thread }, (now) => (now.messages.length === messages.length ? null : now));
    }
  }
}
