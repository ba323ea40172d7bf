import { bytesOf, paintedPng } from "./picture-bytes";

type ReadPicture = { type: string; extension: string; bytes: Uint8Array };

/** Formats that every reader of EPUBs shows. */
const KEPT = { png: "png", jpeg: "jpg", gif: "gif" } as const;

/** A picture of the collected document for an EPUB; others than PNG, JPEG and GIF become PNG. Null if it cannot be read. */
export async function epubPicture(image: HTMLImageElement): Promise<ReadPicture | null> {
  const address = image.getAttribute("src") ?? "";
  const found = /^data:image\/([a-z+-]+)[;,]/i.exec(address)?.[1]?.toLowerCase();
  if (found === undefined) return null;
  try {
    const extension = KEPT[found as keyof typeof KEPT];
    if (extension !== undefined) return { type: `image/${found}`, extension, bytes: await bytesOf(address) };
    const shown = new Image();
    shown.src = address;
    await shown.decode();
    const width = image.width || shown.naturalWidth || 300;
    const height = image.height || (width * shown.naturalHeight) / shown.naturalWidth || 150;
    return { type: "image/png", extension: "png", bytes: await paintedPng(shown, width, height) };
  } catch {
    return null;
  }
}
