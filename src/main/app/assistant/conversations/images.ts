import { randomUUID } from "node:crypto";
import type { ContextChip, ConversationId } from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import { ToolError } from "../../../engine/ports/tool-error";
import { MAX_SENT_IMAGE_BYTES } from "../../core/limits";
import { assistantMessages } from "../core/messages";
import type { ConversationStore } from "./conversation-store";

const MAX_IMAGES = 60;

/** An image that is sent with a question. `data` is base64. */
export type StoredImage = {
  name: string;
  mime: "image/png" | "image/jpeg";
  width: number;
  height: number;
  data: string;
};

/** Stores an image of a conversation, and returns the chip that stands for it. */
export function addImage(
  store: Pick<ConversationStore, "images" | "saveImage">,
  conversation: ConversationId,
  { name, bytes, width, height }: { name: string; bytes: Uint8Array; width: number; height: number },
): Extract<ContextChip, { kind: "image" }> {
  const t = assistantMessages.images;
  const mime = typeOf(bytes);
  if (mime === null) throw new ToolError("unsupported", t.otherKind);
  if (bytes.length > MAX_SENT_IMAGE_BYTES) throw new ToolError("too_large", t.tooLarge);
  if (store.images(conversation) >= MAX_IMAGES) throw new ToolError("too_large", t.tooMany(MAX_IMAGES));
  const id = randomUUID();
  const shownName = escapeInvisibles(name).slice(0, 100);
  const data = Buffer.from(bytes).toString("base64");
  store.saveImage(conversation, id, { name: shownName, mime, width, height, data });
  return { kind: "image", id, name: shownName, width, height };
}

/** The type of an image by its first bytes, whatever the file is called; null if the type is not supported. */
function typeOf(bytes: Uint8Array): StoredImage["mime"] | null {
  const begins = (...signature: number[]): boolean => signature.every((byte, at) => bytes[at] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  return begins(0xff, 0xd8, 0xff) ? "image/jpeg" : null;
}
