/**
 * The shapes that a user would call the title and the body of a slide, of those that can hold text. `roleOf` is what the file says of a shape, null
 * if nothing: some programs use text boxes for everything, and then the first line is what a user sees as the title.
 */
export function titleAndBody<Shape extends { paragraphs: readonly unknown[] }>(
  shapes: readonly Shape[],
  { roleOf, hasText }: { roleOf(shape: Shape): "title" | "body" | "other" | null; hasText(shape: Shape): boolean },
): { title: Shape | null; body: Shape | null } {
  const title =
    shapes.find((shape) => roleOf(shape) === "title") ??
    shapes.find((shape) => roleOf(shape) === null && shape.paragraphs.length === 1 && hasText(shape)) ??
    null;
  const others = shapes.filter((shape) => shape !== title);
  const body =
    others.find((shape) => roleOf(shape) === "body") ??
    others.find((shape) => roleOf(shape) === null && hasText(shape)) ??
    null;
  return { title, body };
}
