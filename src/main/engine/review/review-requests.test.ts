import { expect, test } from "vitest";
import type { FileStore } from "../ports/file-store";
import type { Decision, Review } from "../ports/review";
import { createReviewRequests } from "./review-requests";

const start = () => {
  let decide: (decision: Decision) => void = () => {};
  const review: Pick<Review, "onDecided"> = {
    onDecided(listener) {
      decide = listener;
      return () => {};
    },
  };
  const log = (error: unknown) => expect.fail(String(error));
  const requests = createReviewRequests({} as FileStore, { dataFolder: null, review, log });
  const decided = (hunk: string, about: Partial<Pick<Decision, "outcome">> & { by?: string; reason?: string } = {}) =>
    decide({
      realPath: "/work/a.md",
      hunk: hunk as Decision["hunk"],
      outcome: about.outcome ?? "undone",
      inserted: "new",
      removed: "old",
      write: { id: "w", by: about.by ?? "anna", reason: about.reason ?? "patch" } as unknown as Decision["write"],
    });
  const news = async (agent = "anna", isReached = true) =>
    (await requests.takeNews(agent, () => isReached)).map(({ hunk, outcome }) => [hunk, outcome]);
  return { decided, news, requests };
};

test("an agent gets the decisions on its own edits that it can reach, once", async () => {
  const { decided, news } = start();
  decided("1");
  decided("2", { outcome: "kept" });
  decided("3", { by: "bert" });
  expect(await news("anna", false)).toEqual([]);
  expect(await news()).toEqual([
    ["1", "undone"],
    ["2", "kept"],
  ]);
  expect(await news()).toEqual([]);
  expect(await news("bert")).toEqual([["3", "undone"]]);
});

test("an undone edit that the agent made past Galley's tools is left to the app, which says its words", async () => {
  const { decided, news, requests } = start();
  decided("1", { reason: "found on disk" });
  decided("2", { reason: "found on disk", outcome: "kept" });
  expect(await news()).toEqual([["2", "kept"]]);
  // A request for review gets it all the same.
  const hunks = [{ realPath: "/work/a.md", hunk: "1", lineFrom: 1, lineTo: 1, inserted: "" }];
  expect(await requests.decisionsOn(hunks, "")).toHaveLength(1);
});
