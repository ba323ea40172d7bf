import {
  MAX_TMX_BYTES,
  MAX_TMX_ENTRIES,
  MAX_TMX_HEAD,
  MAX_TMX_SEGMENT,
  MAX_TMX_TEXT,
  MAX_TMX_UNIT,
} from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { scanXml, XmlError, type XmlHandler, type XmlTag } from "../package/scan-xml";
import { decodedXml, withoutDoctype, type XmlFile } from "./decode-xml";
import { languageFit, languageTag } from "./language-match";

/** The languages that are wanted: names or tags; `from` is null if it is not known. */
export type WantedLanguages = { from: string | null; into: string };

/** What a TMX has in the wanted languages, as lines of JSON: `["source","target"]`. */
export type TmxEntries = {
  lines: string;
  entries: number;
  /** Units without a text in both languages, and entries that are too long or were there before. */
  skipped: number;
  /** The languages of the entries as the file writes them, most frequent first, and how many units there were. */
  from: string[];
  into: string[];
  units: number;
  /** All languages of the file. */
  languages: string[];
};

/** Units are parsed when so much text has come, in characters. */
const BATCH = 1_000_000;

type Variant = { language: string; text: string };

/**
 * Reads a TMX of version 1.1 to 1.4, a megabyte at a time. Languages are matched whatever their regions. Codes of other programs are left out of the
 * texts; Galley's own marks are kept. Throws `ToolError` for what is not TMX or not well-formed: then nothing counts.
 */
export function readTmx(file: XmlFile, wanted: WantedLanguages): TmxEntries {
  const collected = collector(file.name, wanted);
  try {
    let text = "";
    let isHead = true;
    let parseAt = BATCH;
    for (const piece of decodedXml(file, MAX_TMX_BYTES)) {
      text += piece;
      if (isHead) {
        const body = /<body(?=[\s>])[^>]*>/.exec(text);
        if (body === null) {
          if (text.length > MAX_TMX_HEAD) break;
          continue;
        }
        const end = body.index + body[0].length;
        collected.head(withoutDoctype(text.slice(0, end)));
        text = text.slice(end);
        isHead = false;
      }
      if (text.length < parseAt) continue;
      const end = lastUnitEnd(text);
      if (end > 0 && parsed(text.slice(0, end), collected.units)) {
        text = text.slice(end);
        parseAt = BATCH;
      } else {
        // No unit ends here, or one within a comment.
        parseAt = text.length * 2;
        if (text.length > MAX_TMX_UNIT) throw new XmlError("a unit of it has no end");
      }
    }
    if (isHead) throw new XmlError("it has no body of units");
    // What is open since the head is closed here.
    scanXml(`<tmx><body>${text}`, {}, collected.units);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new ToolError(
      "unsupported",
      `${file.name} is not a TMX that can be read: ${error.message}; nothing was imported`,
      {
        hint: "Export it again as TMX 1.4.",
        cause: error,
      },
    );
  }
  return collected.result();
}

/** After the end of the last whole unit; 0 if there is none. */
function lastUnitEnd(text: string): number {
  for (let at = text.lastIndexOf("</tu"); at >= 0; at = at === 0 ? -1 : text.lastIndexOf("</tu", at - 1)) {
    const end = /^<\/tu\s*>/.exec(text.slice(at, at + 40))?.[0].length;
    if (end !== undefined) return at + end;
  }
  return 0;
}

/** Whether a run of units is well-formed by itself. The handler gets the units only then. */
function parsed(units: string, handler: XmlHandler): boolean {
  const whole = `<body>${units}</body>`;
  try {
    scanXml(whole, {}, { open() {}, close() {}, text() {} });
  } catch (error) {
    if (error instanceof XmlError) return false;
    throw error;
  }
  scanXml(whole, {}, handler);
  return true;
}

function collector(name: string, wanted: WantedLanguages) {
  const lines = new Set<string>();
  const counts = { from: new Map<string, number>(), into: new Map<string, number>(), all: new Map<string, number>() };
  const limit = { characters: 0 };
  let sourceLanguage = "";
  let units = 0;
  let skipped = 0;

  const count = (of: Map<string, number>, language: string): void => void of.set(language, (of.get(language) ?? 0) + 1);
  const names = (of: Map<string, number>): string[] =>
    [...of].sort((a, b) => b[1] - a[1]).map(([language]) => language);

  function add(variants: readonly Variant[]): void {
    units++;
    for (const { language } of variants) if (counts.all.size < 200) count(counts.all, language);
    const target = best(variants, wanted.into);
    const source = target === null ? null : sourceOf(variants, target);
    if (target === null || source === null || source.text === "" || target.text === "") {
      skipped++;
      return;
    }
    const isLong = source.text.length > MAX_TMX_SEGMENT || target.text.length > MAX_TMX_SEGMENT;
    const line = isLong ? "" : JSON.stringify([source.text, target.text]);
    if (isLong || lines.has(line)) {
      skipped++;
      return;
    }
    lines.add(line);
    limit.characters += line.length;
    count(counts.from, source.language);
    count(counts.into, target.language);
    if (lines.size <= MAX_TMX_ENTRIES && limit.characters <= MAX_TMX_TEXT) return;
    throw new ToolError(
      "too_large",
      `${name} has more than ${MAX_TMX_ENTRIES.toLocaleString("en")} entries or too much text in these languages; nothing was imported`,
      { hint: "Export it in several files." },
    );
  }

  function sourceOf(variants: readonly Variant[], target: Variant): Variant | null {
    const others = variants.filter((each) => each !== target && languageFit(each.language, target.language) === 0);
    return (
      (wanted.from === null ? null : best(others, wanted.from)) ??
      (sourceLanguage === "" ? null : best(others, sourceLanguage)) ??
      (others.length === 1 ? (others[0] ?? null) : null)
    );
  }

  return {
    /** Reads everything up to the start of the body. */
    head(xml: string): void {
      let isRoot = true;
      const handler: XmlHandler = {
        open(element, tag) {
          if (isRoot && element !== "tmx") throw new XmlError("its first element is not tmx");
          isRoot = false;
          if (element === "header") sourceLanguage = tag.attribute("srclang") ?? "";
        },
        close() {},
        text() {},
      };
      scanXml(`${xml}</body></tmx>`, {}, handler);
    },
    units: unitHandler(add),
    result: (): TmxEntries => ({
      lines: [...lines].map((line) => `${line}\n`).join(""),
      entries: lines.size,
      skipped,
      units,
      from: names(counts.from),
      into: names(counts.into),
      languages: names(counts.all),
    }),
  };
}

/** The text in the language that fits best; null if none does. */
function best(variants: readonly Variant[], wanted: string): Variant | null {
  let found: Variant | null = null;
  let fit = 0;
  for (const each of variants) {
    const own = languageFit(each.language, wanted);
    if (own > fit) [found, fit] = [each, own];
  }
  return found;
}

/** Elements whose content is a code of another program, or a text of its own. */
const codes: ReadonlySet<string> = new Set(["bpt", "ept", "ph", "it", "ut", "sub"]);
const ownMark = /^<\/?[gx]\d{1,6}\/?>$/;

function unitHandler(add: (variants: readonly Variant[]) => void): XmlHandler {
  let variants: Variant[] | null = null;
  let language = "";
  let isInSegment = false;
  let text = "";
  let depth = 0;
  let code = "";
  let isBreak = false;
  return {
    open(name, tag: XmlTag) {
      if (name === "tu") variants = [];
      else if (name === "tuv") language = tag.attribute("xml:lang") ?? tag.attribute("lang") ?? "";
      else if (name === "seg") [isInSegment, text, depth] = [true, "", 0];
      else if (isInSegment && codes.has(name)) {
        if (depth === 0) [code, isBreak] = ["", tag.attribute("type") === "lb"];
        depth++;
      }
    },
    close(name) {
      if (name === "tu" && variants !== null) {
        add(variants);
        variants = null;
      } else if (name === "seg") {
        isInSegment = false;
        variants?.push({ language: languageTag(language), text: segmentText(text) });
      } else if (isInSegment && codes.has(name)) {
        depth--;
        if (depth > 0) return;
        if (ownMark.test(code)) text += code;
        else if (isBreak || /<br\b|\n|\\line/.test(code)) text += " ";
      }
    },
    text(piece) {
      if (!isInSegment) return;
      if (depth === 0) text += piece;
      else if (code.length < 100) code += piece;
    },
  };
}

/** A segment that is indented over several lines is one line. */
const segmentText = (text: string): string => (/^\s*\n/.test(text) ? text.replace(/\s+/g, " ") : text).trim();
