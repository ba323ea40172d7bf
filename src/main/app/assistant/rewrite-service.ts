import { setTimeout as wait } from "node:timers/promises";
import type { Alternative, AssistantEvents } from "../../../shared/assistant-requests";
import { plainly } from "../../../shared/plainly";
import { ToolError } from "../../engine/ports/tool-error";
import { newFenceToken } from "./fence";
import type { ModelEvent } from "./message";
import { assistantTold } from "./messages";
import { askModel, type ModelAccess } from "./model";
import type { ModelDesk } from "./model-service";
import { ProviderFault } from "./provider-error";
import type { Redaction } from "./redaction";
import { retryDelay } from "./retry";
import { fittedAnswer, rewritePrompt } from "./rewrite-prompt";

/** An alternative that the user chose, with its original passage. */
export type ChosenRewrite = { original: string; alternative: string; model: string; instruction: string };

/** Requests alternatives for a passage. They write nothing and use no tools. */
export type RewriteDesk = {
  /** Starts the requests and returns; results are broadcast. Throws if no model is set up. */
  begin(asked: { rewrite: string; text: string; instruction: string; count: number }): Promise<{ model: string }>;
  stop(rewrite: string): void;
  /** Throws if the alternative is not complete. */
  chosen(rewrite: string, index: number): ChosenRewrite;
  close(): void;
};

type Around = {
  models: ModelDesk;
  redaction: Redaction;
  tell<K extends keyof AssistantEvents>(name: K, event: AssistantEvents[K]): void;
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
const mostKept = 20;
/** Minimum interval of events for streamed text, in milliseconds. */
const restMs = 60;

export function createRewriteDesk({ models, redaction, tell, log, idleMs, random = Math.random }: Around): RewriteDesk {
  const rewrites = new Map<string, Rewrite>();

  async function write(id: string, rewrite: Rewrite, index: number, access: ModelAccess): Promise<void> {
    const { signal } = rewrite.stop;
    let told = 0;
    const stand = (alternative: Alternative): void => {
      rewrite.alternatives[index] = alternative;
      told = performance.now();
      tell("assistant:rewriting", { rewrite: id, index, alternative });
    };
    const textNow = () => rewrite.alternatives[index]?.text ?? "";
    const token = newFenceToken();
    const { original: text, instruction, alternatives } = rewrite;
    const prompt = rewritePrompt({ text, instruction, index, count: alternatives.length, token });
    for (let retries = 0; ; retries++) {
      stand({ text: "", state: { status: "asking" } });
      let answer = "";
      try {
        let end: Extract<ModelEvent, { kind: "end" }> | null = null;
        const stream = redaction.stream();
        for await (const event of askModel(access, { prompt }, { idleMs: idleMs(), signal })) {
          if (event.kind === "end") end = event;
          if (event.kind !== "text") continue;
          answer += stream.more(event.text);
          if (performance.now() - told > restMs || textNow() === "")
            stand({ text: fittedAnswer(text, answer, token), state: { status: "streaming" } });
        }
        answer += stream.rest();
        const why = faultOf(end, answer, access.asked.name);
        const whole = fittedAnswer(text, answer, token);
        stand({ text: whole, state: why === null ? { status: "done" } : { status: "failed", why } });
        return;
      } catch (error) {
        if (signal.aborted) return stand({ text: textNow(), state: { status: "stopped" } });
        if (!(error instanceof ProviderFault)) {
          log(error);
          const why = { code: "failed", message: assistantTold.failed, hint: assistantTold.failedHint };
          return stand({ text: textNow(), state: { status: "failed", why } });
        }
        const { isTransient, retryAfter, notice } = error;
        const delay = retryDelay({ retries, isTransient, hasShown: answer !== "", retryAfter }, random());
        if (delay === null) return stand({ text: textNow(), state: { status: "failed", why: notice } });
        const at = new Date(Date.now() + delay).toISOString();
        stand({ text: "", state: { status: "retrying", at, why: notice } });
        await wait(delay, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return stand({ text: "", state: { status: "stopped" } });
      }
    }
  }

  const stop = (id: string): void => rewrites.get(id)?.stop.abort(new Error("stopped by the user"));

  return {
    async begin({ rewrite: id, text, instruction, count }) {
      const say = assistantTold.rewrite;
      if (text.trim() === "") throw new ToolError("bad_arguments", say.nothing);
      if (instruction.trim() === "") throw new ToolError("bad_arguments", say.noInstruction);
      if (text.length > longestPassage)
        throw new ToolError("too_large", say.tooLong(text.length, longestPassage), { hint: say.tooLongHint });
      const { provider, access } = await models.access();
      if (rewrites.has(id)) throw new ToolError("bad_arguments", say.gone);
      const model = plainly(provider.model ?? provider.name).slice(0, 100);
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
        if (rewrites.size <= mostKept) break;
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
        throw new ToolError("not_found", assistantTold.rewrite.gone);
      const { original, model, instruction } = rewrite;
      return { original, alternative: alternative.text, model, instruction };
    },
    close() {
      for (const id of rewrites.keys()) stop(id);
    },
  };
}

function faultOf(end: Extract<ModelEvent, { kind: "end" }> | null, answer: string, name: string) {
  const { faults, limits, rewrite } = assistantTold;
  if (end?.reason === "length") return { code: "length", message: rewrite.cut, hint: rewrite.cutHint };
  if (end?.reason === "filtered") return { code: "filtered", message: limits.filtered, hint: limits.filteredHint };
  if (answer.trim() === "") return { code: "failed", message: faults.empty(name), hint: faults.emptyHint };
  return null;
}
