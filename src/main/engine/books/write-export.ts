import { basename, dirname, join, relative } from "node:path";
import type { Writer } from "../../../core/review/writer";
import { languageCode } from "../../../core/text/language-codes";
import type { Caller } from "../ports/caller";
import type { Documents } from "../ports/documents";
import { MAX_BOOK_IMAGE_BYTES } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import { type ExportedBook, exportName } from "./book/export-book";
import { textHash } from "./book/text-hash";
import type { ExportOptions } from "./book-view";
import type { OpenBook } from "./books";

/** Writes a translation into `into` beside its source or to `target`; never over the source. */
export async function writeExport(
  { opened, into, result }: { opened: OpenBook; into: string; result: ExportedBook },
  { target, format = "markdown", layout = "translation" }: Omit<ExportOptions, "language" | "which">,
  { documents, caller }: { documents: Documents; caller: Caller },
): Promise<ExportedBook & { target: string }> {
  const { realPath, kind } = opened;
  const isBilingual = layout !== "translation";
  if (format !== "markdown") {
    const bare = basename(realPath).replace(kind === "folder" ? /$^/ : /\.[^.]*$/, "");
    const name = exportName(bare, "folder", isBilingual ? `${into}-bilingual` : into);
    const targetPath = target ?? join(dirname(realPath), `${name}.${format}`);
    if ((await documents.realPath(targetPath, caller.roots)) === realPath)
      throw new ToolError("bad_arguments", "the translation would replace its own source; nothing was written");
    const bytes =
      kind === "package" && format === "epub" && !isBilingual
        ? await translatedPackage(result, { opened, language: into, documents, caller })
        : await packageOf(result, {
            title: opened.book.title,
            language: into,
            format,
            isBilingual,
            images: (chapter) => imagesOf(chapter, { opened, documents, caller }),
          });
    await documents.changeBytes(targetPath, caller.roots, {
      by: galley,
      reason: reasonFor(opened),
      edit: () => bytes,
    });
    return { ...result, target: targetPath };
  }
  const targetPath =
    target ??
    join(
      dirname(realPath),
      exportName(
        kind === "package" ? basename(realPath).replace(/\.epub$/i, "") : basename(realPath),
        kind === "file" ? "file" : "folder",
        isBilingual ? `${into}-bilingual` : into,
      ),
    );
  const files = result.files.map(({ path, text }) => ({
    path: kind === "file" ? targetPath : join(targetPath, path),
    text,
  }));
  const sources = new Set(
    opened.book.chapters.map(({ path }) => (kind === "folder" ? join(realPath, path) : realPath)),
  );
  const reals = await Promise.all(files.map(({ path }) => documents.realPath(path, caller.roots)));
  const overwritten = reals.find((path) => sources.has(path));
  if (overwritten !== undefined)
    throw new ToolError(
      "bad_arguments",
      `the translation would replace its own source, ${overwritten}; nothing was written`,
    );
  if (kind === "folder" && reals.some((path) => path.startsWith(join(realPath, "/"))))
    throw new ToolError(
      "bad_arguments",
      "the translation would become part of the book itself; name a folder outside of it",
    );
  for (const { path, text } of files) {
    await documents.change(path, caller.roots, {
      by: galley,
      reason: reasonFor(opened),
      edit: () => ({ content: text }),
    });
  }
  if (kind === "folder") await copyImages(result, { opened, targetPath, documents, caller });
  return { ...result, target: targetPath };
}

/** Copies the images that exported chapters show and that are in the book's folder, so that their links hold. */
async function copyImages(
  { chapters }: ExportedBook,
  {
    opened,
    targetPath,
    documents,
    caller,
  }: { opened: OpenBook; targetPath: string; documents: Documents; caller: Caller },
): Promise<void> {
  const { realPath } = opened;
  for (const chapter of chapters) {
    const folder = dirname(join(realPath, chapter.path));
    for (const [address, bytes] of await imagesOf(chapter, { opened, documents, caller })) {
      const within = relative(realPath, join(folder, decoded(address)));
      if (within.startsWith("..")) continue;
      await documents.changeBytes(join(targetPath, within), caller.roots, {
        by: galley,
        reason: reasonFor(opened),
        edit: () => bytes,
      });
    }
  }
}

export const galley: Writer = { kind: "program", name: "Galley" };

const reasonFor = ({ book }: OpenBook): string => `translation of ${book.title} exported`;

/** The source package with its text translated. */
async function translatedPackage(
  result: ExportedBook,
  {
    opened: { realPath },
    language,
    documents,
    caller,
  }: { opened: OpenBook; language: string; documents: Documents; caller: Caller },
): Promise<Uint8Array> {
  const [{ translateEpub }, { bytes }] = await Promise.all([
    import("../office/epub/translate"),
    documents.readBytes(realPath, caller.roots),
  ]);
  return translateEpub(bytes, basename(realPath), { language: tagOf(language) ?? "", documents: result.documents });
}

/** The language as a tag such as `de` or `pt-BR`; null if it has none. */
export const tagOf = (language: string): string | null =>
  /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(language) ? language : languageCode(language);

async function packageOf(
  { chapters }: ExportedBook,
  {
    title,
    language,
    format,
    isBilingual,
    images,
  }: {
    title: string;
    language: string;
    format: "docx" | "epub" | "html";
    isBilingual: boolean;
    images(chapter: ExportedBook["chapters"][number]): Promise<Map<string, Uint8Array>>;
  },
): Promise<Uint8Array> {
  if (format === "html") {
    const { bookAsHtml } = await import("./write-html");
    const page = await bookAsHtml({ chapters }, { title, language: tagOf(language) ?? "und", isBilingual, images });
    return Buffer.from(page);
  }
  if (format === "epub") {
    const { bilingualStyle } = await import("./write-html");
    const { createEpub } = await import("../office/epub/create");
    const pictured = await Promise.all(
      chapters.map(async (chapter) => ({ ...chapter, images: await images(chapter) })),
    );
    return createEpub({
      title,
      language,
      identifier: `galley:${textHash(`${title}\0${language}`)}`,
      chapters: pictured,
      ...(isBilingual && { style: bilingualStyle }),
    });
  }
  const { createDocx } = await import("../office/docx/create");
  let volume = "";
  const pieces = chapters.map((chapter) => {
    const heading = chapter.volume === volume ? "" : `# ${chapter.volume}\n\n`;
    volume = chapter.volume;
    return `${heading}${chapter.text}`;
  });
  return createDocx(pieces.join("\n\n"));
}

/** The images that a chapter shows, read from beside its file; those that cannot be read are left out. */
async function imagesOf(
  { path, text }: ExportedBook["chapters"][number],
  { opened: { realPath, kind }, documents, caller }: { opened: OpenBook; documents: Documents; caller: Caller },
): Promise<Map<string, Uint8Array>> {
  const { imagesInChapter } = await import("../office/epub/chapter-xhtml");
  const folder = dirname(kind === "folder" ? join(realPath, path) : realPath);
  const images = new Map<string, Uint8Array>();
  let left = MAX_BOOK_IMAGE_BYTES;
  for (const address of kind === "package" ? [] : imagesInChapter(text)) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(address)) continue;
    const read = await documents.readBytes(join(folder, decoded(address)), caller.roots).catch(() => null);
    left -= read?.bytes.length ?? 0;
    if (read !== null && left >= 0) images.set(address, read.bytes);
  }
  return images;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address.replace(/[?#].*$/, ""));
  } catch {
    return address;
  }
}
