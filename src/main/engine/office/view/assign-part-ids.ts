import type { OfficeSplice } from "../../../../core/office/office-view";
import { readPart } from "../package/package-parts";
import type { ZipPackage } from "../package/zip";
import type { SlideEntry } from "../slide/slides-view";
import type { ViewEntry } from "../text/view-entry";
import { align, splicesBetween } from "./align";
import { entriesOf, type ModelState, slidesOf } from "./view-package";

/**
 * Assigns ids to paragraphs and slides: those that were there before keep theirs, others get a fresh one. `splices` lead from the old list
 * to the new one; null if everything may be different.
 */
export function assignPartIds(
  { zip, view }: Pick<ModelState, "zip" | "view">,
  before: ModelState | null,
  fresh: () => string,
): { ids: string[]; slideIds: string[]; splices: OfficeSplice[] | null } {
  const entries = entriesOf(view);
  if (before === null || before.view.kind !== view.kind || view.kind === "spreadsheet")
    return { ids: entries.map(fresh), slideIds: slidesOf(view).map(fresh), splices: null };
  const old = entriesOf(before.view);
  const key = ({ text, kind, placement, cell }: ViewEntry): string =>
    `${placement}\n${kind}\n${cell?.column ?? ""}\n${text}`;
  const from = align(old.map(key), entries.map(key));
  const ids = [...from].map((each) => (each < 0 ? fresh() : (before.ids[each] ?? fresh())));
  const raw = rawTexts(zip);
  const oldRaw = rawTexts(before.zip);
  const isSame = (one: number, other: number): boolean => {
    const [then, now] = [old[one], entries[other]];
    return then !== undefined && now !== undefined && comparable(then) === comparable(now) && oldRaw(then) === raw(now);
  };
  if (view.kind === "document") return { ids, slideIds: [], splices: splicesBetween(old.length, from, isSame) };
  const slideKey = (all: readonly ViewEntry[], { title, shapes, to }: SlideEntry): string =>
    `${title}\n${all
      .slice(shapes[0]?.from ?? to, to)
      .map(({ text }) => text)
      .join("\n")}`;
  const [oldSlides, slides] = [slidesOf(before.view), slidesOf(view)];
  const slidesFrom = align(
    oldSlides.map((each) => slideKey(old, each)),
    slides.map((each) => slideKey(entries, each)),
  );
  const slideIds = [...slidesFrom].map((each) => (each < 0 ? fresh() : (before.slideIds[each] ?? fresh())));
  const facts = ({ title, isHidden, shapes }: SlideEntry): string =>
    JSON.stringify([title, isHidden, shapes.map(({ from: _, to: __, ...shape }) => shape)]);
  const splices = splicesBetween(oldSlides.length, slidesFrom, (one, other) => {
    const [then, now] = [oldSlides[one], slides[other]];
    if (then === undefined || now === undefined || facts(then) !== facts(now)) return false;
    const first = (slide: SlideEntry): number => slide.shapes[0]?.from ?? slide.notesFrom;
    if (then.to - first(then) !== now.to - first(now)) return false;
    for (let at = 0; at < now.to - first(now); at++) if (!isSame(first(then) + at, first(now) + at)) return false;
    return true;
  });
  return { ids, slideIds, splices };
}

const comparable = ({ at: _, ...entry }: ViewEntry): string => JSON.stringify(entry);

function rawTexts(zip: ZipPackage): (entry: ViewEntry) => string {
  const texts = new Map<string, string>();
  return ({ at: { part, from, to } }) => {
    let xml = texts.get(part);
    if (xml === undefined) {
      xml = readPart(zip, part) ?? "";
      texts.set(part, xml);
    }
    return xml.slice(from, to);
  };
}
