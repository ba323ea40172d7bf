import { linkKind } from "../../rendering/links";

/** What a page that stands by itself may do: show what it holds, and nothing else. */
const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'";

/** A page ends soon after its text. Diagrams have the colours of the light. */
const BY_ITSELF =
  ".paper { padding-bottom: 5rem; } @media (prefers-color-scheme: dark) { .drawing-diagram { box-sizing: border-box; padding: 0.6em; border-radius: 6px; background: #fdfcfa; } }";

/** Code of more lines may break over pages. */
const MOST_KEPT = 30;

type Page = { title: string; lang: string; body: HTMLElement; css: string; looks: Record<string, string> };

/** A whole page of HTML that needs nothing but itself, and in which no browser runs or loads anything. */
export function wholePage(page: Page): string {
  const css = page.css + BY_ITSELF;
  return built({ ...page, css }, `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`, "");
}

/** The same for paper: light, links that lead nowhere on paper taken out. */
export function paperPage(page: Page): string {
  const ids = new Set([...page.body.querySelectorAll("[id]")].map(({ id }) => id));
  for (const link of page.body.querySelectorAll("a[href]")) {
    const address = link.getAttribute("href") ?? "";
    const kind = linkKind(address);
    // A fragment without its target would become an address of the window that prints.
    const leads = kind === "web" || kind === "mail" || (kind === "fragment" && ids.has(decoded(address.slice(1))));
    if (!leads) link.removeAttribute("href");
  }
  for (const details of page.body.querySelectorAll("details")) details.setAttribute("open", "");
  for (const code of page.body.querySelectorAll("pre")) {
    if ((code.textContent?.split("\n").length ?? 0) > MOST_KEPT) code.style.breakInside = "auto";
  }
  return built(page, "", ' data-theme="light"');
}

function built({ title, lang, body, css, looks }: Page, head: string, attributes: string): string {
  for (const link of body.querySelectorAll(".wiki-link")) link.replaceWith(...link.childNodes);
  const style = Object.entries(looks)
    .map(([name, value]) => `${name}: ${value}`)
    .join("; ");
  // A style sheet ends at the first `</style`, wherever it stands.
  const safe = css.replace(/<\/style/gi, "<\\/style");
  return `<!doctype html>
<html lang="${text(lang)}"${attributes} style="${text(style)}">
<head>
<meta charset="utf-8">
${head}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Galley">
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
