import { openResilientDatabase, transaction } from "../../../engine/storage";
import { type ChunkRecord, chunkRecord, type JobRecord, jobRecord } from "./job-record";

const schema = `
  CREATE TABLE jobs (id TEXT PRIMARY KEY, begun TEXT NOT NULL, job TEXT NOT NULL) STRICT;
  CREATE TABLE chunks (job TEXT NOT NULL, number INTEGER NOT NULL, chunk TEXT NOT NULL, PRIMARY KEY (job, number)) STRICT
`;

const MAX_JOBS = 200;

/** Stores jobs and the state of their chunks. The work itself is stored with the book. */
export type JobStore = {
  /** Newest first; unreadable ones are omitted. */
  list(): JobRecord[];
  chunks(job: string): ChunkRecord[];
  save(job: JobRecord): void;
  saveChunks(job: string, chunks: readonly ChunkRecord[]): void;
  remove(job: string): void;
  close(): void;
};

/** The store in `folder`, opened on first use. */
export function openJobs(folder: string | null, notice: (sentence: string) => void): JobStore {
  const database = openResilientDatabase(
    folder,
    {
      name: "jobs",
      schemaNumber: 1,
      schema,
      tables: ["jobs", "chunks"],
      busyTimeout: { opening: 2000, later: 2000 },
      messages: {
        subject: "the jobs on books",
        verb: "were",
        afterDamage: "a new list was started; what was handed in is stored with the books",
        whenUnusable: "jobs are kept only until Galley is closed",
      },
    },
    notice,
  );
  return {
    list: () =>
      database.use((db) =>
        db
          .prepare("SELECT job FROM jobs ORDER BY begun DESC, rowid DESC LIMIT ?")
          .all(MAX_JOBS)
          .flatMap(({ job }) => {
            const checked = jobRecord.safeParse(parsed(job));
            return checked.success ? [checked.data] : [];
          }),
      ),
    chunks: (job) =>
      database.use((db) =>
        db
          .prepare("SELECT chunk FROM chunks WHERE job = ? ORDER BY number")
          .all(job)
          .flatMap(({ chunk }) => {
            const checked = chunkRecord.safeParse(parsed(chunk));
            return checked.success ? [checked.data] : [];
          }),
      ),
    save: (job) =>
      void database.use((db) =>
        db
          .prepare(
            "INSERT INTO jobs (id, begun, job) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET job = excluded.job",
          )
          .run(job.id, job.startedAt, JSON.stringify(job)),
      ),
    saveChunks: (job, chunks) =>
      database.use((db) =>
        transaction(db, () => {
          const put = db.prepare("INSERT OR REPLACE INTO chunks (job, number, chunk) VALUES (?, ?, ?)");
          for (const chunk of chunks) put.run(job, chunk.number, JSON.stringify(chunk));
        }),
      ),
    remove: (job) =>
      database.use((db) => {
        db.prepare("DELETE FROM jobs WHERE id = ?").run(job);
        db.prepare("DELETE FROM chunks WHERE job = ?").run(job);
      }),
    close: () => database.close(),
  };
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
