import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { times } from "./planted-files.fixture";

/** A hostile fixture in a folder: what is wrong with it, and the file that a call names. */
export type Planted = { name: string; what: string; plant(folder: string): void };

const text = (name: string, what: string, write: () => string | Uint8Array): Planted => ({
  name,
  what,
  plant: (folder) => writeFileSync(join(folder, name), write()),
});

/** A PNG that claims this width and height; it has no pixels. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(25);
  head.writeUInt32BE(13, 0);
  head.write("IHDR", 4);
  head.writeUInt32BE(width, 8);
  head.writeUInt32BE(height, 12);
  head.set([8, 6, 0, 0, 0], 16);
  head.writeUInt32BE(crc32(head.subarray(4, 21)), 21);
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), head]);
}

/** Images with impossible headers, and the document that shows them. */
function plantImages(folder: string): void {
  const huge = Buffer.from([0xff, 0xff, 0xff, 0x7f]);
  const images: Record<string, string | Uint8Array> = {
    "absurd.png": pngOf(0x7fffffff, 0x7fffffff),
    "absurd.gif": Buffer.concat([Buffer.from("GIF89a"), Buffer.from([0xff, 0xff, 0xff, 0xff, 0xf7, 0, 0])]),
    "absurd.jpg": Buffer.from(`ffd8${"ffe0ffff".repeat(10_000)}ffc00011`, "hex"),
    "absurd.webp": Buffer.concat([Buffer.from("RIFF"), huge, Buffer.from("WEBPVP8X"), huge, huge, huge]),
    "absurd.svg": `<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "${"&a;".repeat(1000)}">]><svg xmlns="http://www.w3.org/2000/svg" width="1e308" height="-1">${"<g>".repeat(50_000)}<text>&c;</text></svg>`,
  };
  for (const [name, bytes] of Object.entries(images)) writeFileSync(join(folder, name), bytes);
  writeFileSync(
    join(folder, "images.md"),
    `word\n\n${Object.keys(images)
      .map((name) => `![](${name})\n\n`)
      .join("")
      .repeat(500)}`,
  );
}

/** The database of a book, created by these statements; the book is the folder. */
const book = (name: string, what: string, ...statements: string[]): Planted => ({
  name: `${name}/1.md`,
  what,
  plant(folder) {
    mkdirSync(join(folder, name, ".galley"), { recursive: true });
    writeFileSync(join(folder, name, "1.md"), "# One\n\nA word.\n");
    // Imported lazily: the test runner inside the app does not have it.
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    const database = new DatabaseSync(join(folder, name, ".galley", "book.db"));
    for (const statement of statements) database.exec(statement);
    database.close();
  },
});

const forever = "WITH RECURSIVE forever(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM forever)";

const hostileNames = [
  "\u202egnp.md",
  "a\nb.md",
  "-rf.md",
  "%2e%2e%2fx.md",
  "con.md",
  "\u0001.md",
  `${"n".repeat(250)}.md`,
  "e\u0301é.md",
];

/** Hostile texts, images, books and folders. */
export const plantedTexts: readonly Planted[] = [
  text("one-line.md", "one line of 10 MB", () => "word ".repeat(2_000_000)),
  text("quotes.md", "quotes 5,000 deep in every one of 200 lines", () => `${">".repeat(5_000)} word\n`.repeat(200)),
  text("lists.md", "lists 2,000 deep", () => times(2_000, (at) => `${"  ".repeat(at)}- word\n`)),
  text("emphasis.md", "emphasis that is never closed", () => "*a **a _a __a ".repeat(50_000)),
  text("brackets.md", "300,000 brackets", () => "[".repeat(300_000)),
  text("links.md", "links that are never closed", () => "[a](<b [[c ![d](e ".repeat(50_000)),
  text("backticks.md", "runs of backticks, each longer by one", () => times(2_000, (at) => `e${"`".repeat(at)}`)),
  text(
    "table.md",
    "a table of 5,000 columns and 5,000 short rows",
    () => `|${"a|".repeat(5_000)}\n|${"-|".repeat(5_000)}\n${"|word|\n".repeat(5_000)}`,
  ),
  text("footnotes.md", "20,000 footnotes that refer to each other", () =>
    times(20_000, (at) => `[^${at}]\n\n[^${at}]: word [^${(at % 20_000) + 1}]\n\n`),
  ),
  text(
    "references.md",
    "a long address that 50,000 links refer to",
    () => `[a]: http://x/${"y".repeat(50_000)} "${"t".repeat(50_000)}"\n\n${"[a] ".repeat(50_000)}`,
  ),
  text("html.md", "HTML that is never closed", () => "<!-- <? <a <![CDATA[ ".repeat(50_000)),
  text("maths.md", "formulas that define each other", () =>
    times(3_000, (at) => `$\\def\\a${"b".repeat(at % 20)}{\\a\\a}\\a^{\\a}$\n\n`),
  ),
  text(
    "mermaid.md",
    "a diagram of 5,000 arrows",
    () => `\`\`\`mermaid\ngraph TD\n${times(5_000, (at) => `a${at}-->a${(at * 7) % 5_000}\n`)}\`\`\`\n`,
  ),
  text(
    "front-matter.md",
    "front matter with aliases of aliases",
    () =>
      `---\na1: &a1 [lol]\n${times(30, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]\n`)}---\n\nword\n`,
  ),
  text("headings.md", "100,000 headings", () => times(100_000, (at) => `${"#".repeat((at % 6) + 1)} Heading ${at}\n`)),
  text("marks.md", "a letter with a million accents", () => `word a${"\u0301".repeat(1_000_000)}\n`),
  text("nul.md", "5 MB of nothing behind a text", () =>
    Buffer.concat([Buffer.from(`word\n${"x".repeat(9_000)}`), Buffer.alloc(5_000_000)]),
  ),
  text("deep.json", "arrays a million deep", () => "[".repeat(1_000_000)),
  text("deep.svg", "elements 500,000 deep", () => "<g>".repeat(500_000)),
  text("lines.txt", "five million lines of nothing", () => "\n".repeat(5_000_000)),
  { name: "images.md", what: "images whose headers cannot be so", plant: plantImages },
  book(
    "book-view",
    "a book whose table is a view without end",
    `CREATE VIEW facts AS ${forever} SELECT 'ids' AS name, value FROM forever`,
    "PRAGMA user_version = 1",
  ),
  book(
    "book-trigger",
    "a book with a trigger without end",
    "CREATE TABLE tasks (id TEXT)",
    `CREATE TRIGGER one AFTER INSERT ON tasks BEGIN INSERT INTO tasks ${forever} SELECT value FROM forever; END`,
  ),
  book(
    "book-index",
    "a book with an index on an expression",
    "CREATE TABLE tasks (id TEXT)",
    "CREATE INDEX heavy ON tasks (hex(zeroblob(100000000)))",
  ),
  book(
    "book-column",
    "a book with a column that is computed",
    "CREATE TABLE facts (name TEXT, value TEXT AS (hex(zeroblob(200000000))))",
    "INSERT INTO facts (name) VALUES ('ids')",
  ),
  book(
    "book-blob",
    "a book with a value of 200 MB",
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    "INSERT INTO facts VALUES ('ids', hex(zeroblob(100000000)))",
  ),
  {
    name: "names/-rf.md",
    what: "names that look like something else",
    plant(folder) {
      mkdirSync(join(folder, "names"));
      for (const name of hostileNames) writeFileSync(join(folder, "names", name), "word\n");
    },
  },
  {
    name: "loop/a.md",
    what: "links that lead back, and to a file without end",
    plant(folder) {
      mkdirSync(join(folder, "loop"));
      writeFileSync(join(folder, "loop", "a.md"), "word\n");
      symlinkSync(join(folder, "loop"), join(folder, "loop", "again"));
      symlinkSync("b", join(folder, "loop", "c"));
      symlinkSync("c", join(folder, "loop", "b"));
      symlinkSync("/dev/zero", join(folder, "loop", "zero.md"));
    },
  },
  {
    name: `${"d/".repeat(400)}a.md`,
    what: "folders 400 deep",
    plant(folder) {
      const path = join(folder, `${"d/".repeat(400)}a.md`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "word\n");
    },
  },
  {
    name: "galley-file/1.md",
    what: "a .galley that is a file, and a book.db that is a folder",
    plant(folder) {
      mkdirSync(join(folder, "galley-file", "inner", ".galley", "book.db"), { recursive: true });
      writeFileSync(join(folder, "galley-file", ".galley"), "word");
      writeFileSync(join(folder, "galley-file", "1.md"), "# One\n\nword\n");
    },
  },
];
