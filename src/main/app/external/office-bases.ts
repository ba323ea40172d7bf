import type { Engine } from "../../engine";
import type { KnownText } from "../../engine/ports/documents";
import type { OpenDocument } from "../documents";

type Deps = { engine(): Promise<Engine>; log(error: unknown): void };

/** Keeps the versions of Office documents that an agent may write over, in the history: from there the text before its write is read. */
export function createOfficeBases({ engine, log }: Deps) {
  const kept = new WeakSet<OpenDocument>();

  /** The last one under way, by path. */
  const running = new Map<string, Promise<KnownText | null>>();

  /** One after the other: what is still under way after an agent has written would store the agent's version as one that is known. */
  function keep(realPath: string): Promise<KnownText | null> {
    const kept = (running.get(realPath) ?? Promise.resolve()).then(() => keepNow(realPath));
    running.set(realPath, kept);
    void kept.finally(() => {
      if (running.get(realPath) === kept) running.delete(realPath);
    });
    return kept;
  }

  /** Null if the document cannot be stored. One that is not there is about to be made: its version is null. */
  async function keepNow(realPath: string): Promise<KnownText | null> {
    try {
      const found = await (await engine()).documents.keepFound(realPath, [realPath]);
      return { version: found?.version ?? null, text: "" };
    } catch (error) {
      log(error);
      return null;
    }
  }

  return {
    keep,
    /** Keeps each open document once: later versions are in the history anyway. */
    keepOpen(documents: Iterable<OpenDocument>, isAtRisk: (realPath: string) => boolean): void {
      for (const document of documents) {
        const { office, location } = document;
        if (office === null || location === null || kept.has(document) || !isAtRisk(location.realPath)) continue;
        kept.add(document);
        void keep(location.realPath);
      }
    },
  };
}
