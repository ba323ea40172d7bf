import { describe, expect, test } from "vitest";
import type { ReviewedWrite } from "../../../shared/contract";
import type { ReviewedDocument } from "../../../shared/review";
import { type ReviewRow, reviewRows } from "./review-rows";

const write = (id: string, minute: number, by = "Claude", request?: string): ReviewedWrite => ({
  id,
  by,
  reason: "patch",
  at: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
  ...(request === undefined ? {} : { request }),
});
const documentWith = (name: string, hunks: string[], writes: ReviewedWrite[]): ReviewedDocument => ({
  path: `/real/${name}`,
  shown: `/shown/${name}`,
  name,
  count: hunks.length,
  hunks: hunks.map((id) => ({
    id,
    removed: "a",
    inserted: "b",
    writes: [id.slice(0, id.indexOf("."))],
    isMixed: false,
  })),
  writes,
});
const summary = (rows: ReviewRow[]) => rows.map(({ kind, key }) => (kind === "edit" ? `  ${key}` : key));

describe("by document", () => {
  test("the edits follow their document in text order; a collapsed document shows none", () => {
    const documents = [
      documentWith("a.md", ["w1.0", "w1.1"], [write("w1", 1)]),
      documentWith("b.md", ["w2.0"], [write("w2", 2)]),
    ];
    expect(summary(reviewRows(documents, "documents", new Set()))).toEqual([
      "document /real/a.md",
      "  edit w1.0",
      "  edit w1.1",
      "document /real/b.md",
      "  edit w2.0",
    ]);
    expect(summary(reviewRows(documents, "documents", new Set(["document /real/a.md"])))).toEqual([
      "document /real/a.md",
      "document /real/b.md",
      "  edit w2.0",
    ]);
  });

  test("a document whose edits are not loaded has no row yet", () => {
    const counted = { ...documentWith("a.md", [], [write("w1", 1)]), count: 3 };
    expect(reviewRows([counted], "documents", new Set())).toEqual([]);
  });
});

describe("by answer", () => {
  const turns = (documents: ReviewedDocument[]) =>
    reviewRows(documents, "turns", new Set()).flatMap((row) =>
      row.kind === "turn" ? [row.writes.map(({ id }) => id).join("+")] : [],
    );

  test("writes for the same request are one group over all documents, latest first", () => {
    const documents = [
      documentWith("a.md", ["w1.0", "w3.0"], [write("w1", 1, "Claude", "Fix it"), write("w3", 40, "Claude", "More")]),
      documentWith("b.md", ["w2.0"], [write("w2", 30, "Claude", "Fix it")]),
    ];
    expect(turns(documents)).toEqual(["w3", "w1+w2"]);
  });

  test("without a request, an agent's writes are grouped while they follow each other closely", () => {
    const documents = [
      documentWith(
        "a.md",
        ["w1.0", "w2.0", "w3.0", "w4.0"],
        [write("w1", 1), write("w2", 4), write("w3", 20), write("w4", 21, "Codex")],
      ),
    ];
    expect(turns(documents)).toEqual(["w4", "w3", "w1+w2"]);
  });
});
