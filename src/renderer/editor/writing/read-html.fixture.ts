import type { RichNode } from "./from-html";

const VOID = /^(?:br|hr|img|input|meta|col)$/;

type Open = { name: string; attributes: Record<string, string>; children: RichNode[] };

/** Parses well-formed HTML into nodes for tests; the window uses the browser's parser. */
export function readHtml(html: string): RichNode[] {
  const root: Open = { name: "", attributes: {}, children: [] };
  const open: Open[] = [root];
  for (const [token, tag, rest] of html.matchAll(/<(\/?[\w:]+)([^>]*)>|[^<]+/g)) {
    const top = open.at(-1) ?? root;
    if (tag === undefined)
      top.children.push(
        token
          .replace(/&nbsp;/g, "\u00a0")
          .replace(/&lt;/g, "<")
          .replace(/&amp;/g, "&"),
      );
    else if (tag.startsWith("/")) open.pop();
    else {
      const attributes = Object.fromEntries(
        [...(rest ?? "").matchAll(/([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'))?/g)].map(([, key, a, b]) => [
          key ?? "",
          a ?? b ?? "",
        ]),
      );
      const made: Open = { name: tag.toLowerCase(), attributes, children: [] };
      top.children.push(made);
      if (!VOID.test(made.name)) open.push(made);
    }
  }
  return root.children;
}
