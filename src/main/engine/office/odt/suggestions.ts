import { escapedAttribute } from "../../../../core/text/escape-xml";
import { odfPrefixes, scanOdf } from "../odf/scan";
import { readPart } from "../package/package-parts";
import { editPart, elementsIn, takeElements } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { LocatedSuggestion } from "../text/located-suggestion";
import { mayHaveChanges, type OdtChange, odtChanges, odtSuggestionId, readRegion } from "./changes";
import { odtMarks } from "./marks";
import {
  ancestry,
  detach,
  insertAfter,
  insertBefore,
  MarkupNode,
  markupTree,
  renderMarkup,
  walkMarkup,
} from "./markup-tree";
import { odtPieces } from "./pieces";
import { RangeMarks, removeBetween } from "./remove-between";
import { restoreDeleted } from "./restore-deleted";

const parts = ["content.xml", "styles.xml"];
/** Each has its own list of tracked changes. */
const scopes = new Set([
  "office:text",
  ...["", "-left", "-first"].flatMap((side) => [`style:header${side}`, `style:footer${side}`]),
]);
const attributes = ["text:id", "text:change-id", "text:name", "office:name", "text:track-changes"];
const MAX_SUGGESTION_TEXT = 200;

/** The tracked changes of an OpenDocument text, in the order of its text, then of its headers and footers. */
export function odtSuggestions(zip: ZipPackage): LocatedSuggestion[] {
  return parts.flatMap((part) => {
    const xml = readPart(zip, part) ?? "";
    const { changes, marks } = odtChanges(xml);
    if (changes.size === 0) return [];
    const { paragraphs } = odtMarks(xml);
    const texts = insertedTexts(xml);
    const listed = new Set<string>();
    let next = 0;
    return marks.flatMap(({ id, from, kind }) => {
      const change = changes.get(id);
      if (change === undefined || kind === "end" || listed.has(id)) return [];
      listed.add(id);
      // What begins between two paragraphs is shown with the next one.
      while ((paragraphs[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next++;
      const paragraph = paragraphs[next];
      const text =
        change.kind === "deletion" ? deletedText(change) : change.kind === "insertion" ? (texts.get(id) ?? "") : "";
      return [
        {
          id: odtSuggestionId(part, id),
          kind: change.kind,
          author: change.author,
          at: change.at,
          text: text.slice(0, MAX_SUGGESTION_TEXT),
          location: paragraph === undefined ? null : { part, from: paragraph.from },
        },
      ];
    });
  });
}

/** The text of deleted paragraphs, without the break before or after them. */
const deletedText = (change: OdtChange): string =>
  deletedLines(change)
    .join("\n")
    .replace(/^\n|\n$/g, "");

/** The paragraphs of what a change deleted. */
export function deletedLines({ deleted }: OdtChange): string[] {
  const lines: string[] = [];
  const walk = (element: OdtChange["deleted"][number]): void => {
    if (element.name === "text:p" || element.name === "text:h")
      lines.push(
        odtPieces(element)
          .map(({ text }) => text)
          .join(""),
      );
    else for (const child of elementsIn(element)) walk(child);
  };
  for (const element of deleted) walk(element);
  return lines;
}

/** The beginning of the text of each range of a change, by its id. */
function insertedTexts(xml: string): Map<string, string> {
  const texts = new Map<string, string>();
  const open = new Set<string>();
  const add = (text: string): void => {
    for (const id of open) {
      const known = (texts.get(id) ?? "") + text.slice(0, MAX_SUGGESTION_TEXT);
      texts.set(id, known);
      if (known.length >= MAX_SUGGESTION_TEXT) open.delete(id);
    }
  };
  scanOdf(xml, {
    paragraph() {},
    paragraphEnd: () => add("\n"),
    text: add,
    open(name, tag) {
      const id = tag.attribute("text:change-id") ?? "";
      if (name === "text:change-start") open.add(id);
      else if (name === "text:change-end") open.delete(id);
    },
  });
  return new Map(Array.from(texts, ([id, text]) => [id, text.replace(/^\n+|\n+$/g, "")]));
}

/** The parts of an OpenDocument text that change when these tracked changes, or all of them, are accepted or rejected. */
export function resolveOdtSuggestions(
  zip: ZipPackage,
  ids: readonly string[] | "all",
  how: "accept" | "reject",
): { parts: Map<string, Uint8Array | null>; count: number } {
  const wanted = ids === "all" ? null : new Set(ids);
  const changed = new Map<string, Uint8Array | null>();
  let count = 0;
  for (const name of parts) {
    const part = editPart(zip, name);
    if (part === null || !mayHaveChanges(part.xml)) continue;
    const { xml } = part;
    for (const scope of takeElements(xml, { prefixes: odfPrefixes, attributes, take: (each) => scopes.has(each) })) {
      const regions = elementsIn(scope, "text:tracked-changes").flatMap((list) =>
        elementsIn(list, "text:changed-region"),
      );
      const own = regions
        .map((region) => ({ region, change: readRegion(xml, region) }))
        .filter(({ change }) => wanted === null || wanted.has(odtSuggestionId(name, change.id)));
      if (own.length === 0) continue;
      count += own.length;
      const tree = markupTree(xml, scope);
      new ChangeResolver(tree, how, wanted === null).resolve(own.map(({ change }) => change));
      part.splice(scope.from, scope.to, renderMarkup(tree));
    }
    const bytes = part.bytes();
    if (bytes !== null) changed.set(name, bytes);
  }
  return { parts: changed, count };
}

const isChangeMark = /^text:change(?:-start|-end)?$/;
const idOf = ({ attributes: own }: MarkupNode): string => own["text:change-id"] ?? "";

/** The marks of an id in order: the first ones belong to the first region with that id. */
type Marks = { start: MarkupNode[]; end: MarkupNode[]; point: MarkupNode[] };

/** Accepts or rejects changes in the tree of a text. What no change touches stays as it was written. */
class ChangeResolver {
  readonly #regions = new Map<string, MarkupNode[]>();
  readonly #marks = new Map<string, Marks>();
  /** The marks of deletions within an insertion: what comes back there is one again without marks of its own. */
  readonly #inInsertions = new Set<MarkupNode>();
  readonly #pairs: RangeMarks;

  constructor(
    private readonly tree: MarkupNode,
    private readonly how: "accept" | "reject",
    private readonly isAll: boolean,
  ) {
    const marks: MarkupNode[] = [];
    walkMarkup(tree, (node) => {
      if (isChangeMark.test(node.name)) marks.push(node);
      if (node.name !== "text:changed-region") return;
      const id = node.attributes["text:id"] ?? /\sxml:id\s*=\s*["']([^"']*)["']/.exec(node.start)?.[1] ?? "";
      const known = this.#regions.get(id);
      if (known === undefined) this.#regions.set(id, [node]);
      else known.push(node);
    });
    this.#pairs = new RangeMarks(tree);
    const nested = new Map<string, Marks>();
    const open = new Set<string>();
    for (const node of marks) {
      if (isInList(node)) {
        addMark(nested, node);
        continue;
      }
      addMark(this.#marks, node);
      const id = idOf(node);
      if (node.name === "text:change") {
        if (open.size > 0) this.#inInsertions.add(node);
      } else if (node.name === "text:change-end") open.delete(id);
      else if (this.#regions.get(id)?.[0]?.children.find(({ name }) => name !== "")?.name === "text:insertion")
        open.add(id);
    }
    // Marks in deleted text count for changes that have no others, such as those of a note in it.
    for (const [id, each] of nested) if (!this.#marks.has(id)) this.#marks.set(id, each);
  }

  resolve(changes: readonly OdtChange[]): void {
    // Deletions first: the text that comes back may be in an insertion that is rejected too.
    for (const change of changes) if (change.kind === "deletion") this.#resolveDeletion(change);
    for (const change of changes) if (change.kind !== "deletion") this.#resolveRange(change);
    this.#tidy();
  }

  #resolveDeletion({ id }: OdtChange): void {
    const region = this.#regions.get(id)?.shift();
    const point = this.#marks.get(id)?.point.shift() ?? null;
    const deletion = region?.children.find(({ name }) => name === "text:deletion");
    // Another author had inserted what this one deleted: once it is back, it is an insertion again.
    const insertion = region?.children.find(({ name }) => name === "text:insertion");
    const isBack = this.how === "reject" && point !== null && deletion !== undefined;
    let isInsertion = false;
    if (isBack && (insertion === undefined || !this.isAll)) {
      isInsertion = insertion !== undefined && !this.#inInsertions.has(point);
      if (isInsertion) for (const mark of markAsInserted(point, id)) this.#pairs.add(mark);
      restoreDeleted(
        point,
        deletion.children.filter(({ name }) => name !== "" && name !== "office:change-info"),
      );
    }
    if (point !== null) detach(point);
    if (isInsertion && deletion !== undefined) detach(deletion);
    else if (region !== undefined) detach(region);
  }

  #resolveRange({ id, kind }: OdtChange): void {
    const marks = this.#marks.get(id);
    const start = marks?.start.shift() ?? null;
    const end = marks?.end.shift() ?? null;
    const point = marks?.point.shift() ?? null;
    const isRemoved = kind === "insertion" && this.how === "reject";
    if (isRemoved && start !== null && end !== null && isInTree(start, this.tree) && isInTree(end, this.tree))
      removeBetween(start, end, this.#pairs);
    for (const mark of [start, end, point]) if (mark !== null) detach(mark);
    const region = this.#regions.get(id)?.shift();
    if (region !== undefined) detach(region);
  }

  /** Removes changes whose marks went with other text, and an empty list that Galley wrote. */
  #tidy(): void {
    const left = new Set<string>();
    walkMarkup(this.tree, ({ name, attributes: own }) => {
      if (isChangeMark.test(name)) left.add(own["text:change-id"] ?? "");
    });
    for (const [id, regions] of this.#regions)
      if (this.#marks.has(id) && !left.has(id)) for (const region of regions) detach(region);
    for (const list of this.tree.children.filter(({ name }) => name === "text:tracked-changes"))
      if (list.attributes["text:track-changes"] === "false" && list.children.every(({ name }) => name === ""))
        detach(list);
  }
}

function addMark(marks: Map<string, Marks>, node: MarkupNode): void {
  const id = idOf(node);
  const known = marks.get(id) ?? { start: [], end: [], point: [] };
  marks.set(id, known);
  if (node.name === "text:change-start") known.start.push(node);
  else if (node.name === "text:change-end") known.end.push(node);
  else known.point.push(node);
}

/** Puts the marks of an insertion around a mark, and returns them. */
function markAsInserted(point: MarkupNode, id: string): MarkupNode[] {
  const prefix = /^<([^\s/>:]+:)?/.exec(point.start)?.[1] ?? "";
  if (point.parent === null) return [];
  const mark = (side: "start" | "end"): MarkupNode =>
    new MarkupNode({
      name: `text:change-${side}`,
      start: `<${prefix}change-${side} ${prefix || "text:"}change-id="${escapedAttribute(id)}"/>`,
      end: "",
      attributes: { "text:change-id": id },
    });
  const [start, end] = [mark("start"), mark("end")];
  insertAfter(point, [end]);
  insertBefore(point, [start]);
  return [start, end];
}

const isInList = (node: MarkupNode): boolean => ancestry(node).some(({ name }) => name === "text:tracked-changes");
const isInTree = (node: MarkupNode, tree: MarkupNode): boolean => ancestry(node).at(-1) === tree;
