import { basename, dirname, join } from "node:path";
import type { Writer } from "../../../core/review/writer";
import type { Caller } from "../ports/caller";
import type { Documents } from "../ports/documents";
import { ToolError } from "../ports/tool-error";
import { type ExportedBook, exportName } from "./book/export-book";
import { textHash } from "./book/text-hash";
import type { ExportOptions } from "./book-view";
import type { OpenBook } from "./books";
import { languageCode } from "./quality/language-codes";

/** Writes a translation into `into` beside its source or to `target`; never over the source. */
export async function writeExport(
  { opened, into, result }: { opened: OpenBook; into: string; result: ExportedBook },
  { target, format = "markdown" }: Omit<ExportOptions, "language">,
  { documents, caller }: { documents: Documents; caller: Caller },
): Promise<ExportedBook & { target: string }> {
  const { realPath, kind } = opened;
  if (format !== "markdown") {
    const name = exportName(basename(realPath).replace(kind === "folder" ? /$^/ : /\.[^.]*$/, ""), "folder", into);
    const targetPath = target ?? join(dirname(realPath), `${name}.${format}`);
    if ((await documents.realPath(targetPath, caller.roots)) === realPath)
      throw new ToolError("bad_arguments", "the translation would replace its own source; nothing was written");
    const bytes =
      kind === "package" && format === "epub"
        ? await translatedPackage(result, { opened, language: into, documents, caller })
        : await packageOf(result, { title: opened.book.title, language: into, format });
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
        into,
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
  return { ...result, target: targetPath };
}

const galley: Writer = { kind: "program", name: "Galley" };

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
  const code = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(language) ? language : (languageCode(language) ?? "");
  return translateEpub(bytes, basename(realPath), { language: code, documents: result.documents });
}

async function packageOf(
  { chapters }: ExportedBook,
  { title, language, format }: { title: string; language: string; format: "docx" | "epub" },
): Promise<Uint8Array> {
  if (format === "epub") {
    const { createEpub } = await import("../office/epub/create");
    return createEpub({ title, language, identifier: `galley:${textHash(`${title}\0${language}`)}`, chapters });
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
