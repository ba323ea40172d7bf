import { Text } from "@codemirror/state";
import { expect, it } from "vitest";
import { createOutlineSource, LONG, type WorkerLike } from "./outline-source";
import { answering, type FromWorker, type ToWorker } from "./worker-talk";

/** A worker that answers when it is let, and keeps what it was sent. */
function pretended() {
  const sent: ToWorker[] = [];
  const told: FromWorker[] = [];
  let isOpen = true;
  const workers: WorkerLike[] = [];
  const start = (): WorkerLike => {
    const answer = answering((each) => {
      told.push(each);
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
      for (const data of told.splice(0)) queueMicrotask(() => worker.onmessage?.({ data }));
    };
    workers.push(worker);
    return worker;
  };
  return { start, sent, workers, hold: () => (isOpen = false) };
}

const long = (head: string) => Text.of(`# ${head}\n\n${"word ".repeat(LONG / 4)}\n\n# End\n`.split("\n"));

it("works on a short text without a worker", async () => {
  const { start, workers } = pretended();
  const source = createOutlineSource(start);
  expect((await source.outline(Text.of(["# A", "", "## B"]))).titles).toBe("A\nB");
  const answer = await source.answer(Text.of(["# A", "", "# B"]), { section: 1, do: "level", by: 1 });
  expect(answer).toMatchObject({ status: "moved", index: 1, changes: [{ from: 5, to: 6, insert: "##" }] });
  expect(workers).toHaveLength(0);
});

it("sends a long text in slices, once for all that is asked about it", async () => {
  const { start, sent } = pretended();
  const source = createOutlineSource(start);
  const doc = Text.of(`# Long\n\n${"word ".repeat(250_000)}\n\n# End\n`.split("\n"));
  expect((await source.outline(doc)).titles).toBe("Long\nEnd");
  const slices = sent.filter(({ say }) => say === "slice");
  expect(slices.length).toBeGreaterThan(3);
  expect(slices.map((each) => (each.say === "slice" ? each.text : "")).join("")).toBe(doc.sliceString(0));
  expect(await source.answer(doc, { section: 1, do: "move", position: "before", anchor: 0 })).toMatchObject({
    status: "moved",
    index: 0,
    outline: { titles: "End\nLong" },
  });
  expect(sent.filter(({ say }) => say === "slice")).toHaveLength(slices.length);
});

it("keeps two texts that are asked for at once apart", async () => {
  const source = createOutlineSource(pretended().start);
  const both = await Promise.all([source.outline(long("one")), source.outline(long("two"))]);
  expect(both.map(({ titles }) => titles)).toEqual(["one\nEnd", "two\nEnd"]);
});

it("fails what is asked when the worker ends, and starts another for the next text", async () => {
  const { start, workers, hold } = pretended();
  const source = createOutlineSource(start);
  await source.outline(long("one"));
  hold();
  const asked = source.outline(long("two"));
  await new Promise((done) => setTimeout(done, 20));
  workers[0]?.onerror?.({ message: "out of memory" });
  await expect(asked).rejects.toThrow("out of memory");
  void source.outline(long("three")).catch(() => {});
  await new Promise((done) => setTimeout(done, 20));
  expect(workers).toHaveLength(2);
});

it("tells a failure of the worker's as one", async () => {
  const source = createOutlineSource(pretended().start);
  await expect(source.answer(long("one"), { section: 9, do: "level", by: 1 })).rejects.toThrow("no such section");
});
