import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DRAWING_TIMEOUTS_MS } from "../ui/limits";
import type { DrawingRequest } from "./drawing";
import { createDrawingClient } from "./drawing-client";
import type { DrawingFrame } from "./drawing-frame";
import type { FromFrame, ToFrame } from "./protocol";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const math = (source: string): DrawingRequest => ({ kind: "math", source, display: false, theme: "light" });
const diagram = (source: string): DrawingRequest => ({ kind: "diagram", source, display: true, theme: "light" });

/** A client whose frames answer as given: `hang` never answers, `die` closes the frame. */
function testClient(answer: (message: ToFrame) => FromFrame | "hang" | "die" = plain) {
  const asked: string[] = [];
  const frames: { isClosed: boolean }[] = [];
  const made = createDrawingClient({
    openFrame: async () => {
      const frame = { isClosed: false };
      frames.push(frame);
      const ask: DrawingFrame["ask"] = async (message) => {
        asked.push(message.type === "load" ? `load ${message.kind}` : message.source);
        const reply = answer(message);
        if (reply === "hang") return new Promise(() => {});
        if (reply === "die") throw new Error("closed");
        return reply;
      };
      return { ask, close: () => void Object.assign(frame, { isClosed: true }) };
    },
    check: (_, markup) => (markup.includes("bad") ? null : { status: "drawn", kind: "math", markup }),
  });
  return { ...made, asked, frames };
}

const plain = (message: ToFrame): FromFrame =>
  message.type === "load" ? { type: "loaded" } : { type: "drawn", markup: `<${message.source}>` };

test("the code of each kind is loaded once, and each drawing is requested once", async () => {
  const { draw, drawn, asked } = testClient();
  const both = await Promise.all([draw(math("a")), draw(math("a"))]);
  expect(both).toEqual(Array(2).fill({ status: "drawn", kind: "math", markup: "<a>" }));
  expect(await draw({ ...math("a"), theme: "dark" })).toEqual(both[0]);
  await draw(math("b"));
  await draw(diagram("c"));
  expect(asked).toEqual(["load math", "a", "b", "load diagram", "c"]);
  expect(drawn(math("b"))).toMatchObject({ status: "drawn" });
  expect(drawn(math("z"))).toBeNull();
});

test("a drawing that takes too long fails, its frame is closed, and the next one is drawn in another", async () => {
  const { draw, frames } = testClient((message) =>
    message.type === "draw" && message.source === "bomb" ? "hang" : plain(message),
  );
  const bomb = draw(math("bomb"));
  const next = draw(math("x"));
  await vi.advanceTimersByTimeAsync(DRAWING_TIMEOUTS_MS.draw - 1);
  expect(frames).toEqual([{ isClosed: false }]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await bomb).toMatchObject({ status: "failed", message: expect.stringContaining("2 seconds") });
  expect(await next).toMatchObject({ status: "drawn" });
  expect(frames).toEqual([{ isClosed: true }, { isClosed: false }]);
  expect(await draw(math("bomb"))).toMatchObject({ status: "failed" });
  expect(frames.length).toBe(2);
});

test("loading may take longer than drawing, because it happens once", async () => {
  let answer: "hang" | null = "hang";
  const { draw } = testClient((message) => answer ?? plain(message));
  const first = draw(math("a"));
  await vi.advanceTimersByTimeAsync(DRAWING_TIMEOUTS_MS.load);
  expect(await first).toMatchObject({ status: "failed" });
  answer = null;
  expect(await draw(math("a"))).toMatchObject({ status: "drawn" });
});

test("if loading was slow, drawing may take four times as long, up to a limit", async () => {
  for (const [load, limit] of [
    [1500, 6000],
    [15_000, DRAWING_TIMEOUTS_MS.slow],
  ] as const) {
    let isLoaded = () => {};
    const made = createDrawingClient({
      openFrame: async () => ({
        ask: (message) =>
          message.type === "load"
            ? new Promise((done) => (isLoaded = () => done({ type: "loaded" })))
            : new Promise(() => {}),
        close: () => {},
      }),
      check: () => null,
    });
    let drawing: unknown = null;
    void made.draw(diagram("bomb")).then((drawn) => (drawing = drawn));
    await vi.advanceTimersByTimeAsync(load);
    isLoaded();
    await vi.advanceTimersByTimeAsync(limit - 1);
    expect(drawing).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(drawing).toMatchObject({ status: "failed" });
  }
});

test("a frame that stops or gives a wrong answer is closed, and the drawing can be requested again", async () => {
  for (const wrong of ["die", { type: "loaded" }] as const) {
    let isWrong = true;
    const { draw, frames } = testClient((message) => (message.type === "draw" && isWrong ? wrong : plain(message)));
    expect(await draw(math("a"))).toMatchObject({ status: "failed" });
    isWrong = false;
    expect(await draw(math("a"))).toMatchObject({ status: "drawn" });
    expect(frames).toEqual([{ isClosed: true }, { isClosed: false }]);
  }
});

test("markup rejected by the check is not shown", async () => {
  const { draw } = testClient();
  expect(await draw(math("bad"))).toMatchObject({ status: "failed" });
});

test("a source that is too long is not sent to the frame", async () => {
  const { draw, asked } = testClient();
  expect(await draw(math("x".repeat(10_001)))).toMatchObject({ status: "failed" });
  expect(asked).toEqual([]);
});

test("the cache holds no more drawings than a long document has", async () => {
  const { draw, drawn } = testClient();
  for (let number = 0; number < 501; number++) await draw(math(`x${number}`));
  expect([drawn(math("x0")), drawn(math("x1"))?.status]).toEqual([null, "drawn"]);
});
