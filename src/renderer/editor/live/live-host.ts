import { type Extension, Facet } from "@codemirror/state";
import type { Bridge, DocumentId, ImageQuery, MenuItem, Settings } from "../../../shared/contract";
import { isNowhere } from "../../../shared/links";
import type { EmbeddedContent } from "../../rendering/page/embed-frame";
import type { RenderingSettings } from "../../rendering/page/rendering-options";
import { WIKI } from "../../rendering/wiki-links";
import { syncMessages } from "../sync/messages";

/** An image in the folder: the address to load it from, and its size in pixels if its header contains it. */
export type ResolvedImage = { url: string; width: number | null; height: number | null };

/** The image, or a sentence that says why it is not shown. */
export type ImageAnswer = ({ status: "found" } & ResolvedImage) | { status: "refused"; message: string };

/** Finds an image by its path as written in the document. May be slow. */
export type FindImage = (path: string) => Promise<ImageAnswer>;

/** Maths (`display`: on its own line) or a diagram to draw. */
export type DrawRequest = { kind: "math" | "diagram"; source: string; display: boolean; theme: "light" | "dark" };

/** A drawing as a detached element, or the reason why it failed. */
export type DrawAnswer = { status: "drawn"; element: HTMLElement } | { status: "failed"; message: string };

/** Draws maths and diagrams. */
export type Draw = (request: DrawRequest) => Promise<DrawAnswer>;

const first = <T>(values: readonly T[]): T | null => values[0] ?? null;

/** Loads images; without it they are named instead of shown. */
export const findImage = Facet.define<FindImage, FindImage | null>({ combine: first });

/** Draws maths and diagrams; without it their source is shown. */
export const drawer = Facet.define<Draw, Draw | null>({ combine: first });

/** What an embedded note says to the editor around it. `clicked`: open the note. `reloaded`: its frame lost its content and must be opened again. */
export type EmbedEvents = { clicked(where: "here" | "beside"): void; resized(height: number): void; reloaded(): void };

/** Shows an embedded note or HTML in an element. Returns a function that ends it. */
export type ShowEmbed = (holder: HTMLElement, content: EmbeddedContent, events: EmbedEvents) => () => void;

/** Shows embedded notes and HTML; without it they are links and source. */
export const showEmbed = Facet.define<ShowEmbed, ShowEmbed | null>({ combine: first });

/** Marks that are drawn only where a setting says so. */
export type OptionalMarks = { superSubscript: boolean; emojiCodes: boolean };

export const optionalMarks = Facet.define<OptionalMarks, OptionalMarks>({
  combine: ([marks]) => marks ?? { superSubscript: false, emojiCodes: false },
});

/** Whether the single line breaks of a paragraph are shown as spaces, as in the preview: the setting `lineBreaks`. */
export const joinsLines = Facet.define<boolean, boolean>({ combine: ([joins]) => joins ?? false });

/** Whether dice in text are marked, as the setting `dice` says. */
export const marksDice = Facet.define<boolean, boolean>({ combine: ([marks]) => marks ?? false });

/** How front matter is shown: as the setting `properties`. */
export const shownProperties = Facet.define<Settings["properties"], Settings["properties"]>({
  combine: ([shown]) => shown ?? "form",
});

/** Copies a text to the clipboard. */
export const copyText = Facet.define<(text: string) => void, ((text: string) => void) | null>({ combine: first });

/** Shows a menu at the pointer, and resolves with the id of the chosen item. */
export const popupMenu = Facet.define<
  (items: MenuItem[]) => Promise<string | null>,
  ((items: MenuItem[]) => Promise<string | null>) | null
>({ combine: first });

/** Provides images, drawings, embedded notes and the clipboard to a document's live preview. */
export const liveHost = (bridge: Bridge, doc: DocumentId, settings: () => RenderingSettings): Extension => [
  findImage.of((path) => imageOf(bridge, { doc, path })),
  showEmbed.of((holder, content, { clicked, resized, reloaded }) => {
    let stop: (() => void) | null = null;
    let isOver = false;
    const open = async () => {
      const [{ openEmbedFrame }, { renderingOptions }] = await Promise.all([
        import("../../rendering/page/embed-frame"),
        import("../../rendering/page/rendering-options"),
      ]);
      const opened = await openEmbedFrame(holder, content, {
        findImage: (path, from) => imageOf(bridge, { doc, path, from }),
        embeds: {
          async find(name, from) {
            const answer = await bridge.request("links:embed", { doc, target: name, from });
            return answer.ok
              ? { status: "found", part: answer.part }
              : { status: "refused", message: answer.error.message };
          },
          options: () => renderingOptions(settings()),
        },
        theme: currentTheme,
        async isMissing(address, from) {
          const isWiki = address.startsWith(WIKI);
          const name = isWiki ? decodeURIComponent(address.slice(WIKI.length)) : address;
          const kind = isWiki ? "wiki" : "address";
          const answer = await bridge.request("links:place", { doc, kind, target: name, from });
          return answer.ok && isNowhere(answer.place);
        },
        clicked(address, event) {
          if (address === null) clicked(event.altKey && (event.ctrlKey || event.metaKey) ? "beside" : "here");
          else void bridge.request("app:open-link", address);
        },
        resized,
        reloaded,
      });
      if (isOver) opened();
      else stop = opened;
    };
    void open();
    return () => {
      isOver = true;
      stop?.();
    };
  }),
  drawer.of(async (request) => {
    // Load the sanitiser only when something is drawn.
    const [{ draw }, { showDrawing }] = await Promise.all([
      import("../../drawings/draw"),
      import("../../drawings/show-drawing"),
    ]);
    const drawing = await draw(request);
    if (drawing.status === "failed") return drawing;
    return { status: "drawn", element: showDrawing(drawing, document, request.source) };
  }),
  popupMenu.of((items) => bridge.request("app:menu", items)),
  copyText.of((text) => void bridge.request("app:copy", text)),
];

async function imageOf(bridge: Bridge, image: ImageQuery): Promise<ImageAnswer> {
  const answer = await bridge.request("document:image", image).catch(() => null);
  if (!answer) return { status: "refused", message: syncMessages.noAnswer };
  if (!answer.ok) return { status: "refused", message: answer.error.message };
  const { url, width, height } = answer;
  return { status: "found", url, width, height };
}

function currentTheme(): "light" | "dark" {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  return colorScheme === "dark" || (colorScheme !== "light" && isDark) ? "dark" : "light";
}
