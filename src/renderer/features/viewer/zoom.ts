/** Shown sizes, relative to the image's own. */
const STEPS = [0.05, 0.1, 0.17, 0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16];

/** `fit`: the whole image is visible, and never enlarged; else its size relative to its own. */
export type Zoom = "fit" | number;

/** The next larger or smaller step from a shown size; the size itself at the end. */
export function zoomStep(shown: number, direction: "in" | "out"): number {
  // A size that differs from a step only by rounding is that step.
  const near = 0.005 * shown;
  const next =
    direction === "in" ? STEPS.find((step) => step > shown + near) : STEPS.findLast((step) => step < shown - near);
  return next ?? shown;
}

/** The scale at which an image fits a box. An image smaller than the box keeps its size. */
export const scaleToFit = (image: { width: number; height: number }, box: { width: number; height: number }): number =>
  Math.min(1, Math.max(1, box.width) / image.width, Math.max(1, box.height) / image.height);

/** The image before or after `path` in its folder, going round at the ends; null if there is no other. */
export function neighbour(images: readonly string[], path: string, step: 1 | -1): string | null {
  const at = images.indexOf(path);
  if (images.length === 0 || (images.length === 1 && at === 0)) return null;
  const index = at < 0 ? (step === 1 ? 0 : images.length - 1) : (at + step + images.length) % images.length;
  return images[index] ?? null;
}
