import { type Extension, Facet } from "@codemirror/state";
import type { Bridge, DocumentId, MenuItem } from "../../../shared/contract";
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

/** Copies a text to the clipboard. */
export const copyText = Facet.define<(text: string) => void, ((text: string) => void) | null>({ combine: first });

/** Shows a menu at the pointer, and resolves with the id of the chosen item. */
export const popupMenu = Facet.define<
  (items: MenuItem[]) => Promise<string | null>,
  ((items: MenuItem[]) => Promise<string | null>) | null
>({ combine: first });

/** Provides images, drawings and the clipboard to a document's live preview. */
export const liveHost = (bridge: Bridge, doc: DocumentId): Extension => [
  findImage.of(async (path) => {
    const answer = await bridge.request("document:image", { doc, path }).catch(() => null);
    if (!answer) return { status: "refused", message: syncMessages.noAnswer };
    const { url, width, height } = answer.ok ? answer : { url: "", width: null, height: null };
    return answer.ok ? { status: "found", url, width, height } : { status: "refused", message: answer.error.message };
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
