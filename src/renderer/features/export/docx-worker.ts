/** Web worker that writes and packs a Word document, which can take seconds. */
import { strToU8, zipSync } from "fflate";
import type { DocxPlan } from "../../../core/office/docx/docx-plan";
import { docxPackage } from "../../../core/office/docx/write-docx";

self.addEventListener("message", ({ data }: MessageEvent<DocxPlan>) => {
  try {
    const parts = [...docxPackage(data)].map(
      ([name, part]) => [name, typeof part === "string" ? strToU8(part) : part] as const,
    );
    // The first day that a zip can express: the file does not reveal when it was made.
    const bytes = zipSync(Object.fromEntries(parts), { mtime: new Date(1980, 0, 1) });
    self.postMessage({ bytes }, { transfer: [bytes.buffer] });
  } catch (error) {
    self.postMessage({ why: error instanceof Error ? error.message : String(error) });
  }
});
