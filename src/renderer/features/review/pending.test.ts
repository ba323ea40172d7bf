import { Text } from "@codemirror/state";
import { atom } from "nanostores";
import { expect, test } from "vitest";
import type { Bridge, Outcome } from "../../../shared/contract";
import type { ReviewedDocument } from "../../../shared/review";
import type { DocumentReview } from "../../editor/review/review-host";
import { createPendingEdits } from "./pending";

const hunk = (id: string) => ({ id, writes: ["w"], removed: "a", inserted: "b", isMixed: false });
const document = (name: string, ...ids: string[]): ReviewedDocument => ({
  path: `/real/${name}`,
  shown: `/root/${name}`,
  name,
  count: ids.length,
  hunks: ids.map(hunk),
  writes: [],
});
const review = (name: string, ...ids: string[]): DocumentReview => ({
  path: `/real/${name}`,
  pending: [],
  hunks: ids.map((id) => ({ id, from: 0, to: 0, parts: [], writes: [], isMixed: false })),
  writes: [],
});

/** A window with `a.md` open, and a main that reports these documents. */
async function window(reported: ReviewedDocument[]) {
  const main = { documents: reported };
  const answer = async (): Promise<Outcome<{ documents: ReviewedDocument[] }>> => ({ ok: true, ...main });
  const bridge = { request: answer, listen: () => () => {} } as unknown as Bridge;
  const waiting = createPendingEdits(bridge);
  const editor = {
    kind: "text",
    $info: atom({ path: "/root/a.md", name: "a.md" }),
    $review: atom<DocumentReview | null>(null),
    $pendingCount: atom(0),
    content: () => Text.empty,
  };
  const $tabs = atom([{ editor }]);
  waiting.follow($tabs);
  waiting.show();
  await Promise.resolve();
  await Promise.resolve();
  return {
    /** The editor's own review. */
    edits: (now: DocumentReview | null) => {
      editor.$review.set(now);
      editor.$pendingCount.set(now?.hunks.length ?? 0);
    },
    closes: () => $tabs.set([]),
    counts: () => Object.fromEntries(waiting.$documents.get().map(({ name, count }) => [name, count])),
    listed: () => waiting.$documents.get().flatMap(({ hunks }) => hunks.map(({ id }) => id)),
  };
}

test("an open document is counted by its editor before main has reported it", async () => {
  const { edits, counts, listed } = await window([document("b.md", "x")]);
  edits(review("a.md", "1", "2"));
  expect(counts()).toEqual({ "a.md": 2, "b.md": 1 });
  expect(listed()).toEqual(["1", "2", "x"]);
  edits(null);
  expect(counts()).toEqual({ "b.md": 1 });
  expect(listed()).toEqual(["x"]);
});

test("an edit that the editor no longer has is neither counted nor listed", async () => {
  const { edits, counts, listed } = await window([document("a.md", "1", "2")]);
  edits(review("a.md", "2"));
  expect(counts()).toEqual({ "a.md": 1 });
  expect(listed()).toEqual(["2"]);
});

test("an editor without a review does not hide main's count", async () => {
  const { edits, closes, counts } = await window([document("a.md", "1")]);
  expect(counts()).toEqual({ "a.md": 1 });
  edits(review("a.md", "1"));
  edits(null);
  expect(counts()).toEqual({});
  closes();
  expect(counts()).toEqual({ "a.md": 1 });
});
