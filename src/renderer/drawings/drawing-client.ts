import { DRAWING_TIMEOUTS_MS } from "../ui/limits";
import type { Drawing, DrawingRequest, RenderedDrawing } from "./drawing";
import type { DrawingFrame } from "./drawing-frame";
import { drawingMessages } from "./messages";
import type { FromFrame, ToFrame } from "./protocol";

/** The number of cached drawings: about as many as a long document has. */
const MAX_CACHED = 500;

/** The longest source that is drawn, in UTF-16 units. */
const MAX_SOURCE = { math: 10_000, diagram: 50_000 };

type DrawingDeps = {
  openFrame(): Promise<DrawingFrame>;
  /** Sanitises the frame's markup as untrusted input; null if it is not a drawing. */
  check(request: DrawingRequest, markup: string): RenderedDrawing | null;
};

type QueuedRequest = { request: DrawingRequest; key: string; resolve(drawing: Drawing): void };

/**
 * Draws one request at a time in a frame that is created for the first request and recreated after a failure. Results
 * are cached, so a formula is drawn only once.
 */
export function createDrawingClient({ openFrame, check }: DrawingDeps) {
  const cache = new Map<string, Drawing>();
  const inFlight = new Map<string, Promise<Drawing>>();
  const queue: QueuedRequest[] = [];
  /** The open frame, with the time limit of each kind whose code it has loaded. */
  let frame: { frame: DrawingFrame; limits: Map<string, number> } | null = null;
  let isWorking = false;

  const closeFrame = () => {
    frame?.frame.close();
    frame = null;
  };

  async function ask(message: ToFrame, limit: number): Promise<FromFrame | "slow"> {
    if (!frame) return "slow";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<"slow">((resolve) => {
      timer = setTimeout(() => resolve("slow"), limit);
    });
    const answer = frame.frame.ask(message);
    // If the request has timed out, closing its frame rejects this promise with no one waiting for it.
    answer.catch(() => {});
    return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
  }

  async function paint(request: DrawingRequest): Promise<{ drawing: Drawing; isCacheable: boolean }> {
    const { kind, source, display, theme } = request;
    const maxLength = MAX_SOURCE[kind];
    if (source.length > maxLength) return { drawing: failed(drawingMessages.long(maxLength)), isCacheable: true };
    try {
      frame ??= { frame: await openFrame(), limits: new Map() };
      if (!frame.limits.has(kind)) {
        const begun = performance.now();
        const answer = await ask({ type: "load", kind }, DRAWING_TIMEOUTS_MS.load);
        if (answer === "slow" || answer.type !== "loaded") throw new Error("the drawing library could not be loaded");
        const slowness = (performance.now() - begun) * DRAWING_TIMEOUTS_MS.timesLoad;
        frame.limits.set(kind, Math.min(DRAWING_TIMEOUTS_MS.slow, Math.max(DRAWING_TIMEOUTS_MS.draw, slowness)));
      }
      const limit = frame.limits.get(kind) ?? DRAWING_TIMEOUTS_MS.draw;
      const answer = await ask({ type: "draw", kind, source, display, theme }, limit);
      if (answer === "slow") {
        closeFrame();
        return { drawing: failed(drawingMessages.slow), isCacheable: true };
      }
      if (answer.type === "failed") return { drawing: failed(answer.message), isCacheable: true };
      if (answer.type !== "drawn") throw new Error("the drawing frame sent an unexpected answer");
      return { drawing: check(request, answer.markup) ?? failed(drawingMessages.unsafe), isCacheable: true };
    } catch {
      closeFrame();
      return { drawing: failed(drawingMessages.lost), isCacheable: false };
    }
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { drawing, isCacheable } = await paint(next.request);
      inFlight.delete(next.key);
      if (isCacheable) store(next.key, drawing);
      next.resolve(drawing);
    }
    isWorking = false;
  }

  function store(key: string, drawing: Drawing): void {
    cache.delete(key);
    cache.set(key, drawing);
    const oldest = cache.keys().next();
    if (cache.size > MAX_CACHED && !oldest.done) cache.delete(oldest.value);
  }

  return {
    /** Never rejects. Concurrent requests for the same drawing share one result. */
    draw(request: DrawingRequest): Promise<Drawing> {
      const key = keyOf(request);
      const known = cache.get(key);
      if (known) {
        store(key, known);
        return Promise.resolve(known);
      }
      const pending = inFlight.get(key);
      if (pending) return pending;
      const drawing = new Promise<Drawing>((resolve) => queue.push({ request, key, resolve }));
      inFlight.set(key, drawing);
      void work();
      return drawing;
    },
    /** The cached drawing if there is one, so that it can be shown in the same frame. */
    drawn(request: DrawingRequest): Drawing | null {
      return cache.get(keyOf(request)) ?? null;
    },
  };
}

/** Maths inherits the text colour, so one drawing serves both themes. */
const keyOf = ({ kind, source, display, theme }: DrawingRequest): string =>
  kind === "math" ? `m${display ? "d" : "i"}${source}` : `d${theme}${source}`;

const failed = (message: string): Drawing => ({ status: "failed", message });
