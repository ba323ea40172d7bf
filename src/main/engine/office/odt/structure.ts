import { escapedAttribute } from "../../../../core/text/escape-xml";
import { ToolError } from "../../ports/tool-error";
import { readOdf } from "../odf/read";
import { odfPrefixes } from "../odf/scan";
import {
  contextsAt,
  type ElementContext,
  type ElementFrame,
  type ElementSpan,
  outermostRanges,
} from "../package/element-context";
import { type EditedPart, prefixOf, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { NamedNode, PackageEdit } from "../text/office-format";
import { type OfficeParagraph, type PartSpan, withText } from "../text/office-paragraphs";
import type { StructuralOperation } from "../text/require-text";
import { rowsOfContent } from "../text/row-content";
import {
  countNodes,
  countParagraphs,
  countRows,
  emptiedWarning,
  throwIfTooManyNodes,
} from "../text/structure-messages";
import { type TextBlock, textBlocks } from "../text/text-blocks";
import { addStyles, odtFormatting } from "./insert";
import { odtMarksOf, type Span } from "./marks";
import { type OdtFormatting, odtParagraphs } from "./paragraphs";
import { odtElementsAt } from "./pieces";
import { type RemovedBlock, removeOdtBlocks } from "./remove-blocks";
import { BlockSuggestions } from "./suggest-blocks";
import { endOf, startAgain } from "./suggest-text";
import { gridOf, isHeaderRow, keepMergedCells, newRows, rowsOfTable } from "./table-rows";
import type { OdtTracking } from "./tracking";

type Done = Omit<PackageEdit, "parts">;

/** A paragraph or row that a node id names, and what is around it. */
type Target = {
  id: string;
  kind: OfficeParagraph["kind"];
  at: PartSpan;
  element: XmlElement;
  context: ElementContext;
  /** The text, note or text box that it is in. */
  story: ElementFrame;
};

/** The text that is edited; with `tracking`, edits are written as suggestions. */
type OpenOdt = { part: EditedPart; tracking: OdtTracking | null };

/** Inserts, removes or moves paragraphs and table rows of an OpenDocument text. */
export function editOdtStructure(zip: ZipPackage, open: OpenOdt, operation: StructuralOperation): Done {
  const { part, tracking } = open;
  switch (operation.operation) {
    case "insert_before":
    case "insert_after": {
      const [target] = locate(zip, part, [operation.node]) as [Target];
      const side = operation.operation === "insert_before" ? "before" : "after";
      if (target.kind !== "table_row") return insertBlocks(zip, open, target, { side, content: operation.content });
      throwIfSuggested(tracking, "a new row");
      return insertRows(zip, part, target, { side, content: operation.content });
    }
    case "delete": {
      const targets = locate(zip, part, operation.nodes);
      return tracking === null ? remove(part, targets) : suggestRemoval(tracking, targets);
    }
    case "move":
      return move(open, locate(zip, part, [operation.node, operation.to]) as [Target, Target], operation.side);
  }
}

/** OpenDocument has no tracked changes of rows. */
function throwIfSuggested(tracking: OdtTracking | null, what: string): void {
  if (tracking === null) return;
  throw new ToolError("unsupported", `${what} cannot be suggested in an OpenDocument text`, {
    hint: "Leave out track_changes: the previous version is in the history.",
  });
}

const stories = new Set(["office:text", "draw:text-box", "text:note-body"]);
const items = new Set(["text:list-item", "text:list-header"]);
const holders = new Set([...stories, ...items, "text:section"]);
const isBlock = ({ name }: ElementSpan): boolean =>
  /^(?:text:(?:p|h|list|section|numbered-paragraph|table-of-content|bibliography|[\w-]+-index)|table:table|draw:[\w-]+)$/.test(
    name,
  );

function locate(zip: ZipPackage, part: EditedPart, nodes: readonly NamedNode[]): Target[] {
  throwIfTooManyNodes(nodes);
  const found = withText(readOdf(zip));
  const wanted = nodes.map(({ id, paragraph }) => {
    const { kind, at } = (paragraph === null ? undefined : found[paragraph]) ?? {};
    if (kind === undefined || at === undefined) throw new RangeError("the node is not a paragraph of this document");
    return { id, kind, at };
  });
  const contexts = contextsAt(part.xml, odfPrefixes, new Set(wanted.map(({ at }) => at.from)));
  const elements = odtElementsAt(
    part.xml,
    wanted.map(({ at }) => at),
  );
  return wanted.map((each) => {
    const context = contexts.get(each.at.from);
    // One that is nested in another is not among them.
    const element = elements.get(each.at.from) ?? odtElementsAt(part.xml, [each.at]).get(each.at.from);
    const story = context?.ancestors.findLast((frame) => stories.has(frame.name));
    if (context === undefined || element === undefined || story === undefined) throw structureError(each.id);
    if (context.ancestors.some(({ name }) => name === "text:index-body"))
      throw new ToolError("unsupported", `${each.id} is in an index, which the office program updates`, {
        hint: "Name a paragraph outside the index.",
      });
    throwIfProtected(part.xml, each, context);
    const holder = context.ancestors.at(-1);
    if (each.kind !== "table_row" && !holders.has(holder?.name ?? "")) throw structureError(each.id);
    return { ...each, element, context, story };
  });
}

/** Rejects changes in protected sections and tables, and of rows with protected cells. */
function throwIfProtected(xml: string, { id, kind, at }: Pick<Target, "id" | "kind" | "at">, context: ElementContext) {
  const isSet = (from: number, to: number): boolean => /<[^>]*:protected\s*=\s*["']true["']/.test(xml.slice(from, to));
  const isProtected =
    context.ancestors.some(
      ({ name, from, insideFrom }) => (name === "text:section" || name === "table:table") && isSet(from, insideFrom),
    ) ||
    (kind === "table_row" && isSet(at.from, at.to));
  if (isProtected)
    throw new ToolError("unsupported", `${id} is in a section or table that is protected`, {
      hint: "End its protection in an office program.",
    });
}

const structureError = (id: string): ToolError =>
  new ToolError("unsupported", `${id} is in a structure of the document in which nothing can be inserted or removed`, {
    hint: "Change its words with set_text or replace_text, or name another paragraph.",
  });

type Insertion = { side: "before" | "after"; content: string };

function insertBlocks(
  zip: ZipPackage,
  { part, tracking }: OpenOdt,
  target: Target,
  { side, content }: Insertion,
): Done {
  const blocks = textBlocks(content);
  if (blocks.length === 0) return { done: "inserted nothing", count: 0, warnings: [] };
  if (target.story.name === "text:note-body" && blocks.some(({ kind }) => kind === "table"))
    throw new ToolError("unsupported", "a note takes no table", { hint: "Insert it into the text." });
  const formatting = odtFormatting(zip, part);
  const isInBody = target.story.name === "office:text";
  const own = escapedAttribute(target.element.attributes["text:style-name"] ?? "Standard");
  const inItem = items.has(target.context.ancestors.at(-1)?.name ?? "");
  const isItems = inItem && blocks.every(({ kind }) => kind === "item");
  const isLike = isItems || (!isInBody && target.element.name === "text:p");
  const { xml, styles, count } = isItems
    ? odtParagraphs(oneList(blocks), { ...formatting, plainStyle: own, isInList: true })
    : odtParagraphs(blocks, isLike ? { ...formatting, plainStyle: own } : formatting);
  const written = isItems ? withoutList(xml) : xml;
  if (tracking !== null) {
    const suggestions = new BlockSuggestions(tracking, new Set());
    suggestBeside(suggestions, target, { side, xml: written, isItems });
    suggestions.finish();
  } else if (isItems) insertItems(part, target, { side, xml: written });
  else insertBeside(part, target, { side, xml: written });
  addStyles(part, styles);
  return { done: `inserted ${countParagraphs(count)}`, count, warnings: [] };
}

/** Items as one list: what they are marked with is up to the list that they go into. */
const oneList = (blocks: readonly TextBlock[]): TextBlock[] =>
  blocks.map((block) => (block.kind === "item" ? { ...block, ordered: false } : block));

/** The items of a list without the list around them. */
const withoutList = (xml: string): string => xml.slice(xml.indexOf(">") + 1, xml.lastIndexOf("</"));

type Insertable = { side: "before" | "after"; xml: string };

/** XML to insert, and what is removed by the same edit. */
type BesideInsertion = Insertable & { gone?: Span | null };

const staying = ({ children }: ElementFrame, gone: Span | null): ElementFrame[] =>
  gone === null ? children : children.filter(({ from, to }) => from < gone.from || to > gone.to);

/** Inserts list items beside the item of a paragraph. What follows the paragraph in its item stays after them. */
function insertItems(
  part: EditedPart,
  { context, element }: Target,
  { side, xml, gone = null }: BesideInsertion,
): void {
  const holder = context.ancestors.at(-1) as ElementFrame;
  const prefix = prefixOf(part.xml, element);
  const children = staying(holder, gone);
  const edge = side === "before" ? children[0] : children.at(-1);
  const isAtEdge = edge?.from === context.from;
  if (isAtEdge)
    part.splice(side === "before" ? holder.from : holder.to, side === "before" ? holder.from : holder.to, xml);
  else {
    const at = side === "before" ? context.from : context.to;
    part.splice(at, at, `</${prefix}${local(holder)}>${xml}<${prefix}list-item>`);
  }
}

const local = ({ name }: ElementSpan): string => name.slice(name.indexOf(":") + 1);

/** Inserts blocks beside a paragraph. In a list, it is ended before them and goes on after them. */
function insertBeside(part: EditedPart, target: Target, { side, xml, gone = null }: BesideInsertion): void {
  const { ancestors } = target.context;
  const isOfList = ({ name }: ElementSpan): boolean => items.has(name) || name === "text:list";
  let element: ElementSpan = target.context;
  let depth = ancestors.length - 1;
  for (; depth >= 0; depth--) {
    const holder = ancestors[depth] as ElementFrame;
    const children = staying(holder, gone);
    const edge = side === "before" ? children[0] : children.at(-1);
    if (!isOfList(holder) || edge?.from !== element.from) break;
    element = holder;
  }
  const at = side === "before" ? element.from : element.to;
  const split: ElementFrame[] = [];
  for (let index = depth; index >= 0; index--) {
    const holder = ancestors[index] as ElementFrame;
    if (!isOfList(holder)) break;
    split.unshift(holder);
  }
  const prefix = prefixOf(part.xml, target.element);
  const ends = split.toReversed().map((each) => `</${prefix}${local(each)}>`);
  const innermost = split.at(-1);
  const follows = innermost && staying(innermost, gone).find(({ from }) => from >= at);
  const starts = split.map((each) => {
    if (each.name === "text:list") return listAgain(part.xml.slice(each.from, each.insideFrom), prefix);
    // A paragraph that goes on has no number.
    const isText = each === innermost && (follows?.name === "text:p" || follows?.name === "text:h");
    return `<${prefix}${isText ? "list-header" : "list-item"}>`;
  });
  part.splice(at, at, `${ends.join("")}${xml}${starts.join("")}`);
}

const listAgain = (start: string, prefix: string): string =>
  start
    .replaceAll(/\s(?:xml:id|[\w.-]+:continue-(?:numbering|list))\s*=\s*(?:"[^"]*"|'[^']*')/g, "")
    .replace(/>$/, ` ${prefix}continue-numbering="true">`);

/** The rows of tables that were read; the rows of one table share the element around them. */
const readTables = new WeakMap<ElementFrame, XmlElement[]>();

/** The table around a row, with its rows. */
function tableOf(part: EditedPart, { context, id }: Target): { frame: ElementFrame; rows: XmlElement[] } {
  const frame = context.ancestors.findLast(({ name }) => name === "table:table");
  const known = frame && readTables.get(frame);
  if (frame !== undefined && known !== undefined) return { frame, rows: known };
  const table = frame && odtElementsAt(part.xml, [frame]).get(frame.from);
  if (frame === undefined || table === undefined) throw structureError(id);
  const rows = rowsOfTable(table);
  readTables.set(frame, rows);
  return { frame, rows };
}

function insertRows(zip: ZipPackage, part: EditedPart, target: Target, { side, content }: Insertion): Done {
  const { rows } = tableOf(part, target);
  const index = rows.findIndex(({ from }) => from === target.at.from);
  const row = rows[index];
  if (row === undefined) throw structureError(target.id);
  const next = rows[index + 1];
  // After the last row of the header comes an ordinary one.
  const leavesHeader = side === "after" && isHeaderRow(row) && (next === undefined || !isHeaderRow(next));
  const model = leavesHeader && next !== undefined ? index + 1 : index;
  const texts = rowsOfContent(content, gridOf(rows[model] as XmlElement).length);
  const at = side === "before" ? index : index + 1;
  const formatting: OdtFormatting = odtFormatting(zip, part);
  const { xml, styles } = newRows(part, { rows, at, model }, texts, formatting);
  const header = row.parent;
  const edge = leavesHeader && header !== null ? header.to : row.to;
  const offset = side === "before" ? row.from : edge;
  if (xml !== "") part.splice(offset, offset, xml);
  addStyles(part, styles);
  return { done: `inserted ${countRows(texts.length)}`, count: texts.length, warnings: [] };
}

/** Suggests inserting blocks or list items beside a paragraph. */
function suggestBeside(
  suggestions: BlockSuggestions,
  { context, id }: Target,
  { side, xml, isItems }: Insertable & { isItems: boolean },
): void {
  const { ancestors } = context;
  const holder = ancestors.at(-1) as ElementFrame;
  const paragraph = holder.children.find(({ from }) => from === context.from);
  const edge = side === "before" ? holder.children[0] : holder.children.at(-1);
  const isInItem = items.has(holder.name);
  if (isItems && paragraph !== undefined && edge === paragraph)
    suggestions.insertItems(side === "before" ? holder.from : holder.to, xml, { paragraph, side });
  else if (!isInItem) suggestions.insert({ at: side === "before" ? context.from : context.to, xml, holder });
  else {
    // Beside a list, if that begins or ends with the paragraph; otherwise the list would have to be cut in two.
    const at = ancestors.findIndex(({ name }) => name === "text:list");
    const inner = ancestors.slice(at);
    const isEdge = inner.every(({ children }, index) => {
      const next = side === "before" ? children[0] : children.at(-1);
      return next?.from === (inner[index + 1] ?? context).from;
    });
    const list = ancestors[at];
    const around = ancestors[at - 1];
    if (!isEdge || list === undefined || around === undefined)
      throw new ToolError("unsupported", `${id} is within a list, where only list items can be suggested`, {
        hint: "Insert items (- …), name the first or last paragraph of the list, or leave out track_changes.",
      });
    suggestions.insert({ at: side === "before" ? list.from : list.to, xml, holder: around });
  }
}

/** Paragraphs that an edit names, each once, without those that are in another one, which go with it. */
function outermostTargets(named: readonly Target[]): Target[] {
  const all = [...new Map(named.map((each) => [each.at.from, each])).values()];
  const outer = outermostRanges(all.map(({ at }) => at));
  return all.filter(({ at }) => outer.includes(at));
}

function suggestRemoval(tracking: OdtTracking, named: readonly Target[], insert?: Insert): Done {
  const targets = outermostTargets(named);
  if (targets.some(({ kind }) => kind === "table_row")) throwIfSuggested(tracking, "the deletion of a row");
  const gone = new Set(targets.map(({ at }) => at.from));
  const going: { target: Target; block: RemovedBlock }[] = [];
  const bare: Target[] = [];
  for (const target of targets) {
    const block = removalOf(target, gone);
    if (block !== null) going.push({ target, block });
    else {
      gone.delete(target.at.from);
      bare.push(target);
    }
  }
  const blocks = outermostRanges(going.map(({ block }) => block));
  const suggestions = new BlockSuggestions(tracking, new Set([...gone, ...blocks.map(({ from }) => from)]));
  insert?.(suggestions);
  const emptied = suggestions.remove([
    ...going.map(({ target: { element, context }, block }) => ({
      element,
      block: blocks.find(({ from, to }) => from <= block.from && to >= block.to) ?? block,
      ancestors: context.ancestors,
    })),
    // One that must stay loses only its words.
    ...bare.map(({ element }) => ({ element, block: element, ancestors: [] })),
  ]);
  suggestions.finish();
  return { done: `deleted ${countNodes(targets)}`, count: targets.length, warnings: emptiedWarning(emptied) };
}

/** Inserts something by the same edit. */
type Insert = (suggestions: BlockSuggestions) => void;

function remove(part: EditedPart, named: readonly Target[]): Done {
  const targets = outermostTargets(named);
  const texts = targets.filter(({ kind }) => kind !== "table_row");
  const gone = new Set(texts.map(({ at }) => at.from));
  const { blocks, moved } = removeRows(
    part,
    targets.filter(({ kind }) => kind === "table_row"),
  );
  for (const { from } of blocks) gone.add(from);
  let emptied = 0;
  for (const target of texts) {
    const block = removalOf(target, gone);
    if (block !== null) {
      blocks.push(block);
      continue;
    }
    gone.delete(target.at.from);
    emptied++;
    emptyParagraph(part, target.element);
  }
  const warnings = removeOdtBlocks(part, outermostRanges(blocks), moved);
  return {
    done: `deleted ${countNodes(targets)}`,
    count: targets.length,
    warnings: [...warnings, ...emptiedWarning(emptied)],
  };
}

const blockLists = new WeakMap<ElementFrame, ElementFrame[]>();

/** The paragraphs, list items and other blocks directly in an element, found once. */
function blocksIn(holder: ElementFrame): ElementFrame[] {
  const found = blockLists.get(holder) ?? holder.children.filter((each) => isBlock(each) || items.has(each.name));
  blockLists.set(holder, found);
  return found;
}

/** What goes with a paragraph: the list item and list that hold nothing else. Null for one that must stay, and is emptied instead. */
function removalOf({ context, story, id }: Target, gone: ReadonlySet<number>): RemovedBlock | null {
  const isGone = (each: ElementFrame): boolean => {
    const inside = blocksIn(each);
    return gone.has(each.from) || (inside.length > 0 && inside.every(isGone));
  };
  let span: ElementSpan = context;
  for (const holder of context.ancestors.toReversed()) {
    if (blocksIn(holder).some((each) => each.from !== span.from && !isGone(each))) break;
    if (items.has(holder.name) || holder.name === "text:list") span = holder;
    else if (holder.name === "text:note-body")
      throw new ToolError("unsupported", `${id} is the only paragraph of its note`, {
        hint: "Use set_text, or delete the paragraph that refers to the note.",
      });
    else return null;
  }
  return { from: span.from, to: span.to, story };
}

/** Removes all content of a paragraph; the marks in it stay. */
function emptyParagraph(part: EditedPart, element: XmlElement): void {
  if (element.isEmpty) return;
  const { from, to } = element;
  const kept = odtMarksOf(part).marks.filter((mark) => mark.from >= from && mark.to <= to);
  part.splice(element.insideFrom, element.insideTo, kept.map((mark) => part.xml.slice(mark.from, mark.to)).join(""));
}

/** A table without rows goes as a whole, and so does a header. */
function removeRows(part: EditedPart, targets: readonly Target[]): { blocks: RemovedBlock[]; moved: Span[] } {
  const blocks: RemovedBlock[] = [];
  const moved: Span[] = [];
  for (const inTable of Map.groupBy(targets, (each) => tableOf(part, each).frame.from).values()) {
    const [first] = inTable as [Target];
    const { story, context } = first;
    const { frame, rows } = tableOf(part, first);
    const named = new Set(inTable.map(({ at }) => at.from));
    const gone = new Set(rows.flatMap(({ from }, index) => (named.has(from) ? [index] : [])));
    if (gone.size === rows.length) {
      const holder = context.ancestors[context.ancestors.indexOf(frame) - 1];
      const isAlone = holder?.children.every((each) => each === frame || !isBlock(each)) === true;
      const prefix = prefixOf(part.xml, { from: frame.from }) === "table:" ? "text:" : "";
      if (isAlone && prefix !== "") part.splice(frame.to, frame.to, `<${prefix}p/>`);
      blocks.push({ from: frame.from, to: frame.to, story });
      continue;
    }
    const kept = keepMergedCells(part, rows, gone);
    moved.push(...kept.moved);
    for (const each of kept.replaced) blocks.push({ ...each, story });
    const emptied = new Map<XmlElement, boolean>();
    for (const index of gone) {
      const row = rows[index] as XmlElement;
      const header = row.parent;
      if (header !== null && header.name !== "table:table" && !emptied.has(header))
        emptied.set(
          header,
          rowsOfTable(header).every(({ from }) => named.has(from)),
        );
      const isAll = header !== null && emptied.get(header) === true;
      const { from, to } = isAll && header !== null ? header : row;
      blocks.push({ from, to, story });
    }
  }
  return { blocks, moved };
}

function move({ part, tracking }: OpenOdt, [target, to]: readonly [Target, Target], side: "before" | "after"): Done {
  if (to.story.from !== target.story.from)
    throw new ToolError(
      "unsupported",
      `${target.id} and ${to.id} are not in the same text: a note or text box is one of its own`,
      { hint: "Insert the text there, and delete it here." },
    );
  if (target.at.from === to.at.from) return { done: "moved nothing", count: 0, warnings: [] };
  const done = `moved ${target.kind === "table_row" ? "1 row" : "1 paragraph"}`;
  if (target.kind === "table_row" || to.kind === "table_row") {
    throwIfSuggested(tracking, "the move of a row");
    moveRow(part, target, to, side);
    return { done, count: 1, warnings: [] };
  }
  const block = removalOf(target, new Set([target.at.from]));
  const { xml } = part;
  const stray = strayMarks(part, target.element);
  const written = without(xml, target.element, stray);
  const inItem = items.has(to.context.ancestors.at(-1)?.name ?? "");
  const list = target.context.ancestors.findLast(({ name }) => name === "text:list");
  const isItem = items.has(target.context.ancestors.at(-1)?.name ?? "");
  const prefix = prefixOf(xml, target.element);
  if (tracking !== null) {
    const copy = plainCopy(part, target);
    const isOwnItem = isItem && inItem;
    const asItem = `<${prefix}list-item>${copy}</${prefix}list-item>`;
    const { warnings } = suggestRemoval(tracking, [target], (suggestions) =>
      suggestBeside(suggestions, to, { side, xml: isOwnItem ? asItem : copy, isItems: isOwnItem }),
    );
    return { done, count: 1, warnings };
  }
  const item = `<${prefix}list-item>${written}</${prefix}list-item>`;
  const gone = block;
  if (isItem && inItem) insertItems(part, to, { side, xml: item, gone });
  else if (isItem && list !== undefined) {
    const start = xml.slice(list.from, list.insideFrom).replaceAll(/\sxml:id\s*=\s*(?:"[^"]*"|'[^']*')/g, "");
    insertBeside(part, to, { side, xml: `${start}${item}</${prefix}list>`, gone });
  } else insertBeside(part, to, { side, xml: written, gone });
  if (block === null) {
    const { element } = target;
    part.splice(element.insideFrom, element.insideTo, stray.map(({ from, to: end }) => xml.slice(from, end)).join(""));
    return { done, count: 1, warnings: [] };
  }
  removeOdtBlocks(part, [block], gaps(target.element, stray));
  return { done, count: 1, warnings: [] };
}

/** A paragraph of words and their formatting, for a suggested insertion; whatever exists only once cannot be in two places. */
function plainCopy(part: EditedPart, { element, id }: Target): string {
  const { xml } = part;
  const marks = /<(?:[\w.-]+:)?(?:change|bookmark|soft-page-break|reference-mark)(?:-start|-end)?(?:\s[^>]*)?\/>/g;
  const written = xml.slice(element.insideFrom, element.insideTo).replaceAll(marks, "");
  const other = /<\/?(?:[\w.-]+:)?(?!span[\s>]|s[\s/>]|tab[\s/>]|line-break[\s/>])[\w-]+/.exec(written);
  if (other !== null)
    throw new ToolError(
      "unsupported",
      `${id} has links, fields, pictures, notes or comments, so its move cannot be suggested`,
      {
        hint: "Leave out track_changes: the previous version is in the history.",
      },
    );
  return `${startAgain(xml, element)}${written}${endOf(xml, element)}`;
}

/** Ends of ranges in an element whose other end is elsewhere. */
function strayMarks(part: EditedPart, { from, to }: Span): Span[] {
  const { marks } = odtMarksOf(part);
  const isIn = (mark: Span): boolean => mark.from >= from && mark.from < to;
  return marks.filter((mark) => isIn(mark) && marks.some((other) => other.pair === mark.pair && !isIn(other)));
}

/** An element as it is written, without some ranges of it. */
const without = (xml: string, element: Span, ranges: readonly Span[]): string =>
  gaps(element, ranges)
    .map(({ from, to }) => xml.slice(from, to))
    .join("");

/** A range without these parts of it. */
function gaps({ from, to }: Span, parts: readonly Span[]): Span[] {
  const found: Span[] = [];
  let at = from;
  for (const each of parts.toSorted((one, other) => one.from - other.from)) {
    found.push({ from: at, to: each.from });
    at = each.to;
  }
  return [...found, { from: at, to }];
}

function moveRow(part: EditedPart, target: Target, to: Target, side: "before" | "after"): void {
  const isSame = target.kind === to.kind && tableOf(part, target).frame.from === tableOf(part, to).frame.from;
  if (!isSame)
    throw new ToolError("unsupported", "a row moves within its table only, and a paragraph not into one", {
      hint: "Insert the text there, and delete it here.",
    });
  const { rows } = tableOf(part, target);
  const row = rows.find(({ from }) => from === target.at.from);
  const anchor = rows.find(({ from }) => from === to.at.from);
  const isMerged = rows.some((each) => gridOf(each).some(({ isCovered }) => isCovered));
  if (row === undefined || anchor === undefined) throw structureError(target.id);
  if (isMerged)
    throw new ToolError("unsupported", "a table with merged cells keeps the order of its rows", {
      hint: "Set the texts of its rows instead.",
    });
  if (isHeaderRow(row) !== isHeaderRow(anchor))
    throw new ToolError("unsupported", "a row moves neither into the header of its table nor out of it", {
      hint: "Insert a row there, and delete this one.",
    });
  const at = side === "before" ? anchor.from : anchor.to;
  const stray = strayMarks(part, row);
  part.splice(at, at, without(part.xml, row, stray));
  removeOdtBlocks(part, [{ from: row.from, to: row.to, story: target.story }], gaps(row, stray));
}
