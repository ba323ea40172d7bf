import "./drawings.css";
import type { RenderedDrawing } from "./drawing";

type HtmlPolicy = { createHTML(markup: string): string };
type PolicyFactory = { createPolicy(name: string, rules: { createHTML(markup: string): string }): HtmlPolicy };

// Accepts only the sanitised MathML that `draw` returns.
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy("galley-drawing", {
  createHTML: (markup) => markup,
});

/** Creates the element for a drawing in `page`. `source` is the text alternative of a diagram. */
export function showDrawing(drawing: RenderedDrawing, page: Document, source: string): HTMLElement {
  if (drawing.kind === "diagram") {
    const picture = page.createElement("img");
    picture.className = "drawing-diagram";
    picture.width = drawing.width;
    picture.height = drawing.height;
    picture.alt = source;
    picture.draggable = false;
    picture.src = drawing.address;
    return picture;
  }
  const holder = page.createElement("span");
  holder.className = "drawing-math";
  holder.innerHTML = policy ? policy.createHTML(drawing.markup) : drawing.markup;
  // The content security policy forbids style attributes in markup, so styles are set here.
  for (const element of holder.querySelectorAll<MathMLElement>("[data-style]")) {
    element.style.cssText = element.dataset["style"] ?? "";
    delete element.dataset["style"];
  }
  return holder;
}
