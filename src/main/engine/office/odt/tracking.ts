import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";
import { ToolError } from "../../ports/tool-error";
import { odfPrefixes } from "../odf/scan";
import { type EditedPart, takeElements, type XmlElement } from "../package/splice-xml";
import type { EditOptions } from "../text/office-format";
import { changesAt, type OdtChanges, odtChanges } from "./changes";

/** Each has its own list of tracked changes: the text, and every header and footer. */
const scopes = new Set([
  "office:text",
  ...["", "-left", "-first"].flatMap((side) => [`style:header${side}`, `style:footer${side}`]),
]);

/**
 * Suggested edits of one part: the marks in its text, and the list of changes before it. The part's own `splice` is called when
 * the edit is finished, since the list comes first.
 */
export class OdtTracking {
  /** The part, for everything that writes into it. */
  readonly part: EditedPart;
  readonly author: string;
  readonly #at: string;
  readonly #changes: OdtChanges;
  readonly #scopes: XmlElement[];
  readonly #regions = new Map<XmlElement, string>();
  readonly #splices: Parameters<EditedPart["splice"]>[] = [];
  readonly #freeId: () => string;
  readonly #prefixes: { text: string; office: string; dc: string; declared: string };

  constructor(
    private readonly target: EditedPart,
    { author, at }: NonNullable<EditOptions["track"]>,
  ) {
    this.author = author;
    this.#at = at;
    this.part = {
      name: target.name,
      xml: target.xml,
      splice: (from, to, insert) => void this.#splices.push([from, to, insert]),
      bytes: () => {
        this.#finish();
        return target.bytes();
      },
    };
    this.#changes = odtChanges(target.xml);
    this.#scopes = takeElements(target.xml, {
      prefixes: odfPrefixes,
      attributes: [],
      take: (name) => scopes.has(name),
    });
    this.#freeId = freeIds(target.xml);
    this.#prefixes = prefixesOf(target.xml);
  }

  /** Whether this author suggested to insert what is at an offset, so that it is changed without a trace. */
  isOwn(offset: number): boolean {
    return changesAt(this.#changes, offset).some(({ kind, author }) => kind === "insertion" && author === this.author);
  }

  /** Whether the same insertions contain two offsets. */
  isSameInsertion(one: number, other: number): boolean {
    const at = (offset: number): string =>
      changesAt(this.#changes, offset)
        .flatMap(({ kind, id }) => (kind === "insertion" ? [id] : []))
        .join(" ");
    return at(one) === at(other);
  }

  /** The marks around a new text. */
  insertion(offset: number): { start: string; end: string } {
    const id = this.#record(offset, "insertion", "");
    return { start: this.#mark("change-start", id), end: this.#mark("change-end", id) };
  }

  /** The mark in place of a deleted text; `deleted` is the text as paragraphs. */
  deletion(offset: number, deleted: string): string {
    return this.#mark("change", this.#record(offset, "deletion", deleted));
  }

  #mark(name: string, id: string): string {
    const { text } = this.#prefixes;
    return `<${text}${name} ${text || "text:"}change-id="${id}"/>`;
  }

  /** What else a list entry says of a deletion: who had suggested to insert the text, so that it is an insertion again if the deletion is rejected. */
  #insertedBefore(offset: number): string {
    const found = changesAt(this.#changes, offset + 1).findLast(({ kind }) => kind === "insertion");
    if (found === undefined) return "";
    const { text } = this.#prefixes;
    return `<${text}insertion>${this.#info(found.author, found.at ?? this.#at)}</${text}insertion>`;
  }

  #info(author: string, at: string): string {
    const { office, dc, declared } = this.#prefixes;
    const who = `<${dc}creator>${escapedText(author)}</${dc}creator><${dc}date>${escapedText(at)}</${dc}date>`;
    return `<${office}change-info${declared}>${who}</${office}change-info>`;
  }

  #record(offset: number, kind: "insertion" | "deletion", inside: string): string {
    const scope = this.#scopes.find(({ from, to }) => from < offset && offset < to);
    if (scope === undefined)
      throw new ToolError("unsupported", "a suggested edit is not possible at this place of the document", {
        hint: "Edit it without suggestions: the previous version is in the history.",
      });
    const id = this.#freeId();
    const { text } = this.#prefixes;
    const before = kind === "deletion" ? this.#insertedBefore(offset) : "";
    const change = `<${text}${kind}>${this.#info(this.author, this.#at)}${inside}</${text}${kind}>`;
    const region = `<${text}changed-region xml:id="${id}" ${text || "text:"}id="${id}">${change}${before}</${text}changed-region>`;
    this.#regions.set(scope, (this.#regions.get(scope) ?? "") + region);
    return id;
  }

  #finish(): void {
    const { text } = this.#prefixes;
    for (const [scope, regions] of this.#regions) {
      const children = scope.nodes.flatMap((node) => (node.kind === "element" ? [node] : []));
      const list = children.find(({ name }) => name === "text:tracked-changes");
      if (list === undefined) {
        // Without this, office programs would record all further edits.
        const start = `<${text}tracked-changes ${text || "text:"}track-changes="false">`;
        const at = children.find(({ name }) => name === "office:forms")?.to ?? scope.insideFrom;
        this.target.splice(at, at, `${start}${regions}</${text}tracked-changes>`);
      } else if (list.isEmpty) {
        const start = this.target.xml.slice(list.from, list.to).replace(/\s*\/>$/, ">");
        this.target.splice(list.from, list.to, `${start}${regions}</${text}tracked-changes>`);
      } else this.target.splice(list.insideTo, list.insideTo, regions);
    }
    this.#regions.clear();
    for (const each of this.#splices.splice(0)) this.target.splice(...each);
  }
}

/** Generates ids of changes that no other element of the part has. */
function freeIds(xml: string): () => string {
  let last = 0;
  for (const [, id] of xml.matchAll(/:id\s*=\s*["']galley(\d{1,9})["']/g)) last = Math.max(last, Number(id));
  return () => `galley${++last}`;
}

/** The prefixes that new elements need, with the colon; those that the root does not declare are declared where they are used. */
function prefixesOf(xml: string): { text: string; office: string; dc: string; declared: string } {
  const root = /<(?![?!])(?:"[^"]*"|'[^']*'|[^"'>])*>/.exec(xml)?.[0] ?? "";
  const found = new Map<string, string>();
  for (const [, prefix, double, single] of root.matchAll(/\sxmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found.set(double ?? single ?? "", prefix === undefined ? "" : `${prefix}:`);
  const declared: string[] = [];
  const prefix = (name: "text" | "office" | "dc"): string => {
    const space = Object.entries(odfPrefixes).find(([, each]) => each === name)?.[0] ?? "";
    const known = found.get(space);
    if (known !== undefined) return known;
    declared.push(` xmlns:${name}="${escapedAttribute(space)}"`);
    return `${name}:`;
  };
  return { text: prefix("text"), office: prefix("office"), dc: prefix("dc"), declared: declared.join("") };
}
