import { expect, test } from "vitest";
import type { OfficeHunk } from "../../../../shared/office";
import { createOfficeReview } from "./office-review";

const hunk = (id: string, index: number): OfficeHunk =>
  ({
    id,
    writes: [],
    isMixed: false,
    parts: [{ paragraph: id, index, slide: null, from: 0, to: 1, removed: "", isNew: false }],
  }) as never;

/** A review of three hunks in paragraphs 0, 4 and 8; main removes the ones that are kept. */
function fakeReview() {
  let hunks = [hunk("a", 0), hunk("b", 4), hunk("c", 8)];
  const went: unknown[] = [];
  const kept: string[][] = [];
  const bridge = {
    async request(name: string, asked: { hunks: string[] }) {
      if (name === "review:keep") {
        kept.push(asked.hunks);
        hunks = hunks.filter(({ id }) => !asked.hunks.includes(id)).map(({ id }, at) => hunk(id, at));
      }
      return { ok: true, path: "/a.docx", version: "v", hunks, writes: [] };
    },
  };
  const review = createOfficeReview({
    bridge: bridge as never,
    doc: "d",
    go: (where) => went.push(where),
    notices: { announce: () => {}, error: () => 0, info: () => 0 } as never,
    questions: { ask: async () => null },
    tree: {} as never,
    about: () => ({ path: null, name: "a.docx" }),
    textOf: () => "x",
    onPendingCount: () => {},
  });
  return { review, went, kept };
}

const nextTask = () => new Promise((done) => setTimeout(done));

test("keeping by key first goes to the first edit, then decides and goes to the next one at its new position", async () => {
  const { review, went, kept } = fakeReview();
  await review.load();
  review.run("keep-edit");
  await nextTask();
  expect([kept, went, review.$current.get()]).toEqual([[], [{ index: 0 }], "a"]);
  review.run("keep-edit");
  await nextTask();
  // The indexes have changed with the decision.
  expect([kept, went.at(-1), review.$current.get()]).toEqual([[["a"]], { index: 0 }, "b"]);
});

test("pressing the key twice decides on two edits, each after it was shown", async () => {
  const { review, went, kept } = fakeReview();
  await review.load();
  review.step(1);
  review.run("keep-edit");
  review.run("keep-edit");
  await nextTask();
  expect([kept, went.length, review.$current.get()]).toEqual([[["a"], ["b"]], 3, "c"]);
});
