import { nearestNames } from "../../../../core/text/nearest-name";
import type { Book } from "../../books/book/book";
import { ToolError } from "../../ports/tool-error";

/** The index of the chapter that a caller names: by id, by title, or by file name. Throws for unknown and ambiguous names. */
export function findChapter({ chapters }: Book, name: string): number {
  const wanted = name.trim();
  const fold = (text: string): string => text.normalize("NFC").toLowerCase();
  const ways = [
    (index: number) => chapters[index]?.id === wanted,
    (index: number) => chapters[index]?.title === wanted,
    (index: number) =>
      fold(chapters[index]?.id ?? "") === fold(wanted) || fold(chapters[index]?.title ?? "") === fold(wanted),
    (index: number) =>
      fold(chapters[index]?.id ?? "")
        .replace(/^.*\//, "")
        .replace(/\.[^.]*$/, "") === fold(wanted),
  ];
  for (const way of ways) {
    const [first, ...others] = chapters.map((_, index) => index).filter(way);
    if (first === undefined) continue;
    if (others.length === 0) return first;
    const candidates = [first, ...others].map((index) => chapters[index]?.id ?? "");
    throw new ToolError(
      "ambiguous",
      `${candidates.length} chapters are called ${wanted}: ${candidates.slice(0, 10).join(", ")}`,
      {
        hint: "Name one by its id.",
        candidates,
      },
    );
  }
  const ids = chapters.map(({ id }) => id);
  const near = nearestNames(wanted, [...ids, ...chapters.map(({ title }) => title)]);
  const candidates = near.length > 0 ? near : ids.slice(0, 10);
  throw new ToolError("not_found", `no chapter is called ${JSON.stringify(wanted.slice(0, 100))}`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.join(" or ")}?`
        : `There are ${candidates.join(", ")}${ids.length > 10 ? ` ... and ${ids.length - 10} more` : ""}.`,
    candidates,
  });
}
