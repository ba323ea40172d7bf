import { versionPlaceholder } from "../../../core/review/whole-document";
import type { OfficeFormat } from "../../../core/text/format";
import type { CompareTexts } from "../office/jobs/compare-texts";
import type { Packages } from "../office/jobs/packages";
import type { Documents, TextDocument } from "../ports/documents";
import type { StoredFile } from "../ports/file-store";
import type { History } from "../ports/history";
import { type Encoding, utf8 } from "../storage/encodings/encoding";
import { versionOf } from "../storage/files/version";
import { createProjectionCache } from "./office-projections";
import { createRecentTexts } from "./recent-texts";
import { openTextFile, type TextFile } from "./text-file";

/** The texts of versions: decoded from bytes, from history, or remembered from a short while ago. */
export type DecodedTexts = Pick<Documents, "keepText" | "textOf"> & {
  /** Decodes a file's bytes. A version that was decoded recently is not decoded again. */
  open(stored: StoredFile, name: string): TextFile;
  remember(file: TextFile): TextDocument;
  /** The encoding that this engine wrote a version in. */
  keepEncoding(version: string, encoding: Encoding): void;
  /** The text projection of an Office document. One that cannot be read is reviewed and undone as a whole, by its version. */
  projection(bytes: Uint8Array, version: string, format: OfficeFormat): Promise<string>;
  /** The changes from one text to another; texts that differ a lot are compared in a worker process. */
  compare: CompareTexts;
};

export function createDecodedTexts({
  history,
  packages,
  diff,
  log,
}: {
  history: Pick<History, "content">;
  packages: Packages;
  /** Compares two texts, in a worker process if they differ a lot. */
  diff: CompareTexts;
  log(error: unknown): void;
}): DecodedTexts {
  const recent = createRecentTexts();
  // Detecting the encoding again after an edit could give another result for the whole file.
  const encodings = createRecentEncodings();
  const projections = createProjectionCache(packages);

  function open(stored: StoredFile, name: string): TextFile {
    const { realPath, version, writable } = stored;
    const known = recent.get(version);
    if (known === null) return openTextFile(stored, name, encodings.get(version));
    const document = { ...known.document, realPath, writable, warnings: [...known.document.warnings] };
    return { ...known, document };
  }

  /** The cached copy gets its own list of warnings, because callers may add to theirs. */
  function remember({ document, ...rest }: TextFile): TextDocument {
    recent.keep(document.version, { ...rest, document: { ...document, warnings: [...document.warnings] } });
    return document;
  }

  const projection = async (bytes: Uint8Array, version: string, format: OfficeFormat): Promise<string> =>
    (await projections.of(bytes, version, format)) ?? versionPlaceholder(version);

  return {
    compare: diff,
    open,
    remember,
    keepEncoding: encodings.keep,
    projection,
    keepText(text) {
      const bytes = Buffer.from(text);
      const version = versionOf(bytes);
      remember(openTextFile({ realPath: "", bytes, version, writable: false }, version, utf8));
      return version;
    },
    async textOf(version, format = null) {
      const known = recent.get(version);
      if (known !== null && format === null) return known.document.text;
      const bytes = await history.content(version).catch((error: unknown) => {
        log(error);
        return null;
      });
      if (bytes === null) return null;
      if (format !== null) return projection(bytes, version, format);
      const projected = await projections.of(bytes, version, null);
      if (projected !== null) return projected;
      try {
        return openTextFile({ realPath: "", bytes, version, writable: false }, version, encodings.get(version)).document
          .text;
      } catch {
        return null;
      }
    },
  };
}

/** The encodings of versions that this engine wrote: from the bytes alone they could only be guessed. */
type RecentEncodings = {
  keep(version: string, encoding: Encoding): void;
  get(version: string): Encoding | undefined;
};

/** Holds the newest `most` versions. */
function createRecentEncodings(most = 5_000): RecentEncodings {
  const encodings = new Map<string, Encoding>();
  return {
    keep(version, encoding) {
      encodings.delete(version);
      encodings.set(version, encoding);
      for (const oldest of encodings.keys()) {
        if (encodings.size <= most) break;
        encodings.delete(oldest);
      }
    },
    get: (version) => encodings.get(version),
  };
}
