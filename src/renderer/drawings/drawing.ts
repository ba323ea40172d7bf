/** What to draw. `display`: maths on its own line; always true for a diagram. */
export type DrawingRequest = {
  kind: "math" | "diagram";
  source: string;
  display: boolean;
  theme: "light" | "dark";
};

/**
 * A drawing made from untrusted input: for maths, sanitised MathML with styles in `data-style`; for a diagram, the
 * address of an SVG, which may only be shown in an `<img>`, and its size in CSS pixels.
 */
export type RenderedDrawing =
  | { status: "drawn"; kind: "math"; markup: string }
  | { status: "drawn"; kind: "diagram"; address: string; width: number; height: number };

/** A sentence that says why nothing was drawn. Show the source text instead. */
export type FailedDrawing = { status: "failed"; message: string };

export type Drawing = RenderedDrawing | FailedDrawing;
