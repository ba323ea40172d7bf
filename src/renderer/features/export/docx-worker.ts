/** Web worker that builds and packs a Word document, which can take seconds. */
import { buildDocx } from "./docx-build";
import type { DocxPlan } from "./docx-parts";

self.addEventListener("message", ({ data }: MessageEvent<DocxPlan>) => {
  buildDocx(data).then(
    (bytes) => self.postMessage({ bytes }, { transfer: [bytes.buffer] }),
    (error: unknown) => self.postMessage({ why: error instanceof Error ? error.message : String(error) }),
  );
});
