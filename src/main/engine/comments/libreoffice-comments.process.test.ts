import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEngine } from "../host/create-engine";
import { libreOffice } from "../office/convert/libreoffice";
import { wordComment, wordDocument, wordEntries, wordText } from "../office/jobs/word-comments.fixture";
import { openZip } from "../office/package/zip";
import { makeTemporaryFolder, unrecorded } from "../storage/saving/temporaries";

const program = await libreOffice({ makeFolder: () => makeTemporaryFolder(unrecorded) }).program();

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-comments-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A document of LibreOffice: "The garden", a sentence about spring, a list and a table. */
const sample = (format: string, name = "libreoffice") =>
  readFileSync(new URL(`../office/samples/${name}.${format}`, import.meta.url));

/** Lets LibreOffice read a document and write it in another format. */
function convert(path: string, to: string): string {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
  spawnSync(program ?? "", [profile, "--headless", "--convert-to", to, "--outdir", join(folder, "out"), path], {
    timeout: 100_000,
  });
  return join(folder, "out", `a.${to}`);
}

const formats = [
  ["docx", "odt"],
  ["odt", "docx"],
] as const;
// The short run writes one of them and reads the other back.
test.skipIf(program === null).each(process.env["GALLEY_LONG"] ? formats : formats.slice(0, 1))(
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

const flat = (text: string): string =>
  `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>${text}</office:text></office:body></office:document>`;
const note = (name: string, text: string): string =>
  `<office:annotation office:name="${name}"><dc:creator>Ann</dc:creator><dc:date>2024-01-01T10:00:00</dc:date><text:p>${text}</text:p></office:annotation>`;

/** Documents with comments, by who wrote them; LibreOffice writes its own two. */
const producers: Record<string, () => string> = {
  "Word, in its shape": () => {
    const comments =
      wordComment(0, "0000000A", "First") +
      wordComment(1, "0000000B", "Answer", "Bo") +
      wordComment(2, "0000000C", "At a place");
    writeFileSync(join(folder, "a.docx"), wordDocument(comments, wordEntries, wordText));
    return join(folder, "a.docx");
  },
  "python-docx": () => {
    writeFileSync(join(folder, "a.docx"), sample("docx", "python-docx-comments"));
    return join(folder, "a.docx");
  },
  "LibreOffice as odt": () => writtenByLibreOffice("odt"),
  "LibreOffice as docx": () => writtenByLibreOffice("docx"),
};

function writtenByLibreOffice(format: string): string {
  const text = `<text:p>${note("a", "First")}One${note("b", "Inside")} two<office:annotation-end office:name="b"/><office:annotation-end office:name="a"/> three${note("c", "At a place")}</text:p>`;
  writeFileSync(join(folder, "a.fodt"), flat(text));
  const path = join(folder, `a.${format}`);
  copyFileSync(convert(join(folder, "a.fodt"), format), path);
  return path;
}

/** The entries of a package that have nothing to do with comments. */
function othersIn(path: string): [string, string][] {
  const zip = openZip(readFileSync(path), "a");
  const own = /comments|people|^content\.xml$|document\.xml|Content_Types|styles\.xml|manifest\.xml/;
  return zip.names.filter((name) => !own.test(name)).map((name) => [name, zip.read(name)?.toString("base64") ?? ""]);
}

test.skipIf(program === null || !process.env["GALLEY_LONG"]).each(Object.keys(producers))(
  "comments of %s are read, answered and resolved, and LibreOffice reads them back",
  async (producer) => {
    const path = producers[producer]?.() ?? "";
    const others = othersIn(path);
    const engine = await createEngine({ dataDir: join(folder, "data") });
    const run = async (args: Record<string, unknown>) => {
      const caller = { id: "a", name: "Claude", roots: [folder] };
      const answer = await engine.run({ name: "comments", arguments: args, caller });
      expect(answer.ok, answer.message).toBe(true);
      return answer.data as { threads: { thread: string; status: string; messages: { text: string }[] }[] };
    };
    const list = async () => (await run({ action: "list", path, status: "all" })).threads;
    const before = await list();
    expect(before.length).toBeGreaterThan(1);
    for (const [index, { thread }] of before.entries())
      await run({ action: "reply", path, thread, text: `Answer ${index}` });
    for (const { thread } of await list()) await run({ action: "resolve", path, thread });
    const after = await list();
    expect(after.map(({ status, messages }) => [status, messages.at(-1)?.text])).toEqual(
      before.map((_, index) => ["resolved", `Answer ${index}`]),
    );
    expect(othersIn(path)).toEqual(others);
    const plain = readFileSync(convert(path, "fodt"), "utf8");
    const notes = [...plain.matchAll(/<office:annotation [^>]*>.*?<\/office:annotation>/gs)].map(([each]) => each);
    const words = before.flatMap(({ messages }, index) => [...messages.map(({ text }) => text), `Answer ${index}`]);
    // Each paragraph of a comment is one there, too.
    for (const text of words.map((each) => each.split("\n")[0] ?? ""))
      expect(
        notes.filter((each) => each.includes(`>${text}<`)),
        text,
      ).toHaveLength(1);
    if (path.endsWith(".docx")) {
      const opened = spawnSync("python3", ["-c", "import docx, sys; docx.Document(sys.argv[1])", path]);
      // Where python-docx is not installed, LibreOffice has to do.
      expect(opened.status === 0 || /No module named/.test(String(opened.stderr)), String(opened.stderr)).toBe(true);
    }
    await engine.close();
  },
  300_000,
);

// The short run lets LibreOffice save one of them.
test.skipIf(program === null).each(process.env["GALLEY_LONG"] ? (["docx", "odt"] as const) : (["odt"] as const))(
  "a protected passage of a %s stays protected after LibreOffice has saved the document, also after a restart",
  async (format) => {
    const path = join(folder, `a.${format}`);
    writeFileSync(path, sample(format));
    const started = async () => {
      const engine = await createEngine({ dataDir: join(folder, "data") });
      const call = (args: Record<string, unknown>) =>
        engine.run({
          name: "office_artifact",
          arguments: { path, ...args },
          caller: { id: "a", name: "Claude", roots: [folder] },
        });
      const replace = async (find: string, more: Record<string, unknown> = {}) => {
        const answer = await call({ action: "edit", operation: "replace_text", find, replace: "other", ...more });
        return answer.error?.code ?? "allowed";
      };
      return { engine, replace };
    };
    const first = await started();
    const { bytes, version } = await first.engine.documents.readBytes(path, [folder]);
    const found = await first.engine.packages.run("textPassages", { bytes, format, name: "a" });
    const from = found.text.indexOf("\n", found.text.indexOf("The garden")) + 1;
    const range = { from, to: found.text.indexOf("\n", from) };
    const words = found.text.slice(range.from, range.to);
    const document = { realPath: path, version, ...found };
    await first.engine.comments.protect(document, { kind: "paragraph", mode: "suggest", ...range }, [folder]);
    const [word = "", next = ""] = words.match(/\p{L}{4,}/gu) ?? [];
    expect(await first.replace(word)).toBe("protected");
    copyFileSync(convert(path, format), path);
    expect(await first.replace(word)).toBe("protected");
    await first.engine.close();
    const second = await started();
    expect(await second.replace(word)).toBe("protected");
    expect(await second.replace("The garden")).toBe("allowed");
    expect(await second.replace(word, { track_changes: true })).toBe("allowed");
    // LibreOffice writes the suggestion in its own way.
    copyFileSync(convert(path, format), path);
    expect(await second.replace(next)).toBe("protected");
    expect(await second.replace(next, { track_changes: true })).toBe("allowed");
    await second.engine.close();
  },
);
