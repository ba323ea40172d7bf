/**
 * The cells of a text from a spreadsheet, by rows: separated by tabs, or by commas with the same number in each of
 * several lines. Null for any other text. `isSheet`: it is known to come from a table, so one column is enough.
 */
export function sheetCells(text: string, isSheet: boolean): string[][] | null {
  const body = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  if (body.includes("\t")) return fields(body, "\t");
  if (isSheet) return body.includes("\n") ? fields(body, "\t") : null;
  if (!body.includes("\n") || !body.includes(",")) return null;
  const rows = fields(body, ",");
  const width = rows[0]?.length ?? 0;
  // A comma with a space behind it is one of a sentence.
  const isTable =
    width > 1 && rows.every((row) => row.length === width && row.every((field) => !field.startsWith(" ")));
  return isTable ? rows : null;
}

/** Splits lines at a separator. A field in quotes may contain it, line breaks, and quotes written twice. */
function fields(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at <= text.length) {
    let field: string;
    const quoted = text[at] === '"' ? closingQuote(text, at + 1, separator) : -1;
    if (quoted >= 0) {
      field = text.slice(at + 1, quoted).replaceAll('""', '"');
      at = quoted + 1;
    } else {
      const end = nextOf(text, at, separator);
      field = text.slice(at, end);
      at = end;
    }
    rows.at(-1)?.push(field);
    if (at >= text.length) break;
    if (text[at] === "\n") rows.push([]);
    at++;
  }
  return rows;
}

/** The quote that closes a field: followed by a separator, a line break or the end. -1 if there is none. */
function closingQuote(text: string, from: number, separator: string): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    const next = text[at + 1];
    if (next === '"') at++;
    else return next === undefined || next === separator || next === "\n" ? at : -1;
  }
  return -1;
}

function nextOf(text: string, from: number, separator: string): number {
  const [mark, line] = [text.indexOf(separator, from), text.indexOf("\n", from)];
  const ends = [mark, line].filter((end) => end >= 0);
  return ends.length > 0 ? Math.min(...ends) : text.length;
}
