import { linkKind } from "../../rendering/links";

/** The content security policy of an exported page: no scripts, no network. */
const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'";

/** Page layout of the standalone HTML. */
const STANDALONE_CSS = ".paper { padding-bottom: 5rem; } ";

/** A page for both has its diagrams in light colours. */
const DIAGRAMS_IN_DARK =
  "@media (prefers-color-scheme: dark) { .drawing-diagram { box-sizing: border-box; padding: 0.6em; border-radius: 6px; background: #fdfcfa; } }";

/** Longer code blocks may break across pages. */
const MAX_UNBROKEN_LINES = 30;

type Page = {
  title: string;
  authors: readonly string[];
  date: string;
  lang: string;
  /** Who wrote what, in a sentence; empty if the page does not say. */
  authorship: string;
  body: HTMLElement;
  css: string;
  appearance: Record<string, string>;
};

/** A standalone HTML page that runs nothing and loads nothing. */
export function standalonePage(page: Page, colours: "both" | "light" | "dark"): string {
  const css = page.css + STANDALONE_CSS + (colours === "both" ? DIAGRAMS_IN_DARK : "");
  const attributes = colours === "both" ? "" : ` data-theme="${colours}"`;
  return buildPage({ ...page, css }, `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`, attributes);
}

/** The page for printing: light theme, without links that have no meaning on paper. */
export function paperPage(page: Page): string {
  const ids = new Set([...page.body.querySelectorAll("[id]")].map(({ id }) => id));
  for (const link of page.body.querySelectorAll("a[href]")) {
    const address = link.getAttribute("href") ?? "";
    const kind = linkKind(address);
    // A fragment link without a target would resolve to the URL of the print window.
    const leads = kind === "web" || kind === "mail" || (kind === "fragment" && ids.has(decoded(address.slice(1))));
    if (!leads) link.removeAttribute("href");
  }
  for (const details of page.body.querySelectorAll("details")) details.setAttribute("open", "");
  for (const code of page.body.querySelectorAll("pre")) {
    if ((code.textContent?.split("\n").length ?? 0) > MAX_UNBROKEN_LINES) code.style.breakInside = "auto";
  }
  return buildPage(page, "", ' data-theme="light"');
}

function buildPage(
  { title, authors, date, lang, authorship, body, css, appearance }: Page,
  head: string,
  attributes: string,
): string {
  // Where a relative link of an embedded note leads, the page cannot say.
  for (const link of body.querySelectorAll(".embed a[href]"))
    if (linkKind(link.getAttribute("href") ?? "") === "file") link.removeAttribute("href");
  for (const link of body.querySelectorAll(".wiki-link")) link.replaceWith(...link.childNodes);
  const style = Object.entries(appearance)
    .map(([name, value]) => `${name}: ${value}`)
    .join("; ");
  const about = [
    ...authors.map((author) => `<meta name="author" content="${text(author)}">`),
    ...(date === "" ? [] : [`<meta name="dcterms.date" content="${text(date)}">`]),
    ...(authorship === "" ? [] : [`<meta name="authorship" content="${text(authorship)}">`]),
  ].join("\n");
  // A `</style` anywhere in the CSS would end the style element.
  const safe = css.replace(/<\/style/gi, "<\\/style");
  return `<!doctype html>
<html lang="${text(lang)}"${attributes} style="${text(style)}">
<head>
<meta charset="utf-8">
${head}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Galley">
${about}
<meta name="color-scheme" content="light dark">
<title>${text(title)}</title>
<style>${safe}</style>
</head>
<body>
<main class="paper">
${body.innerHTML}
</main>
</body>
</html>
`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const text = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
