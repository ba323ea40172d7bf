import { ToolError } from "../../ports/tool-error";
import {
  contextsAt,
  type ElementContext,
  type ElementFrame,
  type ElementSpan,
  outermostRanges,
} from "../package/element-context";
import type { PackageEdits } from "../package/package-edit";
import { type EditedPart, elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { NamedNode, PackageEdit } from "../text/office-format";
import { type OfficeParagraph, type PartSpan, withText } from "../text/office-paragraphs";
import type { StructuralOperation } from "../text/require-text";
import { rowsOfContent } from "../text/row-content";
import { countNodes, countParagraphs, emptiedWarning, throwIfTooManyNodes } from "../text/structure-messages";
import { type TextBlock, textBlocks } from "../text/text-blocks";
import { formattingBeside } from "./formatting-beside";
import { formattingFor } from "./insert";
import { docxMarksOf, fieldAround, type Span, tornField } from "./marks";
import { type DocxFormatting, docxParagraphs } from "./paragraphs";
import { docxElementsAt } from "./pieces";
import { docxParts, readDocx } from "./read";
import { markXml, type RemovedBlock, removeBlocks, removeNotes } from "./remove-blocks";
import { docxPrefixes } from "./scan";
import { isOwnInsertion, suggestRemoval, suggestRowRemoval } from "./suggest-removal";
import { gridCells, isHeaderRow, keepMergedCells, mergeOf, rowLike, rowsOfTable } from "./table-rows";
import { signature, suggestion, type Tracking } from "./write-text";

/** A Word document whose structure is edited. */
export type OpenDocx = {
  zip: ZipPackage;
  parts: ReadonlyMap<string, EditedPart>;
  lists: EditedPart | null;
  edits: PackageEdits;
  track: Tracking | null;
};

type Done = Omit<PackageEdit, "parts">;

/** A paragraph or row that a node id names, and what is around it. */
type Target = {
  id: string;
  kind: OfficeParagraph["kind"];
  at: PartSpan;
  part: EditedPart;
  element: XmlElement;
  context: ElementContext;
  /** The body, note or text box that it is in. */
  story: ElementFrame;
};

/** Inserts, removes or moves paragraphs and table rows. */
export function editDocxStructure(open: OpenDocx, operation: StructuralOperation): Done {
  switch (operation.operation) {
    case "insert_before":
    case "insert_after": {
      const [target] = locate(open, [operation.node]) as [Target];
      const side = operation.operation === "insert_before" ? "before" : "after";
      return target.kind === "table_row"
        ? insertRows(open, target, side, operation.content)
        : insertBlocks(open, target, side, operation.content);
    }
    case "delete":
      return remove(open, locate(open, operation.nodes));
    case "move":
      return move(open, locate(open, [operation.node, operation.to]) as [Target, Target], operation.side);
  }
}

const stories = new Set(["w:body", "w:txbxContent", "w:footnote", "w:endnote"]);
const containers = new Set([...stories, "w:tc", "w:sdtContent", "w:customXml"]);

function locate({ zip, parts }: OpenDocx, nodes: readonly NamedNode[]): Target[] {
  throwIfTooManyNodes(nodes);
  const found = withText(readDocx(zip));
  const wanted = nodes.map(({ id, paragraph }) => {
    const { kind, at } = (paragraph === null ? undefined : found[paragraph]) ?? {};
    if (kind === undefined || at === undefined) throw new RangeError("the node is not a paragraph of this document");
    return { id, kind, at };
  });
  const targets = new Map<number, Target>();
  for (const [name, inPart] of Map.groupBy(wanted, ({ at }) => at.part)) {
    const part = parts.get(name);
    if (part === undefined) continue;
    const contexts = contextsAt(part.xml, docxPrefixes, new Set(inPart.map(({ at }) => at.from)));
    const elements = docxElementsAt(
      part.xml,
      inPart.map(({ at }) => at),
    );
    for (const each of inPart) {
      const context = contexts.get(each.at.from);
      // One that is nested in another is not among them.
      const element = elements.get(each.at.from) ?? docxElementsAt(part.xml, [each.at]).get(each.at.from);
      const story = context?.ancestors.findLast((frame) => stories.has(frame.name));
      if (context?.ancestors.some((frame) => frame.name === "mc:Choice"))
        throw new ToolError(
          "unsupported",
          `${each.id} is in a text box that the document has a second time for older programs`,
          {
            hint: "Change its words with set_text or replace_text.",
          },
        );
      if (context === undefined || element === undefined || story === undefined) throw structureError(each.id);
      targets.set(wanted.indexOf(each), { ...each, part, element, context, story });
    }
  }
  return wanted.map(({ id }, index) => {
    const target = targets.get(index);
    if (target === undefined) throw structureError(id);
    return target;
  });
}

const structureError = (id: string): ToolError =>
  new ToolError("unsupported", `${id} is in a structure of the document in which nothing can be inserted or removed`, {
    hint: "Change its words with set_text or replace_text, or name another paragraph.",
  });

/** The frame around a target's content controls that take no further paragraph, and the element in it. */
function outermost({ part, context }: Target): { element: ElementSpan; holder: ElementFrame } {
  let element: ElementSpan = context;
  let holder: ElementFrame | undefined = context.ancestors.at(-1);
  for (const [index, frame] of context.ancestors.entries()) {
    if (frame.name !== "w:sdt" || !context.ancestors.slice(index + 1).every(({ name }) => !stories.has(name))) continue;
    if (!isClosed(part.xml, frame)) continue;
    element = frame;
    holder = context.ancestors[index - 1];
    break;
  }
  if (holder === undefined || !containers.has(holder.name)) throw structureError("the paragraph");
  return { element, holder };
}

const ofOneParagraph = new Set([
  ...["w:text", "w:date", "w:dropDownList", "w:comboBox", "w:picture", "w:citation", "w:equation", "w:showingPlcHdr"],
]);

/** Whether the properties of a control say that it is a table of contents or a list of sources. */
const isUpdated = (xml: string, from: number, to: number): boolean =>
  /Table of Contents|Bibliograph/.test(xml.slice(from, to));

/** Whether a content control holds one paragraph only, what it holds comes from elsewhere, or it is locked. */
function isClosed(xml: string, control: ElementFrame): boolean {
  return controlProperties(xml, control).some(
    ({ name, attributes, from, to }) =>
      ofOneParagraph.has(name) ||
      /:(?:checkbox|dataBinding)$/.test(name) ||
      (name === "w:lock" && /ontentLocked$/.test(attributes["w:val"] ?? "")) ||
      (name === "w:docPartObj" && isUpdated(xml, from, to)),
  );
}

const readControls = new WeakMap<ElementFrame, XmlElement[]>();

function controlProperties(xml: string, control: ElementFrame): XmlElement[] {
  const known = readControls.get(control);
  if (known !== undefined) return known;
  const properties = control.children.find(({ name }) => name === "w:sdtPr");
  const element = properties && docxElementsAt(xml, [properties]).get(properties.from);
  const found = element === undefined ? [] : elementsIn(element);
  readControls.set(control, found);
  return found;
}

const lockedError = (id: string): ToolError =>
  new ToolError("unsupported", `${id} is in a content control that is locked`, {
    hint: "Unlock it in an office program.",
  });

/** Rejects a change in a content control whose content is locked, however far out it is. */
function throwIfLocked({ part, context, id }: Target): void {
  const isLocked = context.ancestors.some(
    (frame) =>
      frame.name === "w:sdt" &&
      controlProperties(part.xml, frame).some(
        ({ name, attributes }) => name === "w:lock" && /ontentLocked$/.test(attributes["w:val"] ?? ""),
      ),
  );
  if (isLocked) throw lockedError(id);
}

/** Rejects removing what has a locked content control in it. */
function throwIfHoldsLocked({ part, at, id }: Target): void {
  if (
    !/<(?:[\w.-]+:)?lock\s[^>]*val\s*=\s*["'](?:sdt|content|sdtContent)Locked["']/.test(part.xml.slice(at.from, at.to))
  )
    return;
  throw new ToolError("unsupported", `${id} has a content control that is locked`, {
    hint: "Unlock it in an office program.",
  });
}

function beside({ children }: ElementFrame, { from, to }: Span, side: "before" | "after"): ElementSpan | undefined {
  const blocks = children.filter(({ name }) => /^w:(?:p|tbl|sdt|customXml)$/.test(name));
  return side === "after" ? blocks.find((each) => each.from >= to) : blocks.findLast((each) => each.to <= from);
}

function insertBlocks(open: OpenDocx, target: Target, side: "before" | "after", content: string): Done {
  const { part, story, element } = target;
  const { element: around, holder } = outermost(target);
  const at = side === "before" ? around.from : around.to;
  const field = part.xml.includes("fldChar") ? fieldAround(docxMarksOf(part), at, story) : null;
  if (field !== null) throw inFieldError(target.id, field);
  if (
    side === "before" &&
    holder === story &&
    beside(holder, around, "before") === undefined &&
    /note$/.test(story.name)
  )
    throw new ToolError("unsupported", `the note begins with ${target.id}, and its number is in it`, {
      hint: "Use insert_after, or set_text.",
    });
  const before = side === "before" ? beside(holder, around, "before") : around;
  const following = side === "after" ? beside(holder, around, "after") : around;
  const blocks = textBlocks(content);
  const spacer = blocks[0]?.kind === "table" && before?.name === "w:tbl" ? [emptyBlock] : [];
  const formatting: DocxFormatting = {
    ...formattingFor(open.zip, { ...open, part, numbering: open.lists, others: otherTexts(open, part) }),
    ...formattingBeside(open.zip, target, blocks),
    isBeforeParagraph: following?.name === "w:p",
  };
  const { xml, count } = docxParagraphs([...spacer, ...blocks], formatting);
  if (blocks.length > 0) part.splice(at, at, xml);
  const endsSection = side === "after" && hasSection(element);
  const warnings = [
    ...(endsSection ? [`${target.id} ends a section; what was inserted begins the next one`] : []),
    ...(around.from === target.at.from ? [] : [outsideWarning(target.id)]),
  ];
  return {
    done: `inserted ${countParagraphs(count - spacer.length)}`,
    count: count - spacer.length,
    warnings: count > 0 ? warnings : [],
  };
}

const outsideWarning = (id: string): string =>
  `the content control or table of contents around ${id} takes no further paragraph; what was inserted is beside it`;
const emptyBlock: TextBlock = { kind: "paragraph", runs: [] };
const otherTexts = ({ parts }: OpenDocx, part: EditedPart): string[] =>
  [...parts.values()].filter((each) => each !== part).map(({ xml }) => xml);

const inFieldError = (id: string, field: string): ToolError =>
  new ToolError(
    "unsupported",
    `this place beside ${id} is inside a field (${field}), which the office program updates`,
    {
      hint: "Name a paragraph outside the field.",
    },
  );

const hasSection = (paragraph: XmlElement): boolean =>
  elementsIn(paragraph, "w:pPr").some((each) => elementsIn(each, "w:sectPr").length > 0);

/** The rows of tables that were read; the rows of one table share the element around them. */
const readTables = new WeakMap<ElementFrame, XmlElement[]>();

/** The table around a row, with its rows. */
function tableOf({ part, context, id }: Target): { frame: ElementFrame; rows: XmlElement[] } {
  const frame = context.ancestors.findLast(({ name }) => name === "w:tbl");
  const known = frame && readTables.get(frame);
  if (frame !== undefined && known !== undefined) return { frame, rows: known };
  const table = frame && docxElementsAt(part.xml, [frame]).get(frame.from);
  if (frame === undefined || table === undefined) throw structureError(id);
  const rows = rowsOfTable(table);
  readTables.set(frame, rows);
  return { frame, rows };
}

/** The row with the content controls that hold only it. */
function wholeRow(row: XmlElement): XmlElement {
  let whole = row;
  for (let at = row.parent; at !== null && at.name !== "w:tbl" && rowsOfTable(at).length === 1; at = at.parent)
    whole = at;
  return whole;
}

function insertRows(open: OpenDocx, target: Target, side: "before" | "after", content: string): Done {
  const { part } = target;
  throwIfLocked(target);
  const { rows } = tableOf(target);
  const index = rows.findIndex(({ from }) => from === target.at.from);
  const row = rows[index];
  if (row === undefined) throw structureError(target.id);
  const next = rows[index + 1];
  const isHeader = isHeaderRow(row) && (side === "before" || (next !== undefined && isHeaderRow(next)));
  const model = isHeaderRow(row) && !isHeader && next !== undefined ? next : row;
  const follows = (side === "before" ? row : next) ?? null;
  const texts = rowsOfContent(content, gridCells(model).length);
  const formatting = formattingFor(open.zip, { ...open, part, numbering: open.lists, others: otherTexts(open, part) });
  const xml = texts.map((cells) => rowLike(part, { model, follows, isHeader }, cells, formatting)).join("");
  const whole = wholeRow(row);
  const at = side === "before" ? whole.from : whole.to;
  if (texts.length > 0) part.splice(at, at, xml);
  const done = `inserted ${texts.length === 1 ? "1 row" : `${texts.length} rows`}`;
  return { done, count: texts.length, warnings: [] };
}

function remove(open: OpenDocx, named: readonly Target[]): Done {
  const { parts, track, zip } = open;
  const warnings: string[] = [];
  const inNotes = docxParts(zip).notes.flatMap((name) => parts.get(name) ?? []);
  const all = [...new Map(named.map((each) => [`${each.at.part} ${each.at.from}`, each])).values()];
  // What is in another one goes with it.
  const targets = all.filter(
    ({ at }) => !all.some((other) => other.at.part === at.part && other.at.from < at.from && other.at.to > at.to),
  );
  throwIfNoteGoesTwice(targets, inNotes);
  for (const target of targets) {
    throwIfLocked(target);
    throwIfHoldsLocked(target);
  }
  let emptied = 0;
  for (const [part, inPart] of Map.groupBy(targets, (each) => each.part)) {
    throwIfTorn(part, inPart);
    const rows = inPart.filter(({ kind }) => kind === "table_row");
    const blocks: RemovedBlock[] = [];
    const { removed, moved } = removeRows(part, rows, track);
    blocks.push(...removed);
    const texts = inPart.filter(({ kind }) => kind !== "table_row");
    // What the author of suggestions suggested to insert goes at once, as everything does without suggestions.
    const isAtOnce = ({ element }: Target): boolean => track === null || isOwnInsertion(element, track);
    const gone = new Set([...texts.map(({ at }) => at.from), ...blocks.map(({ from }) => from)]);
    const emptiedNow: Span[] = [];
    const goneNow = new Set([...texts.filter(isAtOnce).map(({ at }) => at.from), ...blocks.map(({ from }) => from)]);
    for (const target of texts) {
      const isNow = isAtOnce(target);
      const block = removalOf(target, isNow ? goneNow : gone);
      if (isNow && block !== null) blocks.push(block);
      else if (!isNow && track !== null) suggestRemoval(part, target.element, track, { mark: block !== null });
      else {
        emptyParagraph(part, target.element);
        emptiedNow.push(target.at);
      }
      if (block !== null) continue;
      gone.delete(target.at.from);
      goneNow.delete(target.at.from);
      emptied++;
    }
    warnings.push(...removeBlocks(part, outermostRanges(blocks), moved));
    if (!inNotes.includes(part))
      warnings.push(...removeNotes(part, { removed: [...blocks, ...emptiedNow], moved }, inNotes));
  }
  warnings.push(...emptiedWarning(emptied));
  return { done: `deleted ${countNodes(targets)}`, count: targets.length, warnings };
}

/** A note that goes with the paragraph that refers to it cannot be changed in the same edit. */
function throwIfNoteGoesTwice(targets: readonly Target[], notes: readonly EditedPart[]): void {
  const inNote = targets.find(({ part }) => notes.includes(part));
  const refers = targets.some(
    ({ part, at }) => !notes.includes(part) && /noteReference\b/.test(part.xml.slice(at.from, at.to)),
  );
  if (inNote === undefined || !refers) return;
  throw new ToolError("bad_arguments", `${inNote.id} is in a note, and the list has a paragraph with a note`, {
    hint: "A note goes by itself with the paragraph that refers to it. Delete others in a call of their own.",
  });
}

function throwIfTorn(part: EditedPart, targets: readonly Target[]): void {
  const torn = part.xml.includes("fldChar")
    ? tornField(
        docxMarksOf(part),
        targets.map(({ at }) => at),
      )
    : null;
  if (torn === null) return;
  throw new ToolError(
    "unsupported",
    `a field (${torn}) begins or ends in what would go, and the rest of it would stay`,
    {
      hint: "Name all paragraphs of the field in one list, or only those between its first and its last.",
    },
  );
}

const blockLists = new WeakMap<ElementFrame, ElementFrame[]>();

/** The paragraphs and other blocks directly in an element, found once. */
function blocksIn(holder: ElementFrame): ElementFrame[] {
  const found =
    blockLists.get(holder) ?? holder.children.filter(({ name }) => /^w:(?:p|tbl|sdt|customXml)$/.test(name));
  blockLists.set(holder, found);
  return found;
}

/** What goes with a paragraph: the content control that holds nothing else. Null for one that must stay, and is emptied instead. */
function removalOf(target: Target, gone: ReadonlySet<number>): RemovedBlock | null {
  const { context, element, part, story, id } = target;
  if (hasSection(element)) return null;
  let span: ElementSpan = context;
  let holder = context.ancestors.at(-1);
  for (let index = context.ancestors.length - 1; holder !== undefined; index--) {
    if (!containers.has(holder.name)) throw structureError(id);
    const blocks = blocksIn(holder);
    const isStaying = ({ from }: ElementSpan): boolean => from !== span.from && !gone.has(from);
    if (holder.name === "w:sdtContent") {
      const control = context.ancestors[index - 1];
      const isLocked = (control === undefined ? [] : controlProperties(part.xml, control)).some(
        ({ name, attributes }) =>
          name === "w:lock" &&
          (attributes["w:val"] !== "sdtLocked" ? attributes["w:val"] !== "unlocked" : !blocks.some(isStaying)),
      );
      if (isLocked) throw lockedError(id);
      if (control === undefined || blocks.some(isStaying)) break;
      span = control;
      index--;
    } else if (holder.name === "w:customXml" && !blocks.some(isStaying)) span = holder;
    else break;
    holder = context.ancestors[index - 1];
  }
  if (holder === undefined) throw structureError(id);
  if (stories.has(holder.name) || holder.name === "w:tc") {
    const blocks = blocksIn(holder);
    const own = blocks.findIndex(({ from }) => from === span.from);
    let [first, last] = [own - 1, own + 1];
    while (first >= 0 && gone.has(blocks[first]?.from ?? -1)) first--;
    while (last < blocks.length && gone.has(blocks[last]?.from ?? -1)) last++;
    const [before, following] = [blocks[first], blocks[last]];
    const isNote = /note$/.test(holder.name);
    if (isNote && before === undefined)
      throw new ToolError("unsupported", `the note begins with ${id}, and its number is in it`, {
        hint: "Use set_text, or delete the paragraph that refers to the note.",
      });
    // Tables that meet would become one, and a text ends with a paragraph.
    if (following?.name !== "w:p" && following?.name !== "w:sdt" && (before === undefined || before.name === "w:tbl")) {
      if (following !== undefined && before === undefined) return { from: span.from, to: span.to, story };
      return null;
    }
  }
  return { from: span.from, to: span.to, story };
}

/** Removes all content of a paragraph; its properties, and the marks in it, stay. */
function emptyParagraph(part: EditedPart, element: XmlElement): void {
  const content = elementsIn(element).filter(({ name }) => name !== "w:pPr");
  const [first] = content;
  const last = content.at(-1);
  if (first === undefined || last === undefined) return;
  const { marks } = docxMarksOf(part);
  const kept = marks.filter(({ from }) => from >= first.from && from < last.to).map((each) => markXml(part.xml, each));
  part.splice(first.from, last.to, kept.join(""));
}

/** Removes rows, or suggests it. A table without rows goes as a whole. */
function removeRows(
  part: EditedPart,
  targets: readonly Target[],
  track: Tracking | null,
): { removed: RemovedBlock[]; moved: Span[] } {
  const removed: RemovedBlock[] = [];
  const moved: Span[] = [];
  for (const [, inTable] of Map.groupBy(targets, (each) => tableOf(each).frame.from)) {
    const [first] = inTable as [Target];
    const { rows, frame } = tableOf(first);
    const going = new Set(inTable.map(({ at }) => at.from));
    const isGoing = (row: XmlElement): boolean => going.has(row.from);
    if (track !== null) {
      for (const row of rows) if (isGoing(row)) suggestRowRemoval(part, row, track);
      continue;
    }
    const { story } = first;
    if (rows.every(isGoing)) {
      const holder = first.context.ancestors[first.context.ancestors.indexOf(frame) - 1];
      const others = holder === undefined ? [] : holder.children.filter(({ name }) => name === "w:p");
      removed.push({ from: frame.from, to: frame.to, story });
      const prefix = prefixOf(part.xml, frame);
      if (others.length === 0) part.splice(frame.to, frame.to, `<${prefix}p/>`);
      continue;
    }
    const kept = keepMergedCells(part, rows, isGoing);
    moved.push(...kept.moved);
    for (const each of kept.replaced) removed.push({ ...each, story });
    for (const row of rows) {
      if (!isGoing(row)) continue;
      const whole = wholeRow(row);
      removed.push({ from: whole.from, to: whole.to, story });
    }
  }
  return { removed, moved };
}

function move(open: OpenDocx, [target, to]: readonly [Target, Target], side: "before" | "after"): Done {
  const { part } = target;
  if (to.part !== part || to.story.from !== target.story.from)
    throw new ToolError(
      "unsupported",
      `${target.id} and ${to.id} are not in the same text: a note or text box is one of its own`,
      {
        hint: "Insert the text there, and delete it here.",
      },
    );
  if (target.at.from === to.at.from) return { done: "moved nothing", count: 0, warnings: [] };
  throwIfLocked(target);
  const done = `moved ${target.kind === "table_row" ? "1 row" : "1 paragraph"}`;
  if (target.kind === "table_row" || to.kind === "table_row") {
    moveRow(open, target, to, side);
    return { done, count: 1, warnings: [] };
  }
  throwIfTorn(part, [target]);
  const { element: around, holder } = outermost(to);
  const at = side === "before" ? around.from : around.to;
  const field = part.xml.includes("fldChar") ? fieldAround(docxMarksOf(part), at, to.story) : null;
  if (field !== null) throw inFieldError(to.id, field);
  if (/note$/.test(holder.name) && (side === "before" || removalOf(target, new Set([target.at.from])) === null))
    throw structureError(target.id);
  const block = removalOf(target, new Set([target.at.from]));
  const { track } = open;
  if (track === null) {
    part.splice(at, at, movedXml(part, target.element, block !== null));
    if (block === null) emptyAfterMove(part, target.element);
    else moveBlock(part, target.element, block);
    return { done, count: 1, warnings: [] };
  }
  part.splice(at, at, suggestedCopy(part, target, track));
  suggestRemoval(part, target.element, track, { mark: block !== null });
  return { done, count: 1, warnings: [] };
}

/** The paragraph as it is written at its new position: what belongs to something that stays is not in it. */
function movedXml(part: EditedPart, element: XmlElement, isWhole: boolean): string {
  const stay: Span[] = strayMarks(part, element);
  if (!isWhole) stay.push(...elementsIn(element, "w:pPr").flatMap((each) => elementsIn(each, "w:sectPr")));
  let written = "";
  let at = element.from;
  for (const { from, to } of stay.toSorted((one, other) => one.from - other.from)) {
    written += part.xml.slice(at, from);
    at = to;
  }
  return written + part.xml.slice(at, element.to);
}

/** Ends of ranges in a paragraph whose other end is elsewhere. */
function strayMarks(part: EditedPart, { from, to }: Span) {
  const { marks } = docxMarksOf(part);
  const isIn = (mark: Span): boolean => mark.from >= from && mark.from < to;
  return marks.filter((mark) => isIn(mark) && marks.some((other) => other.pair === mark.pair && !isIn(other)));
}

/** Removes a paragraph that was written elsewhere; the ends of ranges that do not move stay where it was. */
function moveBlock(part: EditedPart, element: XmlElement, block: RemovedBlock): void {
  const stray = strayMarks(part, element);
  const moved = stray.length === 0 ? [element] : gaps(element, stray);
  removeBlocks(part, [block], moved);
}

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

function emptyAfterMove(part: EditedPart, element: XmlElement): void {
  const content = elementsIn(element).filter(({ name }) => name !== "w:pPr");
  const [first] = content;
  const last = content.at(-1);
  if (first === undefined || last === undefined) return;
  part.splice(
    first.from,
    last.to,
    strayMarks(part, element)
      .map((each) => markXml(part.xml, each))
      .join(""),
  );
}

/** A paragraph of plain runs, as suggested for insertion. */
function suggestedCopy(part: EditedPart, { element, id }: Target, track: Tracking): string {
  const { xml } = part;
  const prefix = prefixOf(xml, element);
  const plainRun = new Set([
    "w:rPr",
    "w:t",
    "w:tab",
    "w:br",
    "w:cr",
    "w:noBreakHyphen",
    "w:softHyphen",
    "w:sym",
    "w:lastRenderedPageBreak",
  ]);
  let runs = "";
  for (const child of elementsIn(element)) {
    const isMark = /^w:(?:pPr|proofErr|bookmark(?:Start|End)|commentRange(?:Start|End)|del|moveFrom)$/.test(child.name);
    if (isMark || (child.name === "w:r" && elementsIn(child, "w:commentReference").length > 0)) continue;
    const inside = child.name === "w:ins" ? elementsIn(child) : [child];
    if (!inside.every((run) => run.name === "w:r" && elementsIn(run).every(({ name }) => plainRun.has(name))))
      throw new ToolError(
        "unsupported",
        `${id} has links, fields, pictures or notes, so its move cannot be suggested`,
        {
          hint: "Leave out track_changes: the previous version is in the history.",
        },
      );
    runs += inside.map(({ from, to }) => xml.slice(from, to)).join("");
  }
  const properties = elementsIn(element, "w:pPr")
    .flatMap((each) => elementsIn(each))
    .filter(({ name }) => !["w:sectPr", "w:rPr", "w:pPrChange"].includes(name))
    .map(({ from, to }) => xml.slice(from, to))
    .join("");
  const mark = `<${prefix}rPr><${prefix}ins${signature(prefix, track)}/></${prefix}rPr>`;
  const whole = runs === "" ? "" : suggestion(prefix, "ins", runs, track);
  return `<${prefix}p><${prefix}pPr>${properties}${mark}</${prefix}pPr>${whole}</${prefix}p>`;
}

function moveRow(open: OpenDocx, target: Target, to: Target, side: "before" | "after"): void {
  const { part } = target;
  const isSame = target.kind === to.kind && tableOf(target).frame.from === tableOf(to).frame.from;
  if (!isSame)
    throw new ToolError("unsupported", "a row moves within its table only, and a paragraph not into one", {
      hint: "Insert the text there, and delete it here.",
    });
  if (open.track !== null)
    throw new ToolError("unsupported", "the move of a row cannot be suggested", {
      hint: "Leave out track_changes: the previous version is in the history.",
    });
  const { rows } = tableOf(target);
  const isMerged = rows.some((row) => gridCells(row).some(({ element }) => mergeOf(element) !== null));
  if (isMerged)
    throw new ToolError("unsupported", "a table with merged cells keeps the order of its rows", {
      hint: "Set the texts of its rows instead.",
    });
  throwIfTorn(part, [target]);
  const row = rows.find(({ from }) => from === target.at.from);
  const anchor = rows.find(({ from }) => from === to.at.from);
  if (row === undefined || anchor === undefined) throw structureError(target.id);
  const whole = wholeRow(row);
  const at = side === "before" ? wholeRow(anchor).from : wholeRow(anchor).to;
  part.splice(at, at, movedXml(part, whole, true));
  moveBlock(part, whole, { from: whole.from, to: whole.to, story: target.story });
}
