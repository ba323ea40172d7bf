import { mkdir, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { writeFront } from "../../../core/properties/write-front";
import type { DeclaredKind, EntryName, LibraryKind } from "../../../shared/library";
import { FILE_FIELD, folded, type LibraryEntry, type LibraryReader } from "../../engine/library";
import { ToolError } from "../../engine/ports/tool-error";
import { checkFileName, isReservedName } from "../core/file-names";
import { t } from "../core/messages";
import { type WindowContext, you } from "../documents";
import { findEntry } from "./library-page";

/** The folder of the first own entry, below the open folder. */
const USUAL_FOLDER = "Entries";

/** How many names are tried until one is free. */
const MAX_NAMES = 1000;

/** Longer names of entries are cut for their file, so that it has at most 255 bytes. */
const MAX_NAME = 70;

/** The fields by which entries of a known kind are looked up, in the order of a template. */
const templateFields: Readonly<Record<string, readonly string[]>> = {
  spell: [
    "level",
    "school",
    "casting_time",
    "range",
    "components",
    "duration",
    "concentration",
    "ritual",
    "classes",
    "damage_type",
  ],
  creature: ["challenge_rating", "type", "size", "alignment", "armor_class", "hit_points", "speed"],
  equipment: ["item_type", "rarity", "cost", "weight", "damage_dice", "is_magic"],
  character_option: ["option_type"],
  rule: ["rule_type", "section"],
};

/** The Markdown of a new entry: the fields of its kind, still empty, in its front matter. */
function newEntryText(kind: LibraryKind, name: string, declaration: DeclaredKind | undefined): string {
  const fields = templateFields[kind] ?? declaration?.fields.map(({ field }) => field) ?? [];
  return `${writeFront({ kind, name }, fields)}\n`;
}

/** Where an entry was copied from. */
type CopiedFrom = { title: string; document: string; license: string | null; credit: string | null };

/** An entry of the library as the Markdown of an entry of one's own, with its attribution and licence. */
function copiedEntryText({ kind, name, fields, text }: LibraryEntry, from: CopiedFrom): string {
  const { file: _file, ...own } = fields;
  const attribution = {
    copied_from: `${from.title} (${from.document})`,
    ...(from.license !== null && { license: from.license }),
    ...(from.credit !== null && { credit: from.credit }),
  };
  // A field of the entry that has such a name is kept.
  return `${writeFront({ kind, name, ...own, ...attribution, ...own })}\n${text.trim()}\n`;
}

/** What becomes the file of an own entry; `beside`: a file of another own entry of its kind, or null. */
type NewFile = { text: string; beside: string | null };

/** The library of a folder, and the key of its own document. */
type OwnLibrary = { library: LibraryReader; key: string | null };

/** A new entry of a kind. */
export function newEntry({ library, key }: OwnLibrary, { kind, name }: { kind: LibraryKind; name: string }): NewFile {
  const declared = library.documents().flatMap(({ declares }) => declares);
  const declaration = declared.find((each) => each.kind === kind);
  return { text: newEntryText(kind, name, declaration), beside: besideIn(library, key, kind) };
}

/** A copy of an entry. Throws `not_found` if the library no longer has it. */
export function copiedEntry({ library, key }: OwnLibrary, name: EntryName): NewFile {
  const entry = findEntry(library, name);
  const about = library.documents().find(({ document }) => folded(document) === folded(entry.document));
  const { title = entry.document, document = entry.document, license = null, credit = null } = about ?? {};
  const text = copiedEntryText(entry, { title, document, license, credit });
  return { text, beside: besideIn(library, key, entry.kind) };
}

/** The file of an own entry of a kind; null if there is none. */
function besideIn(library: LibraryReader, ownKey: string | null, kind: LibraryKind): string | null {
  if (ownKey === null) return null;
  const [entry] = library.lookup({ kind, conditions: [], documents: [ownKey], limit: 1 }).entries;
  const file = entry?.fields[FILE_FIELD];
  return typeof file === "string" ? file : null;
}

/** Creates the file of an entry of one's own, beside others of its kind; never replaces one. Returns its path. */
export async function createEntryFile(
  ctx: WindowContext,
  { root, name, text, beside }: { root: string; name: string; text: string; beside: string | null },
): Promise<string> {
  const folder = beside === null ? join(root, USUAL_FOLDER) : dirname(join(root, beside));
  const { documents } = await ctx.engine();
  const plain = fileNameOf(name);
  for (let number = 1; number <= MAX_NAMES; number++) {
    const path = join(folder, `${plain}${number === 1 ? "" : ` ${number}`}.md`);
    checkFileName(path);
    await ctx.grants.check(path);
    if (await exists(path)) continue;
    await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      const isFile = error.code === "EEXIST" || error.code === "ENOTDIR";
      throw isFile ? new ToolError("conflict", t.library.noEntriesFolder(relative(root, folder))) : error;
    });
    const edit = (current: { text: string } | null) => {
      // Another program has created it meanwhile.
      if (current !== null) throw new ToolError("conflict", t.library.fileExists(name));
      return { content: text };
    };
    await documents.change(path, [root], { by: you, reason: "library entry", asker: "person", edit });
    return path;
  }
  throw new ToolError("conflict", t.library.fileExists(name));
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * A name that every system can store as a file, and a link can have: without marks that nobody sees and that turn the direction of a name (only the
 * joiners, which letters and emoji need), and without those that end a link's target.
 */
function fileNameOf(name: string): string {
  const plain = name
    .normalize("NFC")
    .replace(/[<>:"|?*\\/#^[\]\p{Cc}]+/gu, "-")
    .replace(/(?![\u200c\u200d])[\p{Cf}\u2028\u2029]/gu, "")
    .replace(/^[\s.\u200c\u200d]+|[\s.\u200c\u200d]+$/gu, "")
    .slice(0, MAX_NAME)
    .toWellFormed()
    .trim();
  if (plain === "") return t.library.unnamed;
  return isReservedName(plain) ? `${t.library.unnamed} ${plain}` : plain;
}
