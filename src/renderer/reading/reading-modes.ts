import { atom } from "nanostores";
import type { DocumentId } from "../../shared/contract";
import type { ReadingPlace } from "./sheet";

/** What a reading view that is open can be asked for. */
export type OpenReading = {
  place(): ReadingPlace | null;
  run(command: "find" | "find-next" | "find-previous"): void;
};

type Source = { topPlace(): ReadingPlace | null };

export type ReadingModes = ReturnType<typeof createReadingModes>;

/** Which documents are being read instead of written, and where in them the person is while the view changes. */
export function createReadingModes() {
  const $docs = atom<ReadonlySet<DocumentId>>(new Set());
  const $selected = atom<number>(0);
  const places = new Map<DocumentId, ReadingPlace>();
  const views = new Map<DocumentId, OpenReading>();

  return {
    $docs,
    /** Words that are selected in the reading view in front. */
    $selected,
    isReading: (doc: DocumentId) => $docs.get().has(doc),
    /** Changes the view of a document, which stays where it is. */
    toggle(doc: DocumentId, source: Source): void {
      const docs = new Set($docs.get());
      const place = docs.has(doc) ? views.get(doc)?.place() : source.topPlace();
      if (place) places.set(doc, place);
      if (!docs.delete(doc)) docs.add(doc);
      $docs.set(docs);
    },
    /** Where the view that opens now is to stand; told once. */
    takePlace(doc: DocumentId): ReadingPlace | null {
      const place = places.get(doc) ?? null;
      places.delete(doc);
      return place;
    },
    /** A view has opened; answers with how it says that it has closed. It leaves its place behind for the next. */
    opened(doc: DocumentId, view: OpenReading): () => void {
      views.set(doc, view);
      return () => {
        const place = view.place();
        if (place && $docs.get().has(doc)) places.set(doc, place);
        if (views.get(doc) === view) views.delete(doc);
      };
    },
    view: (doc: DocumentId): OpenReading | null => views.get(doc) ?? null,
  };
}
