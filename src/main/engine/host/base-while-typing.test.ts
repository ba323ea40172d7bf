import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { Writer } from "../../../core/review/writer";
import { createEngine } from "./create-engine";

const folder = mkdtempSync(join(tmpdir(), "galley-base-"));
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

test("an agent's edit of an untouched section lands, although others typed elsewhere for minutes since it was read", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const file = join(folder, "a.md");
  // Too long for the texts that stay in memory.
  writeFileSync(file, `# A\n\nold\n\n# B\n\n${"words ".repeat(15_000)}\n`);
  const engine = await createEngine({ dataDir: join(folder, "data") });
  const by: Writer = { kind: "program", name: "Shared folder" };
  const type = () =>
    engine.documents.change(file, [folder], {
      by,
      reason: "shared",
      asker: "person",
      isInBurst: true,
      edit: (current) => {
        const at = (current?.text.length ?? 1) - 1;
        return { changes: [{ from: at, to: at, insert: "x" }] };
      },
    });
  const caller = { id: "1", name: "agent", roots: [folder] };
  for (let key = 0; key < 5; key++) {
    vi.setSystemTime(Date.now() + 100);
    await type();
  }
  await engine.run({ name: "doc_read", arguments: { file, section: "A" }, caller });
  for (let key = 0; key < (process.env["GALLEY_LONG"] ? 200 : 100); key++) {
    vi.setSystemTime(Date.now() + 400);
    await type();
  }
  const edit = await engine.run({ name: "doc_replace", arguments: { file, section: "A", content: "new" }, caller });
  await engine.close();
  expect(edit).toMatchObject({ ok: true });
});
