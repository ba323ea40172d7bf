/** To the frame: load what draws this kind, then draw. The answers come in order. */
export type ToFrame =
  | { say: "load"; kind: "math" | "diagram" }
  | { say: "draw"; kind: "math" | "diagram"; source: string; display: boolean; theme: "light" | "dark" };

/** From the frame; whoever hears it checks every part, as a drawing might have taken the frame over. */
export type FromFrame = { say: "loaded" } | { say: "drawn"; markup: string } | { say: "failed"; message: string };
