import type { BookImport } from "../../../../shared/book";
import type { Bridge } from "../../../../shared/contract";
import type { Notices } from "../../../ui/notices";
import { bookMessages } from "../messages";
import type { BookModel } from "./book-model";

/** How long the notice about an import is shown, in milliseconds. */
const SHOWN_MS = 15_000;

/** Imports a file that the user picks, and shows what came of it. Never two at once. */
export async function startImport({
  model,
  bridge,
  notices,
}: {
  model: BookModel;
  bridge: Bridge;
  notices: Notices;
}): Promise<void> {
  if (model.$isImporting.get()) return;
  model.$isImporting.set(true);
  try {
    // What is typed counts as changed since the export of an XLIFF.
    await model.flush();
    const answer = await bridge.request("book:import", model.book);
    if (!model.isOk(answer) || answer.imported === null) return;
    const { imported } = answer;
    if (imported.kind === "memory") {
      notices.info(describe(imported), { stay: SHOWN_MS });
      model.$memoryChanges.set(model.$memoryChanges.get() + 1);
    } else model.$imported.set(imported);
  } finally {
    model.$isImporting.set(false);
  }
}

function describe({ name, entries, from, into, skipped, status }: BookImport & { kind: "memory" }): string {
  const t = bookMessages.memories;
  return [
    t.imported(name, entries, from, into),
    ...(skipped === 0 ? [] : [t.skipped(skipped)]),
    ...(status === "added" ? [] : [t.replaced]),
  ].join("\n");
}
