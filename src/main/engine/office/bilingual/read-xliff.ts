import { MAX_XLIFF_BYTES, MAX_XLIFF_TEXT, MAX_XLIFF_UNITS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { scanXml, XmlError, type XmlHandler, type XmlTag } from "../package/scan-xml";
import { decodedXml, withoutDoctype, type XmlFile } from "./decode-xml";

/** A unit of an XLIFF. `target` is null if it has none, or only for some of its segments. `stamp` is what Galley wrote about its target. */
export type ReadUnit = { id: string; source: string; target: string | null; stamp: string | null };

/** The languages are as the file writes them; empty if it does not. */
export type ReadXliff = { units: ReadUnit[]; from: string; into: string };

/** Namespaces of XLIFF have no prefix; all others keep theirs, so that the elements of modules and extensions are passed over. */
const prefixes = {
  "urn:oasis:names:tc:xliff:document:1.0": "",
  "urn:oasis:names:tc:xliff:document:1.1": "",
  "urn:oasis:names:tc:xliff:document:1.2": "",
  "urn:oasis:names:tc:xliff:document:2.0": "",
  "urn:oasis:names:tc:xliff:document:2.2": "",
  "urn:galley:xliff:1": "galley",
};

/**
 * Reads the units of an XLIFF 1.0 to 2.2, with inline codes as Galley's marks; codes of other programs are left out. Throws `ToolError` for what is not
 * XLIFF or not well-formed.
 */
export function readXliff(file: XmlFile): ReadXliff {
  try {
    const text = withoutDoctype([...decodedXml(file, MAX_XLIFF_BYTES)].join(""));
    const read: ReadXliff = { units: [], from: "", into: "" };
    scanXml(text, prefixes, unitHandler(read, file.name));
    return read;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new ToolError(
      "unsupported",
      `${file.name} is not an XLIFF that can be read: ${error.message}; nothing was imported`,
      {
        hint: "Save it again in the program that wrote it.",
        cause: error,
      },
    );
  }
}

/** A unit while it is read: its texts by segment. */
type Segment = { source: string; target: string | null; isIgnorable: boolean };

/** Elements whose content is not of the unit itself, such as a proposal; modules have a prefix. */
const passedOver: ReadonlySet<string> = new Set([
  "alt-trans",
  "seg-source",
  "notes",
  "note",
  "originalData",
  "bin-unit",
]);
/** Inline elements whose content is code. */
const codes: ReadonlySet<string> = new Set(["ph", "bpt", "ept", "it", "ut"]);
const ownMark = /^<\/?[gx]\d{1,6}\/?>$/;

function unitHandler(read: ReadXliff, name: string): XmlHandler {
  let isRoot = true;
  let isOld = false;
  let unit: { id: string; stamp: string | null; segments: Segment[] } | null = null;
  let segment: Segment | null = null;
  let text: string[] | null = null;
  let code: string[] | null = null;
  let skipped = 0;
  let characters = 0;
  /** What closes the open inline elements. */
  const ends: string[] = [];

  function openInline(element: string, tag: XmlTag): void {
    const id = tag.attribute("id") ?? "";
    // In the old version it has a code of another program, or a mark of Galley in its content.
    const [begin, end] = isOld && element === "ph" ? ["", ""] : marksOf(element, tag, id);
    text?.push(begin);
    ends.push(end);
    if (codes.has(element)) code = [];
  }

  function add(unit: ReadUnit): void {
    read.units.push(unit);
    characters += unit.id.length + unit.source.length + (unit.target?.length ?? 0);
    const isMany = read.units.length > MAX_XLIFF_UNITS;
    if (!isMany && characters <= MAX_XLIFF_TEXT) return;
    const what = isMany ? `more than ${MAX_XLIFF_UNITS.toLocaleString("en")} units` : "too much text";
    throw new ToolError("too_large", `${name} has ${what}; nothing was imported`);
  }

  return {
    open(element, tag) {
      if (isRoot && element !== "xliff") throw new XmlError("its first element is not xliff");
      if (isRoot) {
        isOld = tag.attribute("version")?.startsWith("1.") === true;
        read.from = tag.attribute("srcLang") ?? "";
        read.into = tag.attribute("trgLang") ?? "";
      }
      isRoot = false;
      if (skipped > 0 || element.includes(":") || passedOver.has(element)) skipped++;
      else if (element === "file") {
        read.from ||= tag.attribute("source-language") ?? "";
        read.into ||= tag.attribute("target-language") ?? "";
      } else if (element === "trans-unit" || element === "unit") {
        unit = { id: tag.attribute("id") ?? "", stamp: stampOf(tag), segments: [] };
        segment = null;
        if (element === "trans-unit") segment = newSegment(unit.segments, "text");
      } else if (unit !== null && (element === "segment" || element === "ignorable"))
        segment = newSegment(unit.segments, element === "segment" ? "text" : "ignorable");
      else if (segment !== null && (element === "source" || element === "target")) text = [];
      else if (text !== null) openInline(element, tag);
    },
    close(element) {
      if (skipped > 0) skipped--;
      else if (element === "trans-unit" || element === "unit") {
        if (unit !== null) add(wholeUnit(unit));
        [unit, segment] = [null, null];
      } else if (element === "segment" || element === "ignorable") segment = null;
      else if ((element === "source" || element === "target") && segment !== null && text !== null) {
        segment[element] = text.join("");
        text = null;
      } else if (text !== null) {
        if (codes.has(element) && code !== null) {
          const content = code.join("");
          if (ownMark.test(content)) text.push(content);
          code = null;
        }
        text.push(ends.pop() ?? "");
      }
    },
    text(piece) {
      if (skipped > 0) return;
      if (code !== null) code.push(piece);
      else text?.push(piece);
    },
  };
}

function stampOf(tag: XmlTag): string | null {
  const data = tag.attribute("extradata");
  return tag.attribute("galley:target") ?? (data?.startsWith("galley:") === true ? data.slice("galley:".length) : null);
}

function newSegment(segments: Segment[], kind: "text" | "ignorable"): Segment {
  const segment = { source: "", target: null, isIgnorable: kind === "ignorable" };
  segments.push(segment);
  return segment;
}

function wholeUnit({
  id,
  stamp,
  segments,
}: {
  id: string;
  stamp: string | null;
  segments: readonly Segment[];
}): ReadUnit {
  const isWhole = segments.every(({ target, isIgnorable }) => target !== null || isIgnorable);
  return {
    id,
    stamp,
    source: segments.map(({ source }) => source).join(""),
    target: isWhole ? segments.map(({ source, target }) => target ?? source).join("") : null,
  };
}

/** What an inline element begins and ends with in Galley's marks; empty for a code of another program. */
function marksOf(element: string, tag: XmlTag, id: string): [begin: string, end: string] {
  const number = /^(\d{1,6})(?:-\d+)?$/.exec(id)?.[1];
  const sign = /^i\d+(?:-\d+)?$/.test(id) ? "*" : /^b\d+(?:-\d+)?$/.test(id) ? "**" : null;
  switch (element) {
    case "g":
    case "pc":
      if (sign !== null) return [sign, sign];
      return number === undefined ? ["", ""] : [`<g${number}>`, `</g${number}>`];
    case "bx":
    case "sc":
      return [sign ?? (number === undefined ? "" : `<g${number}>`), ""];
    case "ex":
    case "ec": {
      const of = tag.attribute("rid") ?? tag.attribute("startRef") ?? id;
      return marksOf("g", tag, of).map((_, at, both) => (at === 0 ? (both[1] ?? "") : "")) as [string, string];
    }
    case "x":
      return [number === undefined ? "" : `<x${number}/>`, ""];
    case "ph": {
      const shown = tag.attribute("disp") ?? "";
      if (ownMark.test(shown)) return [shown, ""];
      return [number === undefined ? "" : `<x${number}/>`, ""];
    }
    default:
      return ["", ""];
  }
}
