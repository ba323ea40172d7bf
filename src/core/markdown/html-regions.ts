/** What HTML in Markdown spans: a block that opens an element is drawn with the text up to the block that closes it. */

/** Elements that may hold Markdown between the block that opens them and the one that closes them. */
const CONTAINERS = /<(\/?)(details|div|section|center|blockquote|table|dl|ul|ol|figure|p|h[1-6])(?=[\s/>])[^<>]*>/gi;

/** How many containers a piece of HTML opens and does not close; negative if it closes more. Comments and quoted `>` are not looked into. */
export function openedBy(html: string): number {
  let open = 0;
  for (const [tag, slash] of html.matchAll(CONTAINERS)) {
    if (slash === "/") open--;
    else if (!tag.endsWith("/>")) open++;
  }
  return open;
}

/** Whether HTML shows anything: not only comments and closing tags. */
export const showsSomething = (html: string): boolean =>
  /<[a-z]/i.test(html.replace(/<!--[\s\S]*?-->/g, "")) && !/^\s*<(?:script|style|iframe|object|template)\b/i.test(html);
