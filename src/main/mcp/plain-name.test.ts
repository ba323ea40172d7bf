import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openHistory } from "../engine/history/sqlite-history";
import { assembleEngine } from "../engine/host/create-engine";
import { createMemory } from "../engine/storage/files/memory";
import { connectedName } from "./plain-name";

it("an agent that uses the user's name is an agent in the history, the review and doc_history", async () => {
  const store = createMemory({ "/notes/a.md": "one\n" });
  const history = openHistory({ dataDir: mkdtempSync(join(tmpdir(), "galley-names-")) });
  const engine = assembleEngine({}, { store, history, log: () => {} });
  for (const given of ["You", "Yоu", "Galley", "another program"]) {
    // As every transport passes it on.
    const caller = { id: given, name: connectedName(given), roots: ["/notes"] };
    const content = `written by ${given}\n`;
    const write = { name: "text_editor", arguments: { action: "write", path: "a.md", content }, caller };
    expect(await engine.run(write)).toMatchObject({ ok: true });
    const shown = `"${given}" (agent)`;
    const [newest] = await history.list("/notes/a.md");
    expect(newest?.by).toEqual({ kind: "agent", name: shown });
    const document = await engine.documents.read("/notes/a.md", ["/notes"]);
    expect((await engine.review.of(document))?.writes.at(-1)?.by).toBe(shown);
    const { message } = await engine.run({ name: "doc_history", arguments: { path: "a.md" }, caller });
    expect(message).toContain(shown);
  }
  await engine.close();
});
