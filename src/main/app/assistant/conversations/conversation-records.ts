import { z } from "zod";
import type { ConversationId, QuestionDraft, QueuedQuestion } from "../../../../shared/conversation";
import { MAX_RECIPIENTS } from "../../../../shared/limits";
import type { ResilientDatabase } from "../../../engine/storage";
import { parsed } from "./conversation-database";
import type { ContextText, StepRecord, ToolAnswer, TurnRecord } from "./conversation-record";
import type { ConversationStore } from "./conversation-store";

const agentSessionSchema = z.object({ agent: z.string(), session: z.string().max(1000) });

/** A stored `Recipient`. */
export const recipientSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("agent"), agent: z.string() }),
  z.object({ kind: z.literal("model"), provider: z.string(), model: z.string() }),
]);

const questionSchema = z.object({ text: z.string(), chips: z.array(z.looseObject({ kind: z.string() })) });

const draftSchema = questionSchema.extend({
  recipients: z.array(recipientSchema).max(MAX_RECIPIENTS).optional().catch(undefined),
  notAsked: z.array(z.string()).max(MAX_RECIPIENTS).optional().catch(undefined),
});

const queueSchema = z.array(
  questionSchema.extend({
    id: z.string(),
    problem: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  }),
);

const imageSchema = z.object({
  name: z.string(),
  mime: z.enum(["image/png", "image/jpeg"]),
  width: z.number(),
  height: z.number(),
  data: z.string(),
});

/** What is stored of a conversation besides what is shown: what the model got and answered, undone edits, the unsent question. */
export type ConversationRecords = Pick<
  ConversationStore,
  | "saveContext"
  | "saveStep"
  | "saveAnswer"
  | "undone"
  | "saveUndone"
  | "draft"
  | "saveDraft"
  | "saveQueue"
  | "saveImage"
  | "image"
  | "images"
  | "copyImages"
  | "agentSession"
  | "saveAgentSession"
  | "agentSessionIds"
> & { recordsOf(turn: string): Omit<TurnRecord, "turn">; queueOf(id: ConversationId): QueuedQuestion[] };

export function createConversationRecords(database: ResilientDatabase): ConversationRecords {
  return {
    recordsOf,
    saveContext: (turn, context) => saveRecord(turn, "context", context),
    saveStep: (turn, position, { parts, isWhole }) => saveRecord(turn, stepName(position), { parts, isWhole }),
    saveAnswer: (turn, position, answer) => saveRecord(turn, `${stepName(position)} answer ${answer.call}`, answer),
    undone(id) {
      const row = database.use((db) =>
        db.prepare("SELECT record FROM records WHERE turn = ? AND name = 'undone'").get(id),
      );
      const sentences = parsed(row?.["record"]);
      return Array.isArray(sentences) ? sentences.map(String) : [];
    },
    saveUndone: (id, sentences) => saveRecord(id, "undone", [...sentences]),
    agentSession(id) {
      const row = database.use((db) =>
        db.prepare("SELECT record FROM records WHERE turn = ? AND name = 'agent session'").get(id),
      );
      const checked = agentSessionSchema.safeParse(parsed(row?.["record"]));
      return checked.success ? checked.data : null;
    },
    agentSessionIds() {
      const rows = database.use((db) => db.prepare("SELECT record FROM records WHERE name = 'agent session'").all());
      return new Set(
        rows.flatMap(({ record }) => {
          const checked = agentSessionSchema.safeParse(parsed(record));
          return checked.success ? [checked.data.session] : [];
        }),
      );
    },
    saveAgentSession: (id, session) => saveRecord(id, "agent session", session),
    draft(id) {
      const row = database.use((db) =>
        db.prepare("SELECT record FROM records WHERE turn = ? AND name = 'draft'").get(id),
      );
      const checked = draftSchema.safeParse(parsed(row?.["record"]));
      return checked.success ? (checked.data as QuestionDraft) : null;
    },
    queueOf(id) {
      const row = database.use((db) =>
        db.prepare("SELECT record FROM records WHERE turn = ? AND name = 'queue'").get(id),
      );
      const checked = queueSchema.safeParse(parsed(row?.["record"]));
      return checked.success ? (checked.data as QueuedQuestion[]) : [];
    },
    saveImage: (id, image, stored) => syncedToDisk(() => saveRecord(id, `image ${image}`, stored)),
    image(id, image) {
      const row = database.use((db) =>
        db.prepare("SELECT record FROM records WHERE turn = ? AND name = ?").get(id, `image ${image}`),
      );
      const checked = imageSchema.safeParse(parsed(row?.["record"]));
      return checked.success ? checked.data : null;
    },
    copyImages: (from, to) =>
      void database.use((db) =>
        db
          .prepare(
            "INSERT OR IGNORE INTO records (turn, name, record) SELECT ?, name, record FROM records WHERE turn = ? AND name LIKE 'image %'",
          )
          .run(to, from),
      ),
    images(id) {
      const row = database.use((db) =>
        db.prepare("SELECT count(*) AS images FROM records WHERE turn = ? AND name LIKE 'image %'").get(id),
      );
      return Number(row?.["images"] ?? 0);
    },
    saveQueue: (id, queue) => syncedToDisk(() => saveRecord(id, "queue", [...queue])),
    saveDraft(id, draft) {
      if (draft !== null) syncedToDisk(() => saveRecord(id, "draft", draft));
      else database.use((db) => db.prepare("DELETE FROM records WHERE turn = ? AND name = 'draft'").run(id));
    },
  };

  /** What the user types is synced before it is acknowledged. Parts of a model's answer do not wait for the disk. */
  function syncedToDisk(save: () => void): void {
    database.use((db) => db.exec("PRAGMA synchronous = FULL"));
    try {
      save();
    } finally {
      database.use((db) => db.exec("PRAGMA synchronous = NORMAL"));
    }
  }

  function saveRecord(turn: string, name: string, record: object): void {
    database.use((db) =>
      db
        .prepare(
          "INSERT INTO records (turn, name, record) VALUES (?, ?, ?) ON CONFLICT (turn, name) DO UPDATE SET record = excluded.record",
        )
        .run(turn, name, JSON.stringify(record)),
    );
  }

  function recordsOf(turn: string): Omit<TurnRecord, "turn"> {
    const rows = database.use((db) =>
      db.prepare("SELECT name, record FROM records WHERE turn = ? ORDER BY name").all(turn),
    );
    let context: ContextText[] = [];
    let undone: string[] = [];
    const steps: StepRecord[] = [];
    for (const { name, record } of rows) {
      const value = parsed(record);
      if (value === undefined) continue;
      if (name === "context") ({ context, undone } = value as Pick<TurnRecord, "context" | "undone">);
      else if (String(name).includes(" answer ")) steps.at(-1)?.answers.push(value as ToolAnswer);
      else steps.push({ ...(value as Omit<StepRecord, "answers">), answers: [] });
    }
    return { context, undone, steps };
  }
}

/** Zero-padded, so that they sort in order. */
const stepName = (position: number): string => `step ${String(position).padStart(6, "0")}`;
