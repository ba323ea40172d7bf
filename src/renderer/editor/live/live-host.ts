import { type Extension, Facet } from "@codemirror/state";
import type { Bridge, DocumentId } from "../../../shared/contract";
import { canvasWords } from "../messages";

/** An image of the folder: where the page may load it, and its size in pixels, where its head tells. */
export type FoundImage = { url: string; width: number | null; height: number | null };

/** What came of asking for an image: itself, or why it is not shown, in a sentence. */
export type ImageAnswer = ({ status: "found" } & FoundImage) | { status: "refused"; message: string };

/** Finds an image by its path as a document names it. Asked once for each; may be slow. */
export type FindImage = (path: string) => Promise<ImageAnswer>;

/** What is to be drawn in place: maths (`display`: on a line of its own), or a diagram. */
export type DrawRequest = { kind: "math" | "diagram"; source: string; display: boolean; theme: "light" | "dark" };

/** What was drawn, as an element that is not yet in the page, or why it was not. */
export type DrawAnswer = { status: "drawn"; element: HTMLElement } | { status: "failed"; message: string };

/** Draws what a frame of its own understands. */
export type Draw = (request: DrawRequest) => Promise<DrawAnswer>;

const first = <T>(values: readonly T[]): T | null => values[0] ?? null;

/** Where images come from; without it they are named, not shown. */
export const findImage = Facet.define<FindImage, FindImage | null>({ combine: first });

/** Who draws maths and diagrams; without it their source is shown. */
export const drawer = Facet.define<Draw, Draw | null>({ combine: first });

/** Puts a text on the clipboard. */
export const copyText = Facet.define<(text: string) => void, ((text: string) => void) | null>({ combine: first });

/** What a document of the page has at hand: its images, the drawings' frame, the clipboard. */
export const liveHost = (bridge: Bridge, doc: DocumentId): Extension => [
  findImage.of(async (path) => {
    const answer = await bridge.request("document:image", { doc, path }).catch(() => null);
    if (!answer) return { status: "refused", message: canvasWords.noAnswer };
    const { url, width, height } = answer.ok ? answer : { url: "", width: null, height: null };
    return answer.ok ? { status: "found", url, width, height } : { status: "refused", message: answer.error.message };
  }),
  drawer.of(async (request) => {
    // The sanitiser comes with it: not before something is to be drawn.
    const [{ draw }, { showDrawing }] = await Promise.all([
      import("../../drawings/draw"),
      import("../../drawings/show-drawing"),
    ]);
    const drawing = await draw(request);
    if (drawing.status === "failed") return drawing;
    return { status: "drawn", element: showDrawing(drawing, document, request.source) };
  }),
  copyText.of((text) => void bridge.request("app:copy", text)),
];
