import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LinkPlan } from "../../../shared/links";
import { memoryBridge } from "../../testing/memory-bridge";
import { createNotices } from "../../ui/notices";
import { createRenames } from "./renames";

const move = { from: "/w/a.md", to: "/w/b.md" };
const plan = (links: number): LinkPlan => ({ files: [], links, fileCount: links, stuck: 0, isAll: true });

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Renames with a main whose plans have this many links. */
function setting(links: number) {
  const main = memoryBridge({ "/w/a.md": "" }, { workspace: { root: "/w", name: "w" } });
  const notices = createNotices();
  const bridge: typeof main.bridge = {
    ...main.bridge,
    request: async (name, argument) => {
      if (name === "links:plan-move") return { ok: true, plan: plan(links) } as never;
      if (name === "links:move")
        return { ok: true, path: move.to, report: { links, fileCount: 1, failed: [], undo: 7 } } as never;
      return main.bridge.request(name, argument);
    },
  };
  const renames = createRenames({ bridge, notices });
  const answered = async (how: "update" | "rename" | null) => {
    const moved = renames.move(move);
    await expect.poll(() => renames.$request.get()).not.toBe(null);
    const asked = renames.$request.get();
    if (asked?.kind === "move") asked.answer(how);
    return moved;
  };
  return { main, notices, renames, answered };
}

test("nobody is asked if no link would break", async () => {
  const { main, renames } = setting(0);
  expect(await renames.move(move)).toEqual({ ok: true, path: "/w/b.md" });
  expect(main.requested("workspace:rename")).toEqual([move]);
});

test("links are shown first; then they are updated with undo, left, or the rename is cancelled", async () => {
  const updated = setting(2);
  expect(await updated.answered("update")).toMatchObject({ ok: true, path: "/w/b.md" });
  const [notice] = updated.notices.$notices.get();
  expect(notice?.sentence).toBe("Renamed to b.md. 2 links updated in 1 file.");
  expect(notice?.action?.label).toBe("Undo");
  expect(updated.main.requested("workspace:rename")).toEqual([]);
  vi.advanceTimersByTime(14_000);
  expect(updated.notices.$notices.get()).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  expect(updated.notices.$notices.get()).toHaveLength(0);

  const renamed = setting(2);
  expect(await renamed.answered("rename")).toEqual({ ok: true, path: "/w/b.md" });
  expect(renamed.main.requested("workspace:rename")).toEqual([move]);

  const cancelled = setting(2);
  expect(await cancelled.answered(null)).toBe(null);
  expect([...cancelled.main.disk.keys()]).toEqual(["/w/a.md"]);
});

test("a notice says whether an entry was renamed or moved", async () => {
  const { renames, notices } = setting(2);
  const moved = renames.move({ from: "/w/a.md", to: "/w/part/a.md" });
  await expect.poll(() => renames.$request.get()).not.toBe(null);
  const asked = renames.$request.get();
  if (asked?.kind === "move") asked.answer("update");
  await moved;
  expect(notices.$notices.get()[0]?.sentence).toBe("Moved b.md to part. 2 links updated in 1 file.");
});

test("renames are undone one by one, with their links or by renaming back, until none is left", async () => {
  const { main, renames, notices } = setting(0);
  await renames.move(move);
  await renames.undoLast();
  expect(main.requested("workspace:rename")).toEqual([move, { from: move.to, to: move.from }]);
  await renames.undoLast();
  expect(notices.$announced.get().sentence).toBe("No rename to undo.");
  const updated = setting(2);
  await updated.answered("update");
  await updated.renames.undoLast();
  expect(updated.main.requested("links:undo")).toEqual([7]);
  await updated.renames.undoLast();
  expect(updated.main.requested("links:undo")).toEqual([7]);
});

test("an undo that is asked for while a rename is under way waits for it", async () => {
  const { main, notices } = setting(0);
  const slow = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const renames = createRenames({
    bridge: {
      ...main.bridge,
      request: async (name, argument) => {
        if (name === "links:plan-move") return { ok: true, plan: plan(0) } as never;
        const answer = await main.bridge.request(name, argument);
        started.resolve();
        await slow.promise;
        return answer;
      },
    },
    notices,
  });
  const moved = renames.move(move);
  await started.promise;
  const undone = renames.undoLast();
  slow.resolve();
  await Promise.all([moved, undone]);
  expect(main.requested("workspace:rename")).toEqual([move, { from: move.to, to: move.from }]);
});
