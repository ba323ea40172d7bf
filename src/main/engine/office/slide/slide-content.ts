/** A line of a slide's body; `level` is null if none was given. */
export type SlideLine = { text: string; level: number | null };

/** A slide from a caller. */
export type WrittenSlide = { title: string; lines: SlideLine[] };

const MAX_LEVEL = 8;

/** Parses a bullet: tabs, or pairs of blanks, at its start are its level; without them, the level stays open. */
export function slideLine(written: string): SlideLine {
  const [indent = ""] = /^[\t ]*/.exec(written) ?? [];
  const level = (indent.match(/\t| {2}/g) ?? []).length;
  return {
    text: written.slice(indent.length).trimEnd().replaceAll(/\r\n?/g, "\n"),
    level: level === 0 ? null : Math.min(level, MAX_LEVEL),
  };
}

/**
 * Parses the content of slides: a heading begins a slide, and so does `---`; list items and lines below it are its points, and indented
 * ones are one level down. Also accepts JSON: a list of `{title, bullets}`.
 */
export function parseSlides(content: string): WrittenSlide[] {
  const text = content.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n");
  const json = ofJson(text.trim());
  if (json !== null) return json;
  const slides: WrittenSlide[] = [];
  let open: WrittenSlide | null = null;
  const slide = (): WrittenSlide => {
    open ??= { title: "", lines: [] };
    if (slides.at(-1) !== open) slides.push(open);
    return open;
  };
  for (const line of text.split("\n")) {
    if (/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) open = null;
    else if (/^#{1,6}\s+\S/.test(line)) {
      const title = plainText(line.replace(/^#+\s+/, "").replace(/\s+#+\s*$/, ""));
      const depth = /^#+/.exec(line)?.[0].length ?? 1;
      // A deeper heading below a slide's heading is one of its points.
      if (depth > 2 && open !== null) slide().lines.push({ text: title, level: null });
      else {
        open = { title, lines: [] };
        slides.push(open);
      }
    } else if (line.trim() !== "") {
      const [, indent = "", mark, rest = ""] = /^([\t ]*)(?:([-*+•]|\d{1,4}[.)])\s+)?(.*)$/.exec(line) ?? [];
      const level = mark === undefined ? 0 : (indent.match(/\t| {2}/g) ?? []).length;
      slide().lines.push({ text: plainText(rest), level: level === 0 ? null : Math.min(level, MAX_LEVEL) });
    }
  }
  return slides;
}

function ofJson(text: string): WrittenSlide[] | null {
  if (!/^[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    const list = Array.isArray(value) ? value : ((value as { slides?: unknown }).slides ?? [value]);
    if (!Array.isArray(list)) return null;
    return list.map((each: unknown) => {
      if (typeof each !== "object" || each === null) return { title: String(each), lines: [] };
      const { title, bullets } = each as { title?: unknown; bullets?: unknown };
      const lines = Array.isArray(bullets) ? bullets : bullets === undefined || bullets === null ? [] : [bullets];
      return { title: typeof title === "string" ? title : "", lines: lines.map((line) => slideLine(String(line))) };
    });
  } catch {
    return null;
  }
}

/** Without Markdown's marks for emphasis and code, which slides do not use. */
const plainText = (text: string): string =>
  text
    .replace(/\*\*(\S(?:.*?\S)?)\*\*/g, "$1")
    .replace(/(?<![\w*])\*(\S(?:.*?\S)?)\*(?![\w*])/g, "$1")
    .replace(/`([^`]+)`/g, "$1")
    .trim();
