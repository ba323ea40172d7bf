import { cleanMath } from "./clean-math";
import { diagramPicture } from "./diagram-picture";
import type { DrawingRequest, Drawn } from "./drawing";
import { createDrawingDesk } from "./drawing-client";
import { openDrawingFrame } from "./drawing-frame";

const desk = createDrawingDesk({ openFrame: () => openDrawingFrame(document), check });

/**
 * Maths or a diagram, drawn in a frame that can do nothing else, within 2 seconds; or why not. Never rejects. To be
 * imported when the first one is needed: the sanitiser comes with it.
 */
export const draw = desk.draw;

function check({ kind }: DrawingRequest, markup: string): Drawn | null {
  if (kind === "math") {
    const math = cleanMath(markup);
    return math === null ? null : { status: "drawn", kind, markup: math };
  }
  const picture = diagramPicture(markup);
  return picture && { status: "drawn", kind, ...picture };
}
