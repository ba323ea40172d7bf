import type { Text } from "@codemirror/state";
import type { Bridge, DocumentId } from "../../../shared/contract";
import { draw } from "../../drawings/draw";
import { showDrawing } from "../../drawings/show-drawing";
import { cleanHtml } from "../../rendering/page/clean-html";
import { createEmbeds } from "../../rendering/page/embeds";
import { previewMessages } from "../../rendering/page/messages";
import { type FindImage, showPicture } from "../../rendering/page/pictures";
import { createRendering } from "../../rendering/page/rendering";
import { type RenderingSettings, renderingOptions } from "../../rendering/page/rendering-options";
import { STRIDE } from "../../rendering/page/rendering-protocol";
import { startRenderingWorker } from "../../rendering/page/start-rendering-worker";
import { MAX_PICTURE_BYTES } from "../../ui/limits";
import type { PlacedThread } from "../../workbench/api/feature-stores";
import { markThreads, type SourcedBlock } from "./comment-marks";
import { exportMessages, written } from "./messages";

/** The maximum number of embedded notes; the rest stay links. */
const MAX_EMBEDS = 1000;

/** Milliseconds of work before yielding to the event loop. */
const SLICE_MS = 8;

export type CollectOptions = {
  text: Text;
  doc: DocumentId;
  bridge: Bridge;
  /** `source`: maths and diagrams stay as source text. */
  drawings: "drawn" | "source";
  /** `named`: looked for, so that a missing one is known, and kept by the name in the document. */
  pictures: "embedded" | "named" | "left";
  frontMatter: boolean;
  /** The colours of diagrams. */
  theme: "light" | "dark";
  /** What the rendering depends on. */
  settings: RenderingSettings;
  /** The threads whose words are marked, for `notes` see `markThreads`; none by default. */
  comments?: { threads: readonly PlacedThread[]; notes: "in the note" | "at its number" };
  signal: AbortSignal;
  onProgress(stage: string, share: number): void;
};

/**
 * Renders the full document into a detached HTML document: sanitised, with drawings drawn and pictures embedded. Nothing in it
 * runs or loads. Rejects if `signal` aborts.
 */
export async function collectDocument(options: CollectOptions): Promise<HTMLElement> {
  const { signal, onProgress } = options;
  onProgress(exportMessages.stages.rendering, 0);
  const { blocks, numbers } = await renderedBlocks(options);
  const page = document.implementation.createHTMLDocument("");
  const body = page.createElement("main");
  const turn = yielder(signal);
  const sourced: SourcedBlock[] = [];
  for (const [index, html] of blocks.entries()) {
    if (!options.frontMatter && index === 0 && html.startsWith('<table class="front-matter">')) continue;
    const block = page.createElement("div");
    block.className = "block";
    block.append(cleanHtml(html));
    body.append(block);
    sourced.push({ element: block, first: numbers[index * STRIDE] ?? 1, last: numbers[index * STRIDE + 1] ?? 1 });
    if (await turn()) onProgress(exportMessages.stages.rendering, index / blocks.length / 2);
  }
  const { comments } = options;
  if (comments) markThreads(sourced, options.text, comments.threads, comments.notes);
  await showEmbeds(body, options);
  await finish(body, options);
  for (const box of body.querySelectorAll("input")) box.setAttribute("disabled", "");
  return body;
}

/** The HTML of the blocks, and `STRIDE` numbers about each. */
type Rendered = { blocks: string[]; numbers: Int32Array<ArrayBuffer> };

function renderedBlocks({ text, settings, signal }: CollectOptions): Promise<Rendered> {
  return new Promise((done, fail) => {
    const blocks: string[] = [];
    let numbers = new Int32Array();
    const rendering = createRendering(startRenderingWorker, {
      onMessage(message) {
        if (message.type === "changed") numbers = message.numbers;
        if (message.type === "html") blocks.push(...message.html);
        if (message.type !== "done") return;
        rendering.stop();
        done({ blocks, numbers });
      },
      failed: (why) => fail(new Error(why === "timeout" ? exportMessages.tooLong : why)),
    });
    signal.addEventListener("abort", () => {
      rendering.stop();
      fail(signal.reason);
    });
    rendering.render(text, renderingOptions(settings));
  });
}

/** Puts embedded notes in place, also those in one another. */
async function showEmbeds(body: HTMLElement, { bridge, doc, settings, signal }: CollectOptions): Promise<void> {
  const next = () => body.querySelector<HTMLAnchorElement>("a.wiki-embed");
  if (!next()) return;
  const embeds = createEmbeds(
    {
      async find(target, from) {
        const answer = await bridge.request("links:embed", { doc, target, from });
        return answer.ok
          ? { status: "found", part: answer.part }
          : { status: "refused", message: answer.error.message };
      },
      options: () => renderingOptions(settings),
      filled: () => {},
      emptied: () => {},
    },
    "once",
  );
  try {
    for (let link = next(), left = MAX_EMBEDS; link && left > 0; link = next(), left--) {
      signal.throwIfAborted();
      await embeds.show(link);
    }
  } finally {
    embeds.stop();
  }
}

/** Draws the drawings and embeds the pictures, one at a time. */
async function finish(body: HTMLElement, options: CollectOptions): Promise<void> {
  const { drawings, pictures, signal, onProgress } = options;
  const find = pictureFinder(options);
  const waiting = [...body.querySelectorAll<HTMLElement>("code.math, pre.diagram, img")].filter((target) =>
    target.tagName === "IMG" ? pictures !== "left" : drawings === "drawn",
  );
  for (const [index, target] of waiting.entries()) {
    signal.throwIfAborted();
    onProgress(
      exportMessages.stages.drawing(written(index + 1), written(waiting.length)),
      0.5 + index / waiting.length / 2,
    );
    if (target instanceof HTMLImageElement) {
      const source = target.dataset["source"] ?? "";
      await showPicture(target, find);
      if (pictures === "named") target.setAttribute("src", source);
      continue;
    }
    const kind = target.tagName === "PRE" ? "diagram" : "math";
    const source = target.textContent ?? "";
    const display = kind === "diagram" || target.classList.contains("math-display");
    const drawing = await draw({ kind, source, display, theme: options.theme });
    if (drawing.status === "drawn") target.replaceWith(showDrawing(drawing, target.ownerDocument, source));
  }
}

function pictureFinder({ bridge, doc, pictures }: CollectOptions): FindImage {
  const found = new Map<string, Awaited<ReturnType<FindImage>>>();
  let left = MAX_PICTURE_BYTES;
  return async (path, from) => {
    const key = `${from ?? ""}\n${path}`;
    const known = found.get(key);
    if (known) return known;
    const answer = await bridge.request("export:image", { doc, path, from });
    let picture: Awaited<ReturnType<FindImage>>;
    if (!answer.ok) picture = { status: "refused", message: answer.error.message };
    else if (pictures === "named") picture = { status: "found", url: "" };
    else {
      left -= answer.bytes.length;
      picture =
        left < 0
          ? { status: "refused", message: previewMessages.broken }
          : { status: "found", url: `data:${answer.type};base64,${base64(answer.bytes)}` };
    }
    found.set(key, picture);
    return picture;
  };
}

/** Encodes bytes as base 64, in chunks: `fromCharCode` with too many arguments overflows the stack. */
export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x6000)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000)));
  return text;
}

/** Returns a function that yields to the event loop when the time slice is used up, and then resolves to true. */
export function yielder(signal: AbortSignal): () => Promise<boolean> {
  let end = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < end) return false;
    await new Promise((done) => setTimeout(done));
    signal.throwIfAborted();
    end = performance.now() + SLICE_MS;
    return true;
  };
}
