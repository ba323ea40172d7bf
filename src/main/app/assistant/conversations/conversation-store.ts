import { z } from "zod";
import type {
  Conversation,
  ConversationEntry,
  ConversationId,
  Part,
  QuestionDraft,
  QueuedQuestion,
  Turn,
} from "../../../../shared/conversation";
import { isEnded, READER_TASKS } from "../../../../shared/conversation";
import { MAX_RECIPIENTS } from "../../../../shared/limits";
import { transaction } from "../../../engine/storage";
import { openConversationDatabase, parsed } from "./conversation-database";
import type { StepRecord, ToolAnswer, TurnRecord } from "./conversation-record";
import { createConversationRecords, recipientSchema } from "./conversation-records";
import type { StoredImage } from "./images";

/** A stored conversation with all its turns. */
export type StoredConversation = {
  /** `turns` are those of the records. */
  conversation: Conversation;
  /** The user has set the title; otherwise it is the beginning of the first question. */
  isNamed: boolean;
  /** See `fence.ts`. */
  token: string;
  records: TurnRecord[];
};

/** By its agent's own id, with which a later process may continue it. */
export type StoredAgentSession = { agent: string; session: string };

/** A conversation without its turns. */
export type StoredHead = Pick<Conversation, "id" | "folder" | "title" | "createdAt" | "updatedAt"> &
  Joined & { turns: number };

/** Who was asked, and together with whom. */
type Joined = Pick<ConversationEntry, "recipient" | "comparison">;

/** Stores conversations outside every workspace. Each write is atomic and survives a crash. */
export type ConversationStore = {
  /** The conversations of a folder, newest first. */
  list(folder: string | null): StoredHead[];
  /** A line of a question or answer that contains `sought`, by conversation; ignores case. */
  search(folder: string | null, sought: string): Map<ConversationId, string>;
  /** Null if it does not exist. A turn that was running when Galley ended is returned as interrupted. */
  load(id: ConversationId): StoredConversation | null;
  has(id: ConversationId): boolean;
  saveHead(stored: Omit<StoredConversation, "records">): void;
  /** Stores a turn without its parts, so that a turn with many calls is not rewritten for each of them. */
  saveTurn(conversation: ConversationId, position: number, turn: Turn): void;
  savePart(turn: string, index: number, part: Part): void;
  /** Records that are written once: context of a turn, message of the model, results of its calls. */
  saveContext(turn: string, context: Pick<TurnRecord, "context" | "undone">): void;
  saveStep(turn: string, position: number, step: Omit<StepRecord, "answers">): void;
  saveAnswer(turn: string, position: number, answer: ToolAnswer): void;
  /** Undone edits that have not been reported to the model. */
  undone(id: ConversationId): string[];
  saveUndone(id: ConversationId, sentences: readonly string[]): void;
  /** The unsent question of a conversation, or of a comparison by its `sharedDraftKey`; null if there is none. */
  draft(key: string): QuestionDraft | null;
  saveDraft(key: string, draft: QuestionDraft | null): void;
  saveImage(id: ConversationId, image: string, stored: StoredImage): void;
  image(id: ConversationId, image: string): StoredImage | null;
  /** Gives another conversation all images of this one that it lacks. */
  copyImages(from: ConversationId, to: ConversationId): void;
  /** How many there are. */
  images(id: ConversationId): number;
  /** Questions that wait for the end of an answer. */
  saveQueue(id: ConversationId, queue: readonly QueuedQuestion[]): void;
  /** The session of an agent that last answered in this conversation; null if there is none. */
  agentSession(id: ConversationId): StoredAgentSession | null;
  saveAgentSession(id: ConversationId, session: StoredAgentSession): void;
  /** The agents' own ids of the sessions of all conversations. */
  agentSessionIds(): Set<string>;
  /** The conversation with the call that made this write; null if there is none. */
  ofWrite(write: string): ConversationId | null;
  remove(id: ConversationId): void;
  close(): void;
};

const maxListed = 1000;
const maxSearched = 5000;

/** Required properties of stored rows; unknown ones are preserved. */
const headSchema = z.looseObject({
  title: z.string(),
  token: z.string(),
  isNamed: z.boolean(),
  createdAt: z.string(),
  branchOf: z.string().optional(),
  recipient: recipientSchema.optional().catch(undefined),
  isReadOnly: z.boolean().optional().catch(true),
  task: z.enum(READER_TASKS).optional().catch(undefined),
  comparison: z
    .object({
      members: z.array(z.string()).min(2).max(MAX_RECIPIENTS),
      isChosen: z.boolean(),
      closed: z.array(z.string()).max(MAX_RECIPIENTS).optional(),
    })
    .optional()
    .catch(undefined),
});
const turnSchema = z.looseObject({
  id: z.string(),
  state: z.looseObject({ status: z.string() }),
});

/** The store in `folder`, opened on first use; null keeps it in memory. */
export function openConversations(folder: string | null, notice: (sentence: string) => void): ConversationStore {
  const database = openConversationDatabase(folder, notice);
  const { recordsOf, queueOf, ...records } = createConversationRecords(database);
  const ofFolder = "folder IS ? ORDER BY updated DESC LIMIT ?";

  function turnsOf(id: ConversationId): Turn[] {
    const rows = database.use((db) =>
      db.prepare("SELECT turn FROM turns WHERE conversation = ? ORDER BY position").all(id),
    );
    return rows.flatMap(({ turn }) => {
      const checked = turnSchema.safeParse(parsed(turn));
      return checked.success ? [{ ...(checked.data as unknown as Turn), parts: partsOf(checked.data.id) }] : [];
    });
  }

  function partsOf(turn: string): Part[] {
    const rows = database.use((db) => db.prepare("SELECT part FROM parts WHERE turn = ? ORDER BY position").all(turn));
    return rows.flatMap(({ part }) => (parsed(part) as Part | undefined) ?? []);
  }

  return {
    list(of) {
      const rows = database.use((db) =>
        db
          .prepare(
            `SELECT id, folder, updated, head, (SELECT count(*) FROM turns WHERE conversation = conversations.id) AS turns FROM conversations WHERE ${ofFolder}`,
          )
          .all(of, maxListed),
      );
      return rows.flatMap(({ id, folder: folderColumn, updated, head, turns }) => {
        const checked = headSchema.safeParse(parsed(head));
        if (!checked.success) return [];
        const { title, createdAt, recipient, comparison } = checked.data;
        const known = {
          id: String(id),
          folder: folderColumn === null ? null : String(folderColumn),
          updatedAt: String(updated),
        };
        return [{ ...known, title, createdAt, recipient, comparison, turns: Number(turns) }];
      });
    },
    search(of, sought) {
      const found = new Map<ConversationId, string>();
      const wanted = sought.toLocaleLowerCase();
      const joined = "turns JOIN conversations ON conversations.id = turns.conversation";
      const queries = [
        `SELECT conversations.id AS id, turn AS held FROM ${joined} WHERE ${ofFolder}`,
        `SELECT conversations.id AS id, part AS held FROM ${joined} JOIN parts ON parts.turn = turns.id WHERE ${ofFolder}`,
      ];
      database.use((db) => {
        for (const query of queries)
          for (const { id, held } of db.prepare(query).iterate(of, maxSearched)) {
            if (found.has(String(id))) continue;
            const line = lineWith(parsed(held), wanted);
            if (line !== null) found.set(String(id), line);
          }
      });
      return found;
    },
    load(id) {
      const row = database.use((db) =>
        db.prepare("SELECT folder, updated, head FROM conversations WHERE id = ?").get(id),
      );
      const checked = headSchema.safeParse(parsed(row?.["head"]));
      if (row === undefined || !checked.success) return null;
      const { token, isNamed, title, createdAt, branchOf, recipient, comparison, isReadOnly, task } = checked.data;
      const { usage, context } = checked.data as unknown as Pick<Conversation, "usage" | "context">;
      const turns = turnsOf(id).map(interrupted);
      const queue = queueOf(id);
      const head = { id, folder: row["folder"] === null ? null : String(row["folder"]), title, createdAt };
      return {
        conversation: {
          ...head,
          updatedAt: String(row["updated"]),
          turns,
          usage,
          context,
          ...(queue.length > 0 ? { queue } : {}),
          ...(branchOf === undefined ? {} : { branchOf }),
          ...(recipient === undefined ? {} : { recipient }),
          ...(comparison === undefined ? {} : { comparison }),
          ...(isReadOnly === undefined ? {} : { isReadOnly }),
          ...(task === undefined ? {} : { task }),
          seq: 0,
        },
        isNamed,
        token,
        records: turns.map((turn) => ({ turn, ...recordsOf(turn.id) })),
      };
    },
    has: (id) => database.use((db) => db.prepare("SELECT 1 FROM conversations WHERE id = ?").get(id)) !== undefined,
    saveHead({ conversation, isNamed, token }) {
      const { id, folder: folderColumn, updatedAt, title, createdAt, usage, context } = conversation;
      const { branchOf, recipient, comparison, isReadOnly, task } = conversation;
      const own = { title, createdAt, isNamed, token, usage, context };
      const head = JSON.stringify({ ...own, branchOf, recipient, comparison, isReadOnly, task });
      database.use((db) =>
        db
          .prepare(
            "INSERT INTO conversations (id, folder, updated, head) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, head = excluded.head",
          )
          .run(id, folderColumn, updatedAt, head),
      );
    },
    saveTurn(conversation, position, turn) {
      database.use((db) =>
        db
          .prepare(
            "INSERT INTO turns (conversation, position, id, turn) VALUES (?, ?, ?, ?) ON CONFLICT (conversation, position) DO UPDATE SET turn = excluded.turn",
          )
          .run(conversation, position, turn.id, JSON.stringify({ ...turn, parts: undefined })),
      );
    },
    savePart(turn, index, part) {
      database.use((db) =>
        db
          .prepare(
            "INSERT INTO parts (turn, position, part) VALUES (?, ?, ?) ON CONFLICT (turn, position) DO UPDATE SET part = excluded.part",
          )
          .run(turn, index, JSON.stringify(part)),
      );
    },
    ...records,
    ofWrite(write) {
      const row = database.use((db) =>
        db
          .prepare(
            "SELECT conversation FROM parts JOIN turns ON turns.id = parts.turn WHERE instr(part, ?) > 0 LIMIT 1",
          )
          .get(JSON.stringify({ id: write }).slice(1, -1)),
      );
      return row === undefined ? null : String(row["conversation"]);
    },
    remove(id) {
      database.use((db) => {
        // Overwrites deleted data in the file.
        db.exec("PRAGMA secure_delete = ON");
        transaction(db, () => {
          db.prepare("DELETE FROM records WHERE turn = ?").run(id);
          db.prepare("DELETE FROM parts WHERE turn IN (SELECT id FROM turns WHERE conversation = ?)").run(id);
          db.prepare("DELETE FROM records WHERE turn IN (SELECT id FROM turns WHERE conversation = ?)").run(id);
          db.prepare("DELETE FROM turns WHERE conversation = ?").run(id);
          db.prepare("DELETE FROM conversations WHERE id = ?").run(id);
        });
        db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      });
    },
    close: () => database.close(),
  };
}

/** Marks a turn that was running when the process ended. Nothing is run again. */
function interrupted(turn: Turn): Turn {
  if (isEnded(turn.state)) return turn;
  const parts = turn.parts.map((part) => {
    if (part.kind !== "call") return part;
    if (part.state === "running") return { ...part, state: "unknown" as const };
    const isOpen = part.state === "arriving" || part.state === "waiting" || part.state === "asking";
    return isOpen ? { ...part, state: "not run" as const } : part;
  });
  return { ...turn, parts, state: { status: "interrupted" } };
}

/** The first line of a question or part that contains the searched text. */
function lineWith(held: unknown, wanted: string): string | null {
  const { ask, ...part } = held as Partial<Turn> & Partial<Part>;
  const texts: (string | null)[] = [];
  if (ask !== undefined) texts.push(ask.kind === "words" ? ask.text : `${ask.tool} ${ask.arguments}`);
  else if ("kind" in part)
    texts.push(part.kind === "text" ? (part.text ?? null) : part.kind === "call" ? (part.summary ?? null) : null);
  for (const text of texts)
    for (const line of text?.split("\n") ?? [])
      if (line.toLocaleLowerCase().includes(wanted)) return line.trim().slice(0, 300);
  return null;
}
