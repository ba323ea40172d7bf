import fc from "fast-check";
import { expect, it } from "vitest";
import { applyChanges } from "../../../core/text/change";
import type { Envelope } from "../ports/caller";
import type { DocumentChange } from "../ports/documents";
import { type EngineForTests, engineForTests } from "../tools/engine-for-tests";

type Act =
  | { kind: "agent"; who: string; args: Record<string, unknown> }
  | { kind: "person"; at: number; insert: string }
  | { kind: "outside"; text: string };

const word = fc.constantFrom("alpha", "beta", "gamma", "delta", "x");
const text = fc.array(word, { maxLength: 5 }).map((parts) => parts.map((each) => `${each}\n`).join(""));
const line = fc.integer({ min: 1, max: 6 });
const args = fc.oneof(
  fc.constant({ action: "read" }),
  text.map((content) => ({ action: "write", content })),
  fc.tuple(word, word).map(([old_text, new_text]) => ({ action: "patch", old_text, new_text })),
  fc.tuple(word, word).map(([anchor, added]) => ({ action: "patch", patch_text: `@@ ${anchor}\n+${added} more` })),
  fc.tuple(line, word).map(([from, content]) => ({ action: "patch", edits: [{ from, to: from, content }] })),
  fc.tuple(line, word).map(([from, content]) => ({ action: "patch", edits: [{ from, content }] })),
);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("agent" as const), who: fc.constantFrom("one", "two"), args }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("person" as const), at: fc.nat(40), insert: word }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("outside" as const), text }) },
);

const roots = ["/w"];

async function play(on: EngineForTests, step: Act): Promise<Envelope | "person" | "outside"> {
  if (step.kind === "agent") return on.edit({ ...step.args, path: "a.md" }, step.who);
  if (step.kind === "outside") {
    await on.outside("a.md", step.text);
    return "outside";
  }
  await on.engine.documents.change("/w/a.md", roots, {
    by: { kind: "you", name: "you" },
    reason: "autosave",
    asker: "person",
    edit(current) {
      const at = Math.min(step.at, current?.text.length ?? 0);
      return { changes: [{ from: at, to: at, insert: step.insert }] };
    },
  });
  return "person";
}

it("in any order, every answer is true, listeners get every write, and no replaced text is lost", async () => {
  const batches = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });
  const property = fc.asyncProperty(text, batches, async (start, steps) => {
    const on = engineForTests({ "a.md": start });
    const received: DocumentChange[] = [];
    on.engine.documents.onChange((change) => void received.push(change));
    const answers: (Envelope | "person" | "outside")[] = [];
    // Requests made at the same time may run in any order.
    for (const batch of steps) answers.push(...(await Promise.all(batch.map((step) => play(on, step)))));

    const written = answers.filter((answer) => typeof answer === "object" && wrote(answer));
    const typed = answers.filter((answer) => answer === "person");
    expect(received).toHaveLength(written.length + typed.length);
    const landed = new Set(received.map(({ to }) => to));
    for (const answer of written) expect(landed.has(versionIn(answer))).toBe(true);
    for (const answer of answers)
      if (typeof answer === "object" && !answer.ok)
        expect(["stale", "not_found", "ambiguous", "bad_arguments"]).toContain(answer.error?.code);

    for (const change of received) {
      const before = await textOf(on, change.from);
      expect(applyChanges(before, change.changes)).toBe(change.text);
      expect(await textOf(on, change.to)).toBe(change.text);
    }
    const entries = await on.history.list("/w/a.md", 1000);
    expect(entries.filter(({ by }) => by.kind !== "program")).toHaveLength(received.length);
    expect(on.logged).toEqual([]);
  });
  await fc.assert(property, { numRuns: process.env["GALLEY_LONG"] ? 5000 : 50 });
}, 120_000);

const wrote = ({ data }: Envelope): boolean => ["created", "written"].includes(String(data?.["status"]));

const versionIn = (answer: Envelope | string): string =>
  typeof answer === "object" ? String(answer.data?.["version"]) : "";

/** From history, as a restore would read it. */
async function textOf(on: EngineForTests, version: string | null): Promise<string> {
  if (version === null) return "";
  const bytes = await on.history.content(version);
  expect(bytes).not.toBeNull();
  return Buffer.from(bytes ?? []).toString();
}
