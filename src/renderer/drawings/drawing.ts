/** What is to be drawn. `display`: maths on a line of its own; a diagram always is. */
export type DrawingRequest = {
  kind: "math" | "diagram";
  source: string;
  display: boolean;
  theme: "light" | "dark";
};

/**
 * Maths is MathML of an allow-list, its styles in `data-style`; a diagram the address of an SVG, which only an `<img>` may show, with its size in
 * CSS pixels. Both are made of what a frame answered that had read a hostile text.
 */
export type Drawn =
  | { status: "drawn"; kind: "math"; markup: string }
  | { status: "drawn"; kind: "diagram"; address: string; width: number; height: number };

/** What could not be drawn, and why in a sentence; the text is to be shown instead. */
export type NotDrawn = { status: "failed"; message: string };

export type Drawing = Drawn | NotDrawn;
