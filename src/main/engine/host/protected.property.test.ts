import { expect, it } from "vitest";
import { engineForTests } from "../tools/engine-for-tests";

/** Numbers from 0 up to but without `limit`, the same in each run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * limit);
  };
}

const words = [
  "Yes.",
  "No.",
  "The harbour was empty.",
  "# Notes",
  "Yes.",
  "We left before noon, all of us.",
  "潮水来了。",
];
const rounds = process.env["GALLEY_LONG"] ? 400 : 25;

it("whatever agents edit around protected lines of a text, these stay as they are and are found", async () => {
  for (let round = 0; round < rounds; round++) {
    const random = numbers(round + 1);
    const line = (): string => words[random(words.length)] ?? "";
    const lines = Array.from({ length: 4 + random(6) }, line);
    const on = engineForTests({ "a.md": `${lines.join("\n\n")}\n` });
    const document = () => on.engine.documents.read("/w/a.md", ["/w"]);
    const chosen = random(lines.length);
    const from = lines.slice(0, chosen).reduce((sum, each) => sum + each.length + 2, 0);
    const own = lines[chosen] ?? "";
    const passage = { kind: "paragraph", mode: "locked", from, to: from + own.length } as const;
    await on.engine.comments.protect(await document(), passage, ["/w"]);
    for (let step = 0; step < 12; step++) {
      const now = (await document()).text.trimEnd().split("\n\n");
      const at = random(now.length);
      const made = [now.with(at, line()), now.toSpliced(at, 1), now.toSpliced(at, 0, line()), now.toReversed()];
      const content = `${(made[random(made.length)] ?? now).join("\n\n")}\n`;
      const { error } = await on.edit({ action: "write", path: "a.md", content });
      expect(error?.code ?? "protected", JSON.stringify({ round, step })).toBe("protected");
      const after = await document();
      const [lock] = await on.engine.comments.locks(after);
      const found =
        lock?.range === null || lock === undefined ? null : after.text.slice(lock.range.from, lock.range.to);
      expect(found, JSON.stringify({ round, step, own, before: now, after: after.text })).toBe(own);
    }
  }
});

it.each(["a.docx", "a.odt"] as const)("the same in %s", async (path) => {
  const format = path === "a.docx" ? "docx" : "odt";
  for (let round = 0; round < rounds / 4; round++) {
    const random = numbers(round + 1);
    const line = (): string => words[random(words.length)] ?? "";
    const on = engineForTests({});
    const run = (args: object) => on.call("office_artifact", { path, ...args });
    await run({ action: "create", content: Array.from({ length: 4 + random(6) }, line).join("\n") });
    const passages = async () => {
      const { bytes, version } = await on.engine.documents.readBytes(`/w/${path}`, ["/w"]);
      const found = await on.engine.packages.run("textPassages", { bytes, format, name: path });
      return { realPath: `/w/${path}`, version, ...found };
    };
    const paragraphs = async () => {
      const { data } = await run({ action: "read" });
      return (data as { paragraphs: { id: string; text: string }[] }).paragraphs;
    };
    const document = await passages();
    const lines = document.text.split("\n");
    const chosen = random(lines.length);
    const from = lines.slice(0, chosen).reduce((sum, each) => sum + each.length + 1, 0);
    const own = lines[chosen] ?? "";
    const passage = { kind: "paragraph", mode: "locked", from, to: from + own.length } as const;
    await on.engine.comments.protect(document, passage, ["/w"]);
    for (let step = 0; step < 8; step++) {
      const now = await paragraphs();
      const [node_id, other] = [now[random(now.length)]?.id, now[random(now.length)]?.id];
      const content = line();
      const operations = [
        { operation: "set_text", node_id, content: content.replace("# ", "") },
        { operation: "delete", node_id },
        { operation: "insert_before", node_id, content },
        { operation: "insert_after", node_id, content },
        { operation: "move", node_id, after: other },
        { operation: "replace_text", find: "Yes.", replace: "No.", replace_all: true },
      ];
      const track_changes = random(3) === 0;
      const { error } = await run({ action: "edit", ...operations[random(operations.length)], track_changes });
      if (error !== undefined) expect(["protected", "bad_arguments", "not_found", "unsupported"]).toContain(error.code);
      const after = await passages();
      const [lock] = await on.engine.comments.locks(after);
      const found =
        lock?.range === null || lock === undefined ? null : after.text.slice(lock.range.from, lock.range.to);
      expect(found, JSON.stringify({ round, step, own, now: now.map(({ text }) => text), after: after.text })).toBe(
        own,
      );
    }
  }
});
