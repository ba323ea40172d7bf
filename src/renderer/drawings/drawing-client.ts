import type { Drawing, DrawingRequest, Drawn } from "./drawing";
import type { DrawingFrame } from "./drawing-frame";
import { drawingWords } from "./messages";
import type { FromFrame, ToFrame } from "./protocol";

/**
 * Milliseconds: for a drawing, and for the code that draws to be loaded before the first of its kind. What took long to load
 * is on a slow or busy machine: there a drawing may take `timesLoad` as long, up to `slow`.
 */
export const LIMITS = { draw: 2000, slow: 8000, timesLoad: 4, load: 20_000 };

/** As many drawings are kept as a long document has. */
const KEPT = 500;

/** Longer sources are not even tried, in UTF-16 units. */
const LONGEST = { math: 10_000, diagram: 50_000 };

type World = {
  openFrame(): Promise<DrawingFrame>;
  /** Takes the frame's markup apart as what a stranger wrote; null where it is no drawing. */
  check(request: DrawingRequest, markup: string): Drawn | null;
};

type Waiting = { request: DrawingRequest; key: string; done(drawing: Drawing): void };

/**
 * Draws one thing after the other in a frame that is made for the first, and made anew after any that went wrong. What
 * was drawn is kept: the same formula is not drawn twice.
 */
export function createDrawingDesk({ openFrame, check }: World) {
  const kept = new Map<string, Drawing>();
  const asked = new Map<string, Promise<Drawing>>();
  const waiting: Waiting[] = [];
  /** With what has been loaded into it, and how long each kind may take to be drawn there. */
  let frame: { frame: DrawingFrame; limits: Map<string, number> } | null = null;
  let isWorking = false;

  const throwAway = () => {
    frame?.frame.close();
    frame = null;
  };

  async function ask(message: ToFrame, limit: number): Promise<FromFrame | "slow"> {
    if (!frame) return "slow";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<"slow">((done) => {
      timer = setTimeout(() => done("slow"), limit);
    });
    const answer = frame.frame.ask(message);
    // Closing the frame of a late one rejects it when nobody listens any more.
    answer.catch(() => {});
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  async function paint(request: DrawingRequest): Promise<{ drawing: Drawing; isLasting: boolean }> {
    const { kind, source, display, theme } = request;
    const longest = LONGEST[kind];
    if (source.length > longest) return { drawing: failed(drawingWords.long(longest)), isLasting: true };
    try {
      frame ??= { frame: await openFrame(), limits: new Map() };
      if (!frame.limits.has(kind)) {
        const begun = performance.now();
        const told = await ask({ say: "load", kind }, LIMITS.load);
        if (told === "slow" || told.say !== "loaded") throw new Error("not loaded");
        const slowness = (performance.now() - begun) * LIMITS.timesLoad;
        frame.limits.set(kind, Math.min(LIMITS.slow, Math.max(LIMITS.draw, slowness)));
      }
      const limit = frame.limits.get(kind) ?? LIMITS.draw;
      const told = await ask({ say: "draw", kind, source, display, theme }, limit);
      if (told === "slow") {
        throwAway();
        return { drawing: failed(drawingWords.slow), isLasting: true };
      }
      if (told.say === "failed") return { drawing: failed(told.message), isLasting: true };
      if (told.say !== "drawn") throw new Error("an answer to another question");
      return { drawing: check(request, told.markup) ?? failed(drawingWords.unsafe), isLasting: true };
    } catch {
      throwAway();
      return { drawing: failed(drawingWords.lost), isLasting: false };
    }
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { drawing, isLasting } = await paint(next.request);
      asked.delete(next.key);
      if (isLasting) keep(next.key, drawing);
      next.done(drawing);
    }
    isWorking = false;
  }

  function keep(key: string, drawing: Drawing): void {
    kept.delete(key);
    kept.set(key, drawing);
    const oldest = kept.keys().next();
    if (kept.size > KEPT && !oldest.done) kept.delete(oldest.value);
  }

  return {
    /** Never rejects. The same question twice has one answer. */
    draw(request: DrawingRequest): Promise<Drawing> {
      const key = keyOf(request);
      const known = kept.get(key);
      if (known) {
        keep(key, known);
        return Promise.resolve(known);
      }
      const pending = asked.get(key);
      if (pending) return pending;
      const drawing = new Promise<Drawing>((done) => waiting.push({ request, key, done }));
      asked.set(key, drawing);
      void work();
      return drawing;
    },
    /** What is already there, without drawing: shown in the same frame instead of a moment later. */
    drawn(request: DrawingRequest): Drawing | null {
      return kept.get(keyOf(request)) ?? null;
    },
  };
}

/** Maths takes the colour of the text around it: one drawing serves both themes. */
const keyOf = ({ kind, source, display, theme }: DrawingRequest): string =>
  kind === "math" ? `m${display ? "d" : "i"}${source}` : `d${theme}${source}`;

const failed = (message: string): Drawing => ({ status: "failed", message });
