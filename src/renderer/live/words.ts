import { spoken } from "../ui/language";
import type { AlertKind } from "./alerts";

const english = {
  task: (text: string) => (text ? `Task: ${text}` : "Task"),
  alert: {
    note: "Note",
    tip: "Tip",
    important: "Important",
    warning: "Warning",
    caution: "Caution",
  } satisfies Record<AlertKind, string>,
  code: { copy: "Copy the code", copied: "Copied" },
  front: { label: "Properties" },
  image: {
    noWords: "Image",
    remote: "An image from the network, which Galley never loads",
    elsewhere: "Only images of the open folder are shown",
    embedded: "An embedded image, too large to be shown here",
    broken: "This image could not be read",
  },
  drawing: { failed: "This could not be drawn" },
  follow: (target: string) => `${target}\nCtrl+click to follow`,
};

/** Every word that the live preview shows or says. */
export type LiveWords = typeof english;

/** In the page's language. */
export let liveWords: LiveWords = english;
spoken<LiveWords>({ en: english, "zh-CN": async () => (await import("./words.chinese")).chinese }, (words) => {
  liveWords = words;
});
