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
  indexIn,
  insertNodes,
  type MarkupNode,
  markupTree,
  renderMarkup,
  textNode,
  walkMarkup,
} from "./markup-tree";
import { odtPieces } from "./pieces";
import { removeBetween } from "./remove-between";
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
      const known = texts.get(id) ?? "";
      if (known.length < MAX_SUGGESTION_TEXT) texts.set(id, known + text.slice(0, MAX_SUGGESTION_TEXT));
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

type Marks = { start: MarkupNode | null; end: MarkupNode | null; point: MarkupNode | null };

/** Accepts or rejects changes in the tree of a text. What no change touches stays as it was written. */
class ChangeResolver {
  readonly #regions = new Map<string, MarkupNode>();
  readonly #marks = new Map<string, Marks>();

  constructor(
    private readonly tree: MarkupNode,
    private readonly how: "accept" | "reject",
    private readonly isAll: boolean,
  ) {
    const deleted: MarkupNode[] = [];
    walkMarkup(tree, (node) => {
      if (node.name === "text:changed-region") {
        const id = node.attributes["text:id"] ?? /\sxml:id\s*=\s*["']([^"']*)["']/.exec(node.start)?.[1] ?? "";
        this.#regions.set(id, node);
      }
      if (!/^text:change(?:-start|-end)?$/.test(node.name)) return;
      if (isInList(node)) deleted.push(node);
      else addMark(this.#marks, node);
    });
    // Marks in deleted text count for changes that have no others, such as those of a note in it.
    const nested = new Map<string, Marks>();
    for (const node of deleted) addMark(nested, node);
    for (const [id, marks] of nested) if (!this.#marks.has(id)) this.#marks.set(id, marks);
  }

  resolve(changes: readonly OdtChange[]): void {
    // Deletions first: the text that comes back may be in an insertion that is rejected too.
    for (const change of changes) if (change.kind === "deletion") this.#resolveDeletion(change);
    for (const change of changes) if (change.kind !== "deletion") this.#resolveRange(change);
    this.#tidy();
  }

  #resolveDeletion({ id }: OdtChange): void {
    const region = this.#regions.get(id);
    const point = this.#marks.get(id)?.point ?? null;
    const deletion = region?.children.find(({ name }) => name === "text:deletion");
    // Another author had inserted what this one deleted: once it is back, it is an insertion again.
    const insertion = region?.children.find(({ name }) => name === "text:insertion");
    const isBack = this.how === "reject" && point !== null && deletion !== undefined;
    if (isBack && (insertion === undefined || !this.isAll)) {
      if (insertion !== undefined && !this.#isInInsertion(point)) markAsInserted(point, id);
      restoreDeleted(
        point,
        deletion.children.filter(({ name }) => name !== "" && name !== "office:change-info"),
      );
    }
    if (point !== null) detach(point);
    const isInsertion = isBack && insertion !== undefined && !this.isAll && this.#hasMarks(id);
    if (isInsertion) detach(deletion);
    else if (region !== undefined) detach(region);
  }

  #hasMarks(id: string): boolean {
    let has = false;
    walkMarkup(this.tree, ({ name, attributes: own }) => {
      has ||= name === "text:change-start" && own["text:change-id"] === id;
    });
    return has;
  }

  /** Whether a mark is in an insertion, so that what comes back there is one again without marks of its own. */
  #isInInsertion(point: MarkupNode): boolean {
    const open = new Set<string>();
    let isInside = false;
    walkMarkup(this.tree, (node) => {
      const id = node.attributes["text:change-id"] ?? "";
      if (node.name === "text:change-start") open.add(id);
      else if (node.name === "text:change-end") open.delete(id);
      else if (node === point)
        isInside = [...open].some((each) => this.#regions.get(each)?.children[0]?.name === "text:insertion");
    });
    return isInside;
  }

  #resolveRange({ id, kind }: OdtChange): void {
    const { start, end, point } = this.#marks.get(id) ?? { start: null, end: null, point: null };
    const isRemoved = kind === "insertion" && this.how === "reject";
    if (isRemoved && start !== null && end !== null && isInTree(start, this.tree) && isInTree(end, this.tree))
      removeBetween(start, end);
    for (const mark of [start, end, point]) if (mark !== null) detach(mark);
    const region = this.#regions.get(id);
    if (region !== undefined) detach(region);
  }

  /** Removes changes whose marks went with other text, and an empty list that Galley wrote. */
  #tidy(): void {
    const left = new Set<string>();
    walkMarkup(this.tree, ({ name, attributes: own }) => {
      if (/^text:change(?:-start|-end)?$/.test(name)) left.add(own["text:change-id"] ?? "");
    });
    for (const [id, region] of this.#regions) if (this.#marks.has(id) && !left.has(id)) detach(region);
    for (const list of this.tree.children.filter(({ name }) => name === "text:tracked-changes"))
      if (list.attributes["text:track-changes"] === "false" && list.children.every(({ name }) => name === ""))
        detach(list);
  }
}

function addMark(marks: Map<string, Marks>, node: MarkupNode): void {
  const id = node.attributes["text:change-id"] ?? "";
  const known = marks.get(id) ?? { start: null, end: null, point: null };
  marks.set(id, known);
  if (node.name === "text:change-start") known.start ??= node;
  else if (node.name === "text:change-end") known.end ??= node;
  else known.point ??= node;
}

/** Puts the marks of an insertion around a mark. */
function markAsInserted(point: MarkupNode, id: string): void {
  const prefix = /^<([^\s/>:]+:)?/.exec(point.start)?.[1] ?? "";
  const { parent } = point;
  if (parent === null) return;
  const mark = (side: "start" | "end"): MarkupNode => ({
    ...textNode(`<${prefix}change-${side} ${prefix || "text:"}change-id="${escapedAttribute(id)}"/>`),
    name: `text:change-${side}`,
    attributes: { "text:change-id": id },
  });
  insertNodes(parent, indexIn(point) + 1, [mark("end")]);
  insertNodes(parent, indexIn(point), [mark("start")]);
}

const isInList = (node: MarkupNode): boolean => ancestry(node).some(({ name }) => name === "text:tracked-changes");
const isInTree = (node: MarkupNode, tree: MarkupNode): boolean => ancestry(node).at(-1) === tree;
