import type { Drawing, DrawingRequest, Drawn } from "./drawing";
import type { DrawingFrame } from "./drawing-frame";
import { drawingWords } from "./messages";
import type { FromFrame, ToFrame } from "./protocol";

/**
 * Time limits in milliseconds: `load` for loading the code of a kind, `draw` for one drawing. If loading was slow, the
 * machine is slow or busy, so a drawing may take `timesLoad` times the loading time, up to `slow`.
 */
export const LIMITS = { draw: 2000, slow: 8000, timesLoad: 4, load: 20_000 };

/** The number of cached drawings: about as many as a long document has. */
const KEPT = 500;

/** The longest source that is drawn, in UTF-16 units. */
const LONGEST = { math: 10_000, diagram: 50_000 };

type World = {
  openFrame(): Promise<DrawingFrame>;
  /** Sanitises the frame's markup as untrusted input; null if it is not a drawing. */
  check(request: DrawingRequest, markup: string): Drawn | null;
};

type Waiting = { request: DrawingRequest; key: string; done(drawing: Drawing): void };

/**
 * Draws one request at a time in a frame that is created for the first request and recreated after a failure. Results
 * are cached, so a formula is drawn only once.
 */
export function createDrawingDesk({ openFrame, check }: World) {
  const kept = new Map<string, Drawing>();
  const asked = new Map<string, Promise<Drawing>>();
  const waiting: Waiting[] = [];
  /** The open frame, with the time limit of each kind whose code it has loaded. */
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
    // If the request has timed out, closing its frame rejects this promise with no one waiting for it.
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
        const told = await ask({ type: "load", kind }, LIMITS.load);
        if (told === "slow" || told.type !== "loaded") throw new Error("the drawing library could not be loaded");
        const slowness = (performance.now() - begun) * LIMITS.timesLoad;
        frame.limits.set(kind, Math.min(LIMITS.slow, Math.max(LIMITS.draw, slowness)));
      }
      const limit = frame.limits.get(kind) ?? LIMITS.draw;
      const told = await ask({ type: "draw", kind, source, display, theme }, limit);
      if (told === "slow") {
        throwAway();
        return { drawing: failed(drawingWords.slow), isLasting: true };
      }
      if (told.type === "failed") return { drawing: failed(told.message), isLasting: true };
      if (told.type !== "drawn") throw new Error("the drawing frame sent an unexpected answer");
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
    /** Never rejects. Concurrent requests for the same drawing share one result. */
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
    /** The cached drawing if there is one, so that it can be shown in the same frame. */
    drawn(request: DrawingRequest): Drawing | null {
      return kept.get(keyOf(request)) ?? null;
    },
  };
}

/** Maths inherits the text colour, so one drawing serves both themes. */
const keyOf = ({ kind, source, display, theme }: DrawingRequest): string =>
  kind === "math" ? `m${display ? "d" : "i"}${source}` : `d${theme}${source}`;

const failed = (message: string): Drawing => ({ status: "failed", message });
