import { posix } from "node:path";
import { escapedAttribute } from "../../../../core/text/escape-xml";
import { ToolError } from "../../ports/tool-error";
import { relationsOf } from "./package-parts";
import { type EditedPart, editPart, prefixOf, takeElements, type XmlElement } from "./splice-xml";
import { namespacesOf } from "./strict";
import type { ZipPackage } from "./zip";

/** A part to add, and the part `from` which a relation leads to it. */
export type NewPart = { from: string; name: string; relation: string; type: string; xml: string; isPlain?: true };

/** Parts of an Open XML package that are edited or added together. Parts that nothing changes keep every byte. */
export type PackageEdits = {
  /** A part to edit; null if there is none. */
  part(name: string): EditedPart | null;
  /**
   * Adds a part, its content type, and the relation that leads to it from another part. `isPlain`: without an XML declaration. Returns its name and
   * the id of the relation.
   */
  add(part: NewPart): { name: string; id: string };
  /** The id of a part's relation to an address outside the package, which is added if the part has none. */
  link(to: { from: string; relation: string; address: string }): string;
  /** Appends an element to the root of a part. */
  append(to: EditedPart, xml: string): void;
  /** What has changed. */
  changed(): Map<string, Uint8Array | null>;
};

const relationsNamespace = "http://schemas.openxmlformats.org/package/2006/relationships";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export function packageEdits(zip: ZipPackage): PackageEdits {
  const translate = namespacesOf(zip);
  const edited = new Map<string, EditedPart | null>();
  const added = new Map<string, string>();
  /** What to append to the root of a part, together. */
  const appended = new Map<EditedPart, string[]>();

  const append = (to: EditedPart, xml: string): void => void appended.set(to, [...(appended.get(to) ?? []), xml]);

  function part(name: string): EditedPart | null {
    const known = edited.get(name);
    if (known !== undefined) return known;
    const opened = editPart(zip, name);
    edited.set(name, opened);
    return opened;
  }

  /** Adds a relation, given as attributes, and returns its id. */
  function relate(from: string, attributes: string): string {
    const name = posix.join(posix.dirname(from), "_rels", `${posix.basename(from)}.rels`);
    const relations = part(name);
    const written = (prefix: string, id: string) => `<${prefix}Relationship Id="${id}" ${attributes}/>`;
    const fresh = added.get(name);
    if (relations === null) {
      const id = `rId${(fresh ?? "").split("<Relationship ").length}`;
      const empty = `${declaration}<Relationships xmlns="${relationsNamespace}"></Relationships>`;
      added.set(
        name,
        (fresh ?? empty).replace("</Relationships>", () => `${written("", id)}</Relationships>`),
      );
      return id;
    }
    let last = 0;
    for (const [, number] of relations.xml.matchAll(/\bId\s*=\s*["']rId(\d{1,9})["']/g))
      last = Math.max(last, Number(number));
    const id = `rId${last + 1 + (appended.get(relations)?.length ?? 0)}`;
    append(relations, written(prefixOf(relations.xml, rootOf(relations)), id));
    return id;
  }

  const links = new Map<string, string>();

  return {
    part,
    add({ from, name: wanted, relation, type, xml, isPlain }) {
      let name = wanted;
      for (let count = 1; zip.entries.has(name) || added.has(name); count++)
        name = wanted.replace(/(?=\.\w+$)/, String(count));
      added.set(name, `${isPlain ? "" : declaration}${translate(xml)}`);
      const id = relate(from, `Type="${escapedAttribute(translate(relation))}" Target="/${escapedAttribute(name)}"`);
      const types = part("[Content_Types].xml");
      if (types === null) throw new ToolError("unsupported", "this package does not say what its parts are");
      const prefix = prefixOf(types.xml, rootOf(types));
      append(types, `<${prefix}Override PartName="/${escapedAttribute(name)}" ContentType="${type}"/>`);
      return { name, id };
    },
    link({ from, relation, address }) {
      const key = `${from} ${address}`;
      const id =
        links.get(key) ??
        relationsOf(zip, from, "outside").find(({ type, target }) => type === "hyperlink" && target === address)?.id ??
        relate(
          from,
          `Type="${escapedAttribute(translate(relation))}" Target="${escapedAttribute(address)}" TargetMode="External"`,
        );
      links.set(key, id);
      return id;
    },
    append,
    changed() {
      for (const [to, written] of appended) appendTo(to, rootOf(to), written.join(""));
      appended.clear();
      const parts = new Map<string, Uint8Array | null>();
      for (const [name, each] of edited) {
        const bytes = each?.bytes() ?? null;
        if (bytes !== null) parts.set(name, bytes);
      }
      for (const [name, xml] of added) parts.set(name, Buffer.from(xml));
      return parts;
    },
  };
}

/** The outermost element of a part. */
export function rootOf({ xml, name }: Pick<EditedPart, "xml" | "name">): XmlElement {
  const [root] = takeElements(xml, { prefixes: {}, attributes: [], take: () => true });
  if (root === undefined) throw new ToolError("unsupported", `the part ${name} of this package is empty`);
  return root;
}

function appendTo(part: EditedPart, element: XmlElement, content: string): void {
  if (!element.isEmpty) part.splice(element.insideTo, element.insideTo, content);
  else {
    const name = /^<([^\s/>]+)/.exec(part.xml.slice(element.from, element.to))?.[1] ?? "";
    part.splice(element.to - 2, element.to, `>${content}</${name}>`);
  }
}

/** The prefix, with its colon, that an element or its ancestors in the part declare for a namespace; null if there is none. */
export function prefixFor(xml: string, element: Pick<XmlElement, "from">, namespace: string): string | null {
  const tag = /^<[^>]*>/.exec(xml.slice(element.from, element.from + 100_000))?.[0] ?? "";
  for (const [, prefix, double, single] of tag.matchAll(/\sxmlns:([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if ((double ?? single) === namespace) return `${prefix}:`;
  return null;
}
