import { Text } from "@codemirror/state";
import { expect, it, vi } from "vitest";
import { MAX_INLINE_LENGTH } from "../../ui/limits";
import { OutlineService, type SectionEdit } from "./outline-service";
import { createOutlineSource, type WorkerLike } from "./outline-source";
import { createHandler, type FromWorker, type ToWorker } from "./worker-protocol";

/** A worker that answers on demand and records its messages. */
function pretended() {
  const sent: ToWorker[] = [];
  const responses: FromWorker[] = [];
  let isOpen = true;
  const workers: WorkerLike[] = [];
  const start = (): WorkerLike => {
    const answer = createHandler((each) => {
      responses.push(each);
      if (isOpen) deliver();
    });
    const worker: WorkerLike = {
      postMessage(message) {
        sent.push(message);
        answer(message);
      },
      terminate() {
        worker.onmessage = null;
      },
      onmessage: null,
      onerror: null,
    };
    const deliver = () => {
      for (const data of responses.splice(0)) queueMicrotask(() => worker.onmessage?.({ data }));
    };
    workers.push(worker);
    return worker;
  };
  return { start, sent, workers, hold: () => (isOpen = false) };
}

const up: SectionEdit = { section: 1, do: "move", position: "before", anchor: 0 };

const outlineOf = (doc: Text) => {
  const { titles, numbers } = new OutlineService(doc.sliceString(0)).packed();
  return { titles, numbers };
};

const long = (head: string) => Text.of(`# ${head}\n\n${"word ".repeat(MAX_INLINE_LENGTH / 4)}\n\n# End\n`.split("\n"));

it("a short text needs no worker", async () => {
  const { start, workers } = pretended();
  const source = createOutlineSource(start);
  expect((await source.outline(Text.of(["# A", "", "## B"]))).titles).toBe("A\nB");
  const answer = await source.answer(Text.of(["# A", "", "# B"]), { section: 1, do: "level", by: 1 });
  expect(answer).toMatchObject({ status: "moved", index: 1, changes: [{ from: 5, to: 6, insert: "##" }] });
  expect(workers).toHaveLength(0);
});

it("the outline of a long text is computed in slices without a worker, and follows edits", async () => {
  const { start, workers } = pretended();
  const source = createOutlineSource(start);
  const part = Array.from({ length: 15_000 }, (_, n) => `# Section ${n}\n\n${"word ".repeat(20)}\n`).join("\n");
  const doc = Text.of(part.split("\n"));
  let turns = 0;
  const ticking = setInterval(() => turns++);
  const { titles, numbers } = await source.outline(doc);
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(0);
  expect(titles.split("\n")).toHaveLength(15_000);
  expect({ titles, numbers }).toEqual(outlineOf(doc));
  const edited = doc.replace(200, 260, Text.of(["x", "## New", "y"]));
  expect(await source.outline(edited)).toMatchObject(outlineOf(edited));
  expect(workers).toHaveLength(0);
});

it("a long text is sent to the worker in slices, once for several requests", async () => {
  const { start, sent } = pretended();
  const source = createOutlineSource(start);
  const doc = Text.of(`# Long\n\n${"word ".repeat(250_000)}\n\n# End\n`.split("\n"));
  const ask = { section: 1, do: "move", position: "before", anchor: 0 } as const;
  const moved = { status: "moved", index: 0, outline: { titles: "End\nLong" } };
  expect(await source.answer(doc, ask)).toMatchObject(moved);
  const slices = sent.filter(({ type }) => type === "slice");
  expect(slices.length).toBeGreaterThan(3);
  expect(slices.map((each) => (each.type === "slice" ? each.text : "")).join("")).toBe(doc.sliceString(0));
  expect(await source.answer(doc, ask)).toMatchObject(moved);
  expect(sent.filter(({ type }) => type === "slice")).toHaveLength(slices.length);
});

it("requests for two texts at once do not mix", async () => {
  const source = createOutlineSource(pretended().start);
  const both = await Promise.all([source.outline(long("one")), source.outline(long("two"))]);
  expect(both.map(({ titles }) => titles)).toEqual(["one\nEnd", "two\nEnd"]);
  const edits = await Promise.all([long("one"), long("two")].map((doc) => source.answer(doc, up)));
  expect(edits.map((each) => each.status === "moved" && each.outline.titles)).toEqual(["End\none", "End\ntwo"]);
});

it("requests fail when the worker ends, and the next text starts another one", async () => {
  const { start, sent, workers, hold } = pretended();
  const source = createOutlineSource(start);
  await source.answer(long("one"), up);
  hold();
  const before = sent.length;
  const asked = source.answer(long("two"), up);
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(before));
  workers[0]?.onerror?.({ message: "out of memory" });
  await expect(asked).rejects.toThrow("out of memory");
  void source.answer(long("three"), up).catch(() => {});
  await vi.waitFor(() => expect(workers).toHaveLength(2));
});

it("closing fails an outline that is being computed", async () => {
  const source = createOutlineSource(pretended().start);
  const asked = source.outline(Text.of("# A *b* `c`\n\n".repeat(40_000).split("\n")));
  await Promise.resolve();
  source.stop();
  await expect(asked).rejects.toThrow("closed");
});

it("an error in the worker is reported as an error", async () => {
  const source = createOutlineSource(pretended().start);
  await expect(source.answer(long("one"), { section: 9, do: "level", by: 1 })).rejects.toThrow("no such section");
});
