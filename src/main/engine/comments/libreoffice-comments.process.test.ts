import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEngine } from "../host/create-engine";
import { libreOffice } from "../office/convert/libreoffice";
import { makeTemporaryFolder, unrecorded } from "../storage/saving/temporaries";

const program = await libreOffice({ makeFolder: () => makeTemporaryFolder(unrecorded) }).program();

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-comments-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A document of LibreOffice: "The garden", a sentence about spring, a list and a table. */
const sample = (format: string) => readFileSync(new URL(`../office/samples/libreoffice.${format}`, import.meta.url));

/** Lets LibreOffice read a document and write it in another format. */
function convert(path: string, to: string): string {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
  spawnSync(program ?? "", [profile, "--headless", "--convert-to", to, "--outdir", join(folder, "out"), path], {
    timeout: 100_000,
  });
  return join(folder, "out", `a.${to}`);
}

test.skipIf(program === null).each([
  ["docx", "odt"],
  ["odt", "docx"],
] as const)(
  "LibreOffice reads the comments that are written into a %s, and its own come back from the %s",
  async (from, to) => {
    const path = join(folder, `a.${from}`);
    writeFileSync(path, sample(from));
    const engine = await createEngine({ dataDir: join(folder, "data") });
    const run = async (args: Record<string, unknown>) => {
      const answer = await engine.run({
        name: "comments",
        arguments: args,
        caller: { id: "a", name: "Claude", roots: [folder] },
      });
      expect(answer.ok, answer.message).toBe(true);
      return answer.data as { thread: string };
    };
    const { thread } = await run({ action: "add", path, quote: "The garden", text: "Is it? 对吗" });
    await run({ action: "reply", path, thread, text: "It is." });
    await run({ action: "resolve", path, thread });
    await run({ action: "add", path, quote: "green", text: "Where?" });

    const plain = readFileSync(convert(path, "fodt"), "utf8");
    const seen = [...plain.matchAll(/<office:annotation [^>]*>.*?<\/office:annotation>/gs)].map(([each]) => ({
      author: /<dc:creator>(.*?)</.exec(each)?.[1],
      text: /<text:p[^>]*>(?:<[^>]+>)*([^<]*)/.exec(each)?.[1],
      isResolved: each.includes('loext:resolved="true"'),
    }));
    expect(seen.sort((a, b) => String(a.text).localeCompare(String(b.text)))).toEqual([
      { author: "Claude", text: "Is it? 对吗", isResolved: true },
      { author: "Claude", text: "It is.", isResolved: true },
      { author: "Claude", text: "Where?", isResolved: false },
    ]);

    // Versions of LibreOffice before 24 write answers as comments of their own.
    const back = await run({ action: "list", path: convert(path, to), status: "all" });
    const threads = (back as unknown as { threads: { status: string; anchor: { quote: string } }[] }).threads;
    expect(new Set(threads.map(({ status, anchor }) => `${anchor.quote}: ${status}`))).toEqual(
      new Set(["The garden: resolved", "green: open"]),
    );
    await engine.close();
  },
);
