/** Web worker that writes and packs a Word document or an EPUB, which can take seconds. */
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from "fflate";
import { docxPackage } from "../../../core/office/docx/build-docx";
import { readReference } from "../../../core/office/docx/reference-styles";
import { epubPackage } from "../../../core/office/epub/write-epub";
import type { PackagePlan } from "./build-package";

self.addEventListener("message", ({ data }: MessageEvent<PackagePlan>) => {
  try {
    const parts: Zippable = {};
    for (const [name, part] of packageOf(data)) {
      const bytes = typeof part === "string" ? strToU8(part) : part;
      // Readers look for the type of an EPUB at the beginning of the file.
      parts[name] = name === "mimetype" ? [bytes, { level: 0 }] : bytes;
    }
    // The first day that a zip can express: the file does not reveal when it was made.
    const bytes = zipSync(parts, { mtime: new Date(1980, 0, 1) });
    self.postMessage({ bytes }, { transfer: [bytes.buffer] });
  } catch (error) {
    self.postMessage({ why: error instanceof Error ? error.message : String(error) });
  }
});

/** The parts of a document whose styles are taken over, and their largest size in bytes. */
const REFERENCE_PARTS = new Set(["word/styles.xml", "word/theme/theme1.xml", "word/document.xml"]);
const MAX_REFERENCE_PART = 30_000_000;

function packageOf(data: PackagePlan): Map<string, string | Uint8Array> {
  if (data.kind === "epub") return epubPackage(data.plan);
  if (data.reference === null) return docxPackage(data.plan);
  const parts = unzipSync(data.reference, {
    filter: ({ name, originalSize }) => REFERENCE_PARTS.has(name) && originalSize <= MAX_REFERENCE_PART,
  });
  const reference = readReference((name) => (parts[name] ? strFromU8(parts[name]) : null));
  return docxPackage({ ...data.plan, reference });
}
