/** To the frame: first load the library for a kind, then draw. Answers come in the same order. */
export type ToFrame =
  | { say: "load"; kind: "math" | "diagram" }
  | { say: "draw"; kind: "math" | "diagram"; source: string; display: boolean; theme: "light" | "dark" };

/** From the frame. The receiver validates every field, because a hostile drawing may have taken over the frame. */
export type FromFrame = { say: "loaded" } | { say: "drawn"; markup: string } | { say: "failed"; message: string };
