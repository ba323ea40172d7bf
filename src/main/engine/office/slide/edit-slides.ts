import type { OfficeOperation, PackageEdit } from "../text/office-format";
import type { SlideLine, WrittenSlide } from "./slide-content";
import {
  deletedSlides,
  describeDeleted,
  describeEdit,
  namedSlide,
  newSlides,
  noteLines,
  numberBeside,
  slideNumbers,
  slideOperationError,
  wantedSlides,
} from "./slide-operations";

/** Where slides are added or moved to. */
export type SlidePosition<Slide> = "start" | "end" | { slide: Slide; side: "before" | "after" };

/** The slides of a presentation in its format, as `editSlides` changes them. */
export type SlideDeck<Slide> = {
  slides: readonly Slide[];
  add(added: readonly WrittenSlide[], where: SlidePosition<Slide>): void;
  /** Removes slides: the user's deletion takes what only they use along, a shorter `set_slides` leaves it in the package. */
  remove(gone: readonly Slide[], why: "deleted" | "surplus"): void;
  move(slide: Slide, to: Exclude<SlidePosition<Slide>, string>): void;
  /** Sets the title and the points of a slide; false if that changes nothing. */
  fill(slide: Slide, to: WrittenSlide): boolean;
  setNotes(slide: Slide, lines: readonly SlideLine[]): void;
  /** The changed parts of the package. */
  changed(): Map<string, Uint8Array | null>;
};

/** Applies an operation to the slides of a presentation, which `open` reads. Those on its texts are each format's own. */
export function editSlides<Slide>(operation: OfficeOperation, open: () => SlideDeck<Slide>): PackageEdit {
  switch (operation.operation) {
    case "append_text":
    case "prepend": {
      const deck = open();
      const added = newSlides(operation.content, deck.slides.length);
      deck.add(added, operation.operation === "prepend" ? "start" : "end");
      const done = describeEdit({ set: 0, added: added.length, removed: 0 });
      return { parts: deck.changed(), done, count: added.length, warnings: [] };
    }
    case "insert_before":
    case "insert_after": {
      const deck = open();
      const side = operation.operation === "insert_before" ? "before" : "after";
      const slide = namedSlide(deck.slides, operation.node);
      const added = newSlides(operation.content, deck.slides.length);
      deck.add(added, { slide, side });
      const first = numberBeside(deck.slides.indexOf(slide) + 1, side);
      const done = `inserted ${slideNumbers(first, added.length)}`;
      return { parts: deck.changed(), done, count: added.length, warnings: [] };
    }
    case "delete": {
      const deck = open();
      const gone = deletedSlides(deck.slides, operation.nodes);
      deck.remove(gone, "deleted");
      const done = describeDeleted(deck.slides, gone);
      return { parts: deck.changed(), done, count: gone.length, warnings: [] };
    }
    case "move": {
      const deck = open();
      const { slides } = deck;
      const [slide, other] = [namedSlide(slides, operation.node), namedSlide(slides, operation.to)];
      const number = slides.indexOf(slide) + 1;
      const to = numberBeside(slides.indexOf(other) + 1, operation.side, number);
      if (slide === other || to === number) return { parts: new Map(), done: "moved nothing", count: 0, warnings: [] };
      deck.move(slide, { slide: other, side: operation.side });
      return { parts: deck.changed(), done: `moved slide ${number}: it is slide ${to} now`, count: 1, warnings: [] };
    }
    case "set_notes": {
      const deck = open();
      deck.setNotes(namedSlide(deck.slides, operation.node), noteLines(operation.content));
      return { parts: deck.changed(), done: `set the notes of ${operation.node.id}`, count: 1, warnings: [] };
    }
    case "set_slides":
      return setSlides(open(), wantedSlides(operation.slides));
    default:
      throw slideOperationError(operation.operation);
  }
}

/** Existing slides get their title and points, surplus ones are removed, missing ones added. */
function setSlides<Slide>(deck: SlideDeck<Slide>, wanted: readonly WrittenSlide[]): PackageEdit {
  const { slides } = deck;
  let set = 0;
  for (const [index, slide] of slides.slice(0, wanted.length).entries()) {
    const to = wanted[index];
    if (to !== undefined && deck.fill(slide, to)) set++;
  }
  const gone = slides.slice(wanted.length);
  const added = wanted.slice(slides.length);
  deck.remove(gone, "surplus");
  deck.add(added, "end");
  const which = gone.length === 1 ? `slide ${slides.length} was` : `slides ${wanted.length + 1}-${slides.length} were`;
  const warnings =
    gone.length === 0 ? [] : [`${which} removed, including notes; the previous version is in the history`];
  const changes = { set, added: added.length, removed: gone.length };
  return { parts: deck.changed(), done: describeEdit(changes), count: set + added.length + gone.length, warnings };
}
