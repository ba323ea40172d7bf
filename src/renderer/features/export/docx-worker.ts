/** Web worker that builds and packs a Word document, which can take seconds. */
import { buildDocx } from "./docx-build";
import type { DocxPlan } from "./docx-parts";

self.addEventListener("message", ({ data }: MessageEvent<DocxPlan>) => {
  buildDocx(data).then(
    (bytes) => self.postMessage({ bytes }, { transfer: [bytes.buffer] }),
    (trouble: unknown) => self.postMessage({ why: trouble instanceof Error ? trouble.message : String(trouble) }),
  );
});
