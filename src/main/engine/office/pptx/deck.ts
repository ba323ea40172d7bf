import { posix } from "node:path";
import { ToolError } from "../../ports/tool-error";
import { relationsOf } from "../package/package-parts";
import { XmlError } from "../package/scan-xml";
import { type EditedPart, editPart, elementsIn, prefixOf, takeElements, type XmlElement } from "../package/splice-xml";
import { namespacesOf } from "../package/strict";
import type { ZipPackage } from "../package/zip";
import type { SlidePart } from "./read";
import { type PptxSlide, pptxElements } from "./slides";

const slideType = "application/vnd.openxmlformats-officedocument.presentationml.slide+xml";
const slideRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide";

/** The list of slides while slides are added and removed: the presentation, its relations and the content types. */
export class PptxDeck {
  readonly #zip: ZipPackage;
  readonly #main: EditedPart;
  readonly #relations: EditedPart;
  readonly #types: EditedPart;
  readonly #parts = new Map<string, Uint8Array | null>();
  readonly #taken: Set<string>;
  #lastId: number;
  #lastRelation: number;

  constructor(zip: ZipPackage, main: string) {
    const open = (part: string): EditedPart => {
      const edited = editPart(zip, part);
      if (edited === null) throw new XmlError(`its part ${part} is missing`);
      return edited;
    };
    this.#zip = zip;
    this.#main = open(main);
    this.#relations = open(relationsPart(main));
    this.#types = open("[Content_Types].xml");
    this.#taken = new Set(zip.names.map((name) => name.toLowerCase()));
    const ids = pptxElements(this.#main.xml, "p:sldId").map(({ attributes }) => Number(attributes["id"]) || 0);
    this.#lastId = Math.max(255, ...ids);
    const numbers = [...this.#relations.xml.matchAll(/\bId\s*=\s*["']rId(\d{1,9})["']/g)].map(([, id]) => Number(id));
    this.#lastRelation = Math.max(0, ...numbers);
  }

  /** A part name that is not in use yet. */
  freePart(): string {
    const folder = posix.join(posix.dirname(this.#main.name), "slides");
    for (let number = 1; ; number++) {
      const part = `${folder}/slide${number}.xml`;
      if (this.#taken.has(part.toLowerCase())) continue;
      this.#taken.add(part.toLowerCase());
      return part;
    }
  }

  /** Adds new slides, with their parts, at the start or the end of the presentation, or beside another slide. */
  add(slides: readonly { part: string; xml: string; relations: string }[], where: "start" | "end" | BesideSlide): void {
    if (slides.length === 0) return;
    const translate = namespacesOf(this.#zip);
    const { xml } = this.#main;
    const [list] = pptxElements(xml, "p:sldIdLst");
    const [anchor] = pptxElements(xml, "p:handoutMasterIdLst", "p:notesMasterIdLst", "p:sldMasterIdLst").slice(-1);
    const model = list ?? anchor;
    if (model === undefined) throw new XmlError("it has no list of slides");
    const prefix = prefixOf(xml, model);
    const relationPrefix =
      /xmlns:([\w.-]+)\s*=\s*["'][^"']*officeDocument\/(?:2006\/)?relationships["']/.exec(xml)?.[1] ?? "r";
    let rows = "";
    let related = "";
    const ids: number[] = [];
    let types = "";
    for (const { part, xml: text, relations } of slides) {
      const relation = `rId${++this.#lastRelation}`;
      rows += `<${prefix}sldId id="${++this.#lastId}" ${relationPrefix}:id="${relation}"/>`;
      ids.push(this.#lastId);
      related += `<Relationship Id="${relation}" Type="${translate(slideRelation)}" Target="${posix.relative(posix.dirname(this.#main.name), part)}"/>`;
      types += `<Override PartName="/${part}" ContentType="${slideType}"/>`;
      this.#parts.set(part, Buffer.from(translate(text)));
      this.#parts.set(relationsPart(part), Buffer.from(translate(relations)));
    }
    if (list === undefined) this.#main.splice(model.to, model.to, `<${prefix}sldIdLst>${rows}</${prefix}sldIdLst>`);
    else if (list.isEmpty) this.#main.splice(list.from, list.to, `<${prefix}sldIdLst>${rows}</${prefix}sldIdLst>`);
    else {
      const listed = elementsIn(list, "p:sldId");
      const [neighbour, side] =
        typeof where === "object"
          ? [this.#entryOf(where.slide), where.side]
          : where === "end"
            ? [listed.at(-1), "after" as const]
            : [listed[0], "before" as const];
      const at = neighbour === undefined ? list.insideTo : side === "before" ? neighbour.from : neighbour.to;
      this.#main.splice(at, at, rows);
      this.#addToSection(ids, neighbour?.attributes["id"] ?? "", side);
    }
    atEnd(this.#relations, related);
    atEnd(this.#types, types);
  }

  /** Moves a slide beside another one, also in the sections of the presentation. */
  move(slide: SlidePart, { slide: other, side }: BesideSlide): void {
    const [entry, neighbour] = [this.#entryOf(slide), this.#entryOf(other)];
    if (entry === undefined || neighbour === undefined) throw new XmlError("a slide is not in its list");
    const moved = (from: XmlElement, to: XmlElement): void => {
      const at = side === "before" ? to.from : to.to;
      this.#main.splice(at, at, this.#main.xml.slice(from.from, from.to));
      this.#main.splice(from.from, from.to, "");
    };
    moved(entry, neighbour);
    const inSections = this.#sectionEntries();
    const own = inSections.find(({ attributes }) => attributes["id"] === entry.attributes["id"]);
    const next = inSections.find(({ attributes }) => attributes["id"] === neighbour.attributes["id"]);
    if (own !== undefined && next !== undefined) moved(own, next);
  }

  #entryOf({ relation }: SlidePart): XmlElement | undefined {
    return pptxElements(this.#main.xml, "p:sldId").find(({ attributes }) => attributes["rel:id"] === relation);
  }

  /** The entries of slides in sections. */
  #sectionEntries(): XmlElement[] {
    return takeElements(this.#main.xml, {
      prefixes: { "http://schemas.microsoft.com/office/powerpoint/2010/main": "p14" },
      attributes: ["id"],
      take: (name) => name === "p14:sldId",
    });
  }

  /** New slides are in the section of the slide that they are beside. */
  #addToSection(ids: readonly number[], beside: string, side: "before" | "after"): void {
    const entry = this.#sectionEntries().find(({ attributes }) => attributes["id"] === beside);
    if (entry === undefined) return;
    const prefix = prefixOf(this.#main.xml, entry);
    const at = side === "before" ? entry.from : entry.to;
    this.#main.splice(at, at, ids.map((id) => `<${prefix}sldId id="${id}"/>`).join(""));
  }

  /**
   * Removes slides, with their notes and everything that refers to them, and with `ownParts` all that only they use. Throws if a remaining slide links to
   * one of them.
   */
  remove(gone: readonly PptxSlide[], all: readonly PptxSlide[], { ownParts }: { ownParts: "go" | "stay" }): void {
    if (gone.length === 0) return;
    const parts = new Set(gone.flatMap(({ part, notes }) => (notes === null ? [part] : [part, notes])));
    for (const [index, { part, notes }] of all.entries()) {
      if (parts.has(part)) continue;
      const own = notes === null ? [part] : [part, notes];
      const link = own.flatMap((each) => relationsOf(this.#zip, each)).find(({ target }) => parts.has(target));
      if (link !== undefined)
        throw new ToolError(
          "wrong_state",
          `slide ${index + 1} links to ${posix.basename(link.target)}, which would be removed`,
          {
            hint: "Remove the link in an office program, or keep the slide.",
          },
        );
    }
    const ids = new Set<string>();
    const relations = new Set(gone.map(({ relation }) => relation));
    for (const entry of pptxElements(this.#main.xml, "p:sldId")) {
      if (!relations.has(entry.attributes["rel:id"] ?? "")) continue;
      ids.add(entry.attributes["id"] ?? "");
      this.#main.splice(entry.from, entry.to, "");
    }
    // Sections and custom shows refer to slides, too.
    for (const show of pptxElements(this.#main.xml, "p:custShow"))
      for (const entry of elementsIn(show, "p:sldLst").flatMap((each) => elementsIn(each, "p:sld")))
        if (relations.has(entry.attributes["rel:id"] ?? "")) this.#main.splice(entry.from, entry.to, "");
    for (const entry of this.#sectionEntries())
      if (ids.has(entry.attributes["id"] ?? "")) this.#main.splice(entry.from, entry.to, "");
    const take = (name: string): boolean => /(?:^|:)(?:Override|Relationship)$/.test(name);
    const attributes = ["PartName", "Id"];
    for (const entry of takeElements(this.#relations.xml, { prefixes: {}, take, attributes }))
      if (relations.has(entry.attributes["Id"] ?? "")) this.#relations.splice(entry.from, entry.to, "");
    const orphans = ownParts === "go" ? partsOnlyUsedBy(this.#zip, parts, this.#main.name) : [];
    const named = new Set([...parts, ...orphans].flatMap((part) => [part, relationsPart(part)]));
    for (const entry of takeElements(this.#types.xml, { prefixes: {}, take, attributes }))
      if (named.has((entry.attributes["PartName"] ?? "").replace(/^\//, "")))
        this.#types.splice(entry.from, entry.to, "");
    for (const name of named) if (this.#zip.entries.has(name)) this.#parts.set(name, null);
  }

  /** The parts that have changed. */
  changed(): Map<string, Uint8Array | null> {
    const all = new Map(this.#parts);
    for (const part of [this.#main, this.#relations, this.#types]) {
      const bytes = part.bytes();
      if (bytes !== null) all.set(part.name, bytes);
    }
    return all;
  }
}

/** The parts to which only these parts lead, such as their charts, pictures and comments. */
function partsOnlyUsedBy(zip: ZipPackage, gone: ReadonlySet<string>, main: string): Set<string> {
  const reach = (from: readonly string[], avoided: ReadonlySet<string>): Set<string> => {
    const reached = new Set<string>();
    const open = [...from];
    for (let part = open.pop(); part !== undefined; part = open.pop())
      for (const { target } of relationsOf(zip, part)) {
        if (reached.has(target) || avoided.has(target) || !zip.entries.has(target)) continue;
        reached.add(target);
        open.push(target);
      }
    return reached;
  };
  // A package may not say which part is the main one.
  const used = reach(["", main], gone);
  return new Set([...reach([...gone], used)].filter((part) => !gone.has(part)));
}

/** A slide and the side of it. */
export type BesideSlide = { slide: SlidePart; side: "before" | "after" };

const relationsPart = (part: string): string =>
  posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`);

/** Adds elements, written without a prefix, at the end of the root. */
function atEnd(part: EditedPart, elements: string): void {
  const [root] = takeElements(part.xml, { prefixes: {}, take: () => true, attributes: [] });
  if (root === undefined) throw new XmlError(`${part.name} is empty`);
  const prefix = prefixOf(part.xml, root);
  const named = prefix === "" ? elements : elements.replaceAll(/<(Relationship|Override) /g, `<${prefix}$1 `);
  if (root.isEmpty) {
    const raw = part.xml.slice(root.from, root.to);
    const name = /^<([^\s/>]+)/.exec(raw)?.[1] ?? "";
    part.splice(root.from, root.to, `${raw.replace(/\s*\/>$/, ">")}${named}</${name}>`);
  } else part.splice(root.insideTo, root.insideTo, named);
}
