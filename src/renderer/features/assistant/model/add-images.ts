import type { ReadableAtom } from "nanostores";
import type { Bridge } from "../../../../shared/contract";
import type { Conversation } from "../../../../shared/conversation";
import { MAX_ADDED_FILES, MAX_PNG_BYTES } from "../../../ui/limits";
import type { Notices } from "../../../ui/notices";
import { panelMessages } from "../messages";
import { withError } from "./conversation-client";
import { type Draft, withChip } from "./draft";

/** The longest edge that models see, in pixels; larger images are made smaller. */
const MAX_EDGE = 1568;
export const PDF = "application/pdf";

type Deps = {
  bridge: Pick<Bridge, "request">;
  notices: Pick<Notices, "error" | "announce">;
  /** The conversation of the draft. */
  $conversation: ReadableAtom<Pick<Conversation, "id"> | null>;
  change(edit: (draft: Draft) => Draft): void;
};

/** The images and PDFs of what was pasted or dropped. */
export const picturesIn = ({ files }: DataTransfer): File[] =>
  [...files].filter(({ type }) => type.startsWith("image/") || type === PDF).slice(0, MAX_ADDED_FILES);

/** Adds images to the draft. They are drawn again, so that they carry nothing but their pixels. */
export async function addImages(
  files: readonly File[],
  { bridge, notices, $conversation, change }: Deps,
): Promise<void> {
  const conversation = $conversation.get()?.id;
  if (conversation === undefined) return;
  const t = panelMessages.composer;
  for (const [at, file] of files.entries()) {
    const name = file.name === "" || file.name === "image.png" ? t.image(at + 1) : file.name;
    const image = await redrawn(file).catch(() => null);
    if (image === null) {
      notices.error(t.badImage(name));
      continue;
    }
    const answer = await withError(bridge.request("assistant:add-image", { conversation, name, ...image }));
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    else if ($conversation.get()?.id === conversation) {
      change((draft) => withChip(draft, answer.chip));
      notices.announce(t.added(name));
    }
  }
}

async function redrawn(file: Blob): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.min(1, MAX_EDGE / Math.max(picture.width, picture.height));
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no canvas");
    const isPhoto = file.type === "image/jpeg";
    const draw = (type: string) => {
      // JPEG has no transparency.
      if (type === "image/jpeg") {
        context.fillStyle = "white";
        context.fillRect(0, 0, width, height);
      }
      context.drawImage(picture, 0, 0, width, height);
      return canvas.convertToBlob({ type, quality: 0.9 });
    };
    let blob = await draw(isPhoto ? "image/jpeg" : "image/png");
    if (blob.size > MAX_PNG_BYTES && !isPhoto) blob = await draw("image/jpeg");
    return { bytes: new Uint8Array(await blob.arrayBuffer()), width, height };
  } finally {
    picture.close();
  }
}
