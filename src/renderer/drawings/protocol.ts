/** To the frame: first load the library for a kind, then draw. Answers come in the same order. */
export type ToFrame =
  | { type: "load"; kind: "math" | "diagram" }
  | { type: "draw"; kind: "math" | "diagram"; source: string; display: boolean; theme: "light" | "dark" };

/** From the frame. The receiver validates every field, because a hostile drawing may have taken over the frame. */
export type FromFrame = { type: "loaded" } | { type: "drawn"; markup: string } | { type: "failed"; message: string };
