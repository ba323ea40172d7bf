import { randomUUID } from "node:crypto";
import { basename, dirname } from "node:path";
import type { AuthoredSpan, Authorship, WriterShare } from "../../../shared/authorship";
import type { Engine } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";

/** The part of the tool `authorship`'s answer that is shown. */
type Answer = {
  characters: number;
  words: number;
  writers: WriterShare[];
  warnings: string[];
  spans: (Omit<AuthoredSpan, "length" | "isReviewed" | "isStale"> & {
    characters: number;
    reviewed: boolean;
    stale: boolean;
  })[];
};

/** Who wrote a document as it stands; what was typed a moment ago is saved first. */
export async function authorsOf(engine: Engine, realPath: string): Promise<Authorship> {
  const caller = {
    id: `authorship ${randomUUID()}`,
    name: "Galley",
    roots: [dirname(realPath)],
    isUser: true as const,
  };
  const call = { name: "authorship", arguments: { path: basename(realPath), detail: "spans" }, caller };
  const answer = await engine.run(call).finally(() => engine.forget(caller.id));
  if (!answer.ok) throw new ToolError(answer.error?.code ?? "failed", answer.error?.message ?? answer.message);
  const { characters, words, writers, warnings, spans } = answer.data as Answer;
  return {
    characters,
    words,
    writers,
    warnings,
    spans: spans.map(({ characters: length, kind, name, at, note, request, reviewed, stale }) => ({
      length,
      kind,
      name,
      at,
      ...(note !== undefined && { note }),
      ...(request !== undefined && { request }),
      isReviewed: reviewed,
      isStale: stale,
    })),
  };
}
