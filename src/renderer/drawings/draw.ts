import { cleanMath } from "./clean-math";
import { diagramPicture } from "./diagram-picture";
import type { DrawingRequest, RenderedDrawing } from "./drawing";
import { createDrawingClient } from "./drawing-client";
import { openDrawingFrame } from "./drawing-frame";

const client = createDrawingClient({ openFrame: () => openDrawingFrame(document), check });

/**
 * Draws maths or a diagram in an isolated frame within 2 seconds, or says why not. Never rejects. Import it lazily: it
 * loads the sanitiser.
 */
export const draw = client.draw;

function check({ kind }: DrawingRequest, markup: string): RenderedDrawing | null {
  if (kind === "math") {
    const math = cleanMath(markup);
    return math === null ? null : { status: "drawn", kind, markup: math };
  }
  const picture = diagramPicture(markup);
  return picture && { status: "drawn", kind, ...picture };
}
