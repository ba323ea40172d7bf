import type { Settings } from "../../../shared/settings";
import type { RenderingOptions } from "../rendered-document";
import { previewMessages } from "./messages";

/** The settings that a rendering depends on. */
export type RenderingSettings = Pick<Settings, "lineBreaks" | "superSubscript" | "emojiCodes">;

/** What a rendering depends on beside the text, in the language in use. */
export const renderingOptions = ({ lineBreaks, superSubscript, emojiCodes }: RenderingSettings): RenderingOptions => ({
  alerts: previewMessages.alerts,
  properties: previewMessages.properties,
  lineBreaks,
  superSubscript,
  emojiCodes,
});
