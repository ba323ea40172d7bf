import { setTimeout as wait } from "node:timers/promises";
import type { Alternative, AssistantEvents } from "../../../../shared/assistant-requests";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import { ToolError } from "../../../engine/ports/tool-error";
import { newFenceToken } from "../core/fence";
import type { ModelEvent } from "../core/message";
import { assistantMessages } from "../core/messages";
import type { Redaction } from "../core/redaction";
import { askModel, type ModelAccess } from "../providers/model";
import type { ModelService } from "../providers/model-service";
import { ProviderError } from "../providers/provider-error";
import { retryDelay } from "../providers/retry";
import { fittedAnswer, rewritePrompt } from "./rewrite-prompt";

/** An alternative that the user chose, with its original passage. */
export type ChosenRewrite = { original: string; alternative: string; model: string; instruction: string };

/** Requests alternatives for a passage. They write nothing and use no tools. */
export type RewriteService = {
  /** Starts the requests and returns; results are broadcast. Throws if no model is set up. */
  begin(asked: { rewrite: string; text: string; instruction: string; count: number }): Promise<{ model: string }>;
  stop(rewrite: string): void;
  /** Throws if the alternative is not complete. */
  chosen(rewrite: string, index: number): ChosenRewrite;
  close(): void;
};

type RewriteDeps = {
  models: ModelService;
  redaction: Redaction;
  broadcast<K extends keyof AssistantEvents>(name: K, event: AssistantEvents[K]): void;
  log(error: unknown): void;
  /** The idle limit of a request, in milliseconds. */
  idleMs(): number;
  random?: (() => number) | undefined;
};

type Rewrite = {
  original: string;
  instruction: string;
  model: string;
  stop: AbortController;
  alternatives: Alternative[];
};

/** Longer texts are for the panel. */
const longestPassage = 30_000;
const maxKept = 20;
/** Minimum interval of events for streamed text, in milliseconds. */
const restMs = 60;

export function createRewriteService({
  models,
  redaction,
  broadcast,
  log,
  idleMs,
  random = Math.random,
}: RewriteDeps): RewriteService {
  const rewrites = new Map<string, Rewrite>();

  async function write(id: string, rewrite: Rewrite, index: number, access: ModelAccess): Promise<void> {
    const { signal } = rewrite.stop;
    let lastSent = 0;
    const update = (alternative: Alternative): void => {
      rewrite.alternatives[index] = alternative;
      lastSent = performance.now();
      broadcast("assistant:rewriting", { rewrite: id, index, alternative });
    };
    const textNow = () => rewrite.alternatives[index]?.text ?? "";
    const token = newFenceToken();
    const { original: text, instruction, alternatives } = rewrite;
    const prompt = rewritePrompt({ text, instruction, index, count: alternatives.length, token });
    for (let retries = 0; ; retries++) {
      update({ text: "", state: { status: "asking" } });
      let answer = "";
      try {
        let end: Extract<ModelEvent, { kind: "end" }> | null = null;
        const stream = redaction.stream();
        for await (const event of askModel(access, { prompt }, { idleMs: idleMs(), signal })) {
          if (event.kind === "end") end = event;
          if (event.kind !== "text") continue;
          answer += stream.more(event.text);
          if (performance.now() - lastSent > restMs || textNow() === "")
            update({ text: fittedAnswer(text, answer, token), state: { status: "streaming" } });
        }
        answer += stream.rest();
        const why = endError(end, answer, access.errorContext.name);
        const whole = fittedAnswer(text, answer, token);
        update({ text: whole, state: why === null ? { status: "done" } : { status: "failed", why } });
        return;
      } catch (error) {
        if (signal.aborted) return update({ text: textNow(), state: { status: "stopped" } });
        if (!(error instanceof ProviderError)) {
          log(error);
          const why = { code: "failed", message: assistantMessages.failed, hint: assistantMessages.failedHint };
          return update({ text: textNow(), state: { status: "failed", why } });
        }
        const { isTransient, retryAfter, notice } = error;
        const delay = retryDelay({ retries, isTransient, hasOutput: answer !== "", retryAfter }, random());
        if (delay === null) return update({ text: textNow(), state: { status: "failed", why: notice } });
        const at = new Date(Date.now() + delay).toISOString();
        update({ text: "", state: { status: "retrying", at, why: notice } });
        await wait(delay, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return update({ text: "", state: { status: "stopped" } });
      }
    }
  }

  const stop = (id: string): void => rewrites.get(id)?.stop.abort(new Error("stopped by the user"));

  return {
    async begin({ rewrite: id, text, instruction, count }) {
      const t = assistantMessages.rewrite;
      if (text.trim() === "") throw new ToolError("bad_arguments", t.nothing);
      if (instruction.trim() === "") throw new ToolError("bad_arguments", t.noInstruction);
      if (text.length > longestPassage)
        throw new ToolError("too_large", t.tooLong(text.length, longestPassage), { hint: t.tooLongHint });
      const { provider, access } = await models.access();
      if (rewrites.has(id)) throw new ToolError("bad_arguments", t.gone);
      const model = escapeInvisibles(provider.model ?? provider.name).slice(0, 100);
      const alternatives = Array.from(
        { length: count },
        (): Alternative => ({ text: "", state: { status: "asking" } }),
      );
      const rewrite = {
        original: text,
        instruction: instruction.trim(),
        model,
        stop: new AbortController(),
        alternatives,
      };
      rewrites.set(id, rewrite);
      for (const [oldest] of rewrites) {
        if (rewrites.size <= maxKept) break;
        stop(oldest);
        rewrites.delete(oldest);
      }
      for (let index = 0; index < count; index++) void write(id, rewrite, index, access).catch(log);
      return { model };
    },
    stop,
    chosen(id, index) {
      const rewrite = rewrites.get(id);
      const alternative = rewrite?.alternatives[index];
      if (!rewrite || alternative?.state.status !== "done")
        throw new ToolError("not_found", assistantMessages.rewrite.gone);
      const { original, model, instruction } = rewrite;
      return { original, alternative: alternative.text, model, instruction };
    },
    close() {
      for (const id of rewrites.keys()) stop(id);
    },
  };
}

function endError(end: Extract<ModelEvent, { kind: "end" }> | null, answer: string, name: string) {
  const { errors, limits, rewrite } = assistantMessages;
  if (end?.reason === "length") return { code: "length", message: rewrite.cut, hint: rewrite.cutHint };
  if (end?.reason === "filtered") return { code: "filtered", message: limits.filtered, hint: limits.filteredHint };
  if (answer.trim() === "") return { code: "failed", message: errors.empty(name), hint: errors.emptyHint };
  return null;
}
