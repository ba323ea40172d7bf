/** Front matter as a table of its top-level keys and their values as written; null if there are none. */
export function frontMatterTable(
  lines: readonly string[],
  caption: string,
  escapeText: (text: string) => string,
): string | null {
  const rows: { key: string; value: string[] }[] = [];
  for (const line of lines) {
    const found = /^([^\s#:"'[{&*!|>%@`-][^:]{0,100}|"[^"]{1,100}"|'[^']{1,100}'):(?:[ \t]+(.*))?$/.exec(line);
    if (found)
      rows.push({
        key: found[1]?.replace(/^(["'])(.*)\1$/, "$2") ?? "",
        value: [plain(withoutComment(found[2] ?? ""))],
      });
    else if (line.trim() !== "" && !line.startsWith("#")) {
      const last = rows.at(-1);
      if (last) last.value.push(line);
      else rows.push({ key: "", value: [line] });
    }
  }
  if (rows.length === 0) return null;
  const body = rows.map(({ key, value }) => {
    const lines = value[0] === "" ? value.slice(1) : value;
    return `<tr><th scope="row">${escapeText(key)}</th><td>${escapeText(listed(lines) ?? lines.join("\n"))}</td></tr>`;
  });
  return `<table class="front-matter"><caption>${escapeText(caption)}</caption><tbody>${body.join("")}</tbody></table>\n`;
}

/** The items of a list of simple values, with commas between them; null for anything else. */
function listed(lines: readonly string[]): string | null {
  const [only = ""] = lines;
  const flow = lines.length === 1 ? /^\[([^[\]{}#&*!|]*)\]$/.exec(only)?.[1]?.split(",") : undefined;
  const items = flow ?? lines.map((line) => withoutComment(/^\s*-[ \t]+([^\s[{&*!|>].*)$/.exec(line)?.[1] ?? ""));
  const values = items.map((item) => plain(item));
  return values.length === 0 || values.some((value) => value === "" || /["']/.test(value)) ? null : values.join(", ");
}

const plain = (value: string): string => value.trim().replace(/^"([^"\\]*)"$|^'([^']*)'$/, "$1$2");

/** A value without the comment after it: a quoted one, a list in brackets, or a plain one. */
function withoutComment(value: string): string {
  const quoted = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])[ \t]*(?:#.*)?$/.exec(
    value.trim(),
  );
  if (quoted) return quoted[1] ?? "";
  const comment = /^["'[]/.test(value.trim()) ? -1 : value.search(/(?:^|[ \t])#/);
  return comment < 0 ? value : value.slice(0, comment);
}
