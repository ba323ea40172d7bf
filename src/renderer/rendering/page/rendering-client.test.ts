import fc from "fast-check";
import { expect, test } from "vitest";
import { renderingHandler } from "./rendering-client";
import { type FromWorker, STRIDE } from "./rendering-protocol";

const messages = { alerts: {}, properties: "Properties", lineBreaks: "keep" } as const;

/** Runs the worker's handler in this process, and keeps the blocks that a view would have after each message. */
function startHandler() {
  const replies: FromWorker[] = [];
  let done = () => {};
  const ask = renderingHandler((message) => {
    replies.push(message);
    if (message.type === "done" || message.type === "failed") done();
  });
  let blocks: string[] = [];
  let round = 0;
  return {
    replies,
    blocks: () => blocks,
    async render(text: string) {
      replies.length = 0;
      const finished = new Promise<void>((resolve) => {
        done = resolve;
      });
      for (let at = 0; at === 0 || at < text.length; at += 7)
        ask({ type: "slice", text: text.slice(at, at + 7), first: at === 0 });
      ask({ type: "render", round: ++round, messages });
      await finished;
      const [changed, ...rest] = replies;
      if (changed?.type !== "changed") throw new RangeError("no change came first");
      const html = rest.flatMap((message) => (message.type === "html" ? message.html : []));
      expect(html.length).toBe(changed.count);
      blocks = [...blocks.slice(0, changed.from), ...html, ...blocks.slice(changed.to)];
      expect(changed.numbers.length).toBe(blocks.length * STRIDE);
      return changed;
    },
  };
}

test("only the blocks that an edit changed are sent again", async () => {
  const { render } = startHandler();
  await render("# a\n\nb\n\nc\n\nd\n");
  expect(await render("# a\n\nb\n\nchanged\n\nd\n")).toMatchObject({ from: 2, to: 3, count: 1 });
  expect(await render("# a\n\nnew\n\nb\n\nchanged\n\nd\n")).toMatchObject({ from: 1, to: 1, count: 1 });
  expect(await render("# a\n\nnew\n\nb\n\nchanged\n\nd\n")).toMatchObject({ count: 0 });
  expect(await render("")).toMatchObject({ from: 0, to: 5, count: 0 });
});

test("a block with HTML of the document is flagged", async () => {
  const { numbers } = await startHandler().render("plain *text*\n\na <b>c</b>\n\n<div>\n");
  expect([3, 7, 11].map((at) => numbers[at])).toEqual([0, 1, 1]);
});

test("after any series of texts the view has the blocks of the last one", async () => {
  const text = fc
    .array(fc.constantFrom("a\n\n", "# b\n\n", "- c\n\n", "> d\n\n", "<p>\n\n", "[^1]\n\n[^1]: n\n\n"), {
      maxLength: 12,
    })
    .map((pieces) => pieces.join(""));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (texts) => {
      const worker = startHandler();
      for (const each of texts) await worker.render(each);
      const fresh = startHandler();
      await fresh.render(texts.at(-1) ?? "");
      expect(worker.blocks()).toEqual(fresh.blocks());
    }),
    { numRuns: 60 },
  );
});
