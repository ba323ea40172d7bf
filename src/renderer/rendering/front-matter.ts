/** Front matter as a table of its top-level keys and their values as written; null if there are none. */
export function frontMatterTable(
  lines: readonly string[],
  caption: string,
  escapeText: (text: string) => string,
): string | null {
  const rows: { key: string; value: string[] }[] = [];
  for (const line of lines) {
    const found = /^([^\s#:"'[{&*!|>%@`-][^:]{0,100}|"[^"]{1,100}"|'[^']{1,100}'):(?:[ \t]+(.*))?$/.exec(line);
    if (found) rows.push({ key: found[1]?.replace(/^(["'])(.*)\1$/, "$2") ?? "", value: [plain(found[2] ?? "")] });
    else if (line.trim() !== "" && !line.startsWith("#")) {
      const last = rows.at(-1);
      if (last) last.value.push(line);
      else rows.push({ key: "", value: [line] });
    }
  }
  if (rows.length === 0) return null;
  const body = rows.map(({ key, value }) => {
    const lines = value[0] === "" ? value.slice(1) : value;
    return `<tr><th scope="row">${escapeText(key)}</th><td>${escapeText(lines.join("\n"))}</td></tr>`;
  });
  return `<table class="front-matter"><caption>${escapeText(caption)}</caption><tbody>${body.join("")}</tbody></table>\n`;
}

const plain = (value: string): string => value.trim().replace(/^"([^"\\]*)"$|^'([^']*)'$/, "$1$2");
