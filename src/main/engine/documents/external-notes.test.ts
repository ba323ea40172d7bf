import { describe, expect, test } from "vitest";
import type { VersionEntry } from "../../../core/review/writer";
import { createExternalNotes } from "./external-notes";

const path = "/w/a.docx";
/** What a version's text is, in this notation. */
const textOf = (version: string) => `text of ${version}`;

/** Notes the version `v` of a document: the host knows `known`, and `entries` are its stored versions, newest first. */
async function note(known: string | null, entries: readonly string[], { isReviewed = true } = {}) {
  const seen = { projected: [] as string[], before: [] as string[], recorded: [] as string[] };
  const notes = createExternalNotes({
    host: {
      known: () => ({ version: known, text: "" }),
      authorOf: async () => ({ by: { kind: "agent", name: "claude-code" }, isReviewed }),
    },
    history: {
      list: async (_path, most = entries.length) =>
        entries.slice(0, most).map((version) => ({ version }) as VersionEntry),
      record: async ({ version }) => void seen.recorded.push(version),
    },
    review: {
      record: (write) => ({ ...write, at: 0 }) as never,
      landed: async ({ before }) => void seen.before.push(before),
    },
    texts: {
      open: () => expect.unreachable(),
      compare: async () => [],
      async textOf(version) {
        seen.projected.push(version);
        return textOf(version);
      },
      async projection(_bytes, version) {
        seen.projected.push(version);
        return textOf(version);
      },
    },
    found: () => {},
    log: (error) => {
      throw error;
    },
  });
  await notes.note({ realPath: path, version: "v", bytes: new Uint8Array(), writable: true } as never);
  return seen;
}

const many = (most: number) => Array.from({ length: most }, (_, at) => `own ${most - at}`);

describe("an external write of an Office document is compared with", () => {
  for (const [title, known, entries, before] of [
    ["the known version", "k", ["k", "older"], "text of k"],
    ["the newest version on top of it", "k", ["own", "k", "older"], "text of own"],
    ["the newest of very many versions on top of it", "k", [...many(101), "k", "older"], "text of own 101"],
    ["the known version if the history does not have it", "k", many(101), "text of k"],
    ["nothing if the document is new", null, many(101), ""],
  ] as const)
    test(title, async () => {
      expect(await note(known, entries)).toMatchObject({ before: [before], recorded: ["v"] });
    });
});

test("a write that is not reviewed is stored, and nothing is projected", async () => {
  expect(await note("k", ["k"], { isReviewed: false })).toEqual({ projected: [], before: [], recorded: ["v"] });
});

test("a write that Galley knows already is neither stored again nor projected", async () => {
  expect(await note("k", ["v", "k"])).toEqual({ projected: [], before: [], recorded: [] });
});
