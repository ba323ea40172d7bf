import type { JobId, JobOrder } from "../../../shared/book-jobs";
import type { Engine } from "../../engine";
import type { OpenBook } from "../../engine/books";
import { ToolError } from "../../engine/ports/tool-error";
import type { Assistant } from "../assistant";
import type { ChunkRecord, JobRecord } from "./jobs/job-record";
import { jobMessages } from "./jobs/messages";
import { planChunks } from "./jobs/plan-chunks";
import { protectedIn } from "./jobs/protected-in";

/** The records of a job as ordered, not stored yet. Throws if its model cannot be reached, or if there is nothing to do. */
export async function newJob(
  id: JobId,
  {
    order,
    open,
    models,
    setup,
    engine,
  }: Pick<Assistant, "models" | "setup"> & { order: JobOrder; open: OpenBook; engine: Engine },
): Promise<{ job: JobRecord; chunks: ChunkRecord[] }> {
  const { provider } =
    order.provider === null
      ? await models.access()
      : await models.access({
          provider: order.provider,
          model: order.model ?? setup.provider(order.provider).model ?? "",
        });
  const { cut, held, acceptedStale } = planChunks(open, order, await protectedIn(open, engine));
  if (cut.length === 0) {
    const why = acceptedStale > 0 ? jobMessages.nothingButAccepted(acceptedStale) : jobMessages.nothingToDo;
    throw new ToolError("not_found", held > 0 ? jobMessages.nothingFree(held) : why);
  }
  const job: JobRecord = {
    id,
    order,
    title: open.book.title,
    provider: provider.id,
    providerName: provider.name,
    model: order.model ?? provider.model ?? jobMessages.model,
    state: "paused",
    why: null,
    failures: [],
    usage: { input: 0, output: 0, cost: 0 },
    startedAt: new Date().toISOString(),
    endedAt: null,
  };
  const chunks = cut.map(
    (each, at): ChunkRecord => ({ ...each, number: at + 1, task: null, state: "waiting", done: 0, reasons: [] }),
  );
  return { job, chunks };
}
