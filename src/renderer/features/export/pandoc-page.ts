import { documentFacts } from "../../../core/markdown/document-facts";
import { readProperties } from "../../../core/properties/front-properties";
import type { PandocPage } from "../../../shared/pandoc";

/** Front matter that an export writes in its own way. */
const KNOWN = /^(?:title|author|authors|date|lang|language)$/i;

/** Converts a collected page, with its drawings as source, to the HTML that pandoc reads; `front` is the document's beginning, `lang` its language. */
export function pandocPage(body: HTMLElement, lang: string, front: string): PandocPage {
  const facts = documentFacts(front);
  const pageBreak = `pagebreak${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters(byte)).join("")}`;
  const hasContents = body.querySelector(".contents") !== null;
  for (const contents of body.querySelectorAll(".contents, hr.footnotes-sep")) contents.remove();
  for (const rule of body.querySelectorAll("hr.page-break")) rule.replaceWith(made(body, "p", pageBreak));
  for (const link of body.querySelectorAll(".wiki-link, span.tag")) link.replaceWith(...link.childNodes);
  for (const box of body.querySelectorAll("input")) box.replaceWith(box.hasAttribute("checked") ? "☒" : "☐");
  markMaths(body);
  showPictures(body);
  quoteAlerts(body);
  const notes = takeNotes(body);
  const page = made(body, "body", "");
  page.append(...body.childNodes, ...notes);
  const properties = readProperties(front);
  const own = properties.status === "read" ? properties.properties : [];
  const meta = [
    ...facts.authors.map((author) => ["author", author] as const),
    ...(facts.date === "" ? [] : [["date", facts.date] as const]),
    ...own.filter(({ name, text }) => text !== "" && !KNOWN.test(name)).map(({ name, text }) => [name, text] as const),
  ].map(([name, content]) => `<meta name="${escaped(name)}" content="${escaped(content)}">`);
  // A heading is not a second title.
  const title = facts.title === "" ? "" : `<title>${escaped(facts.title)}</title>`;
  const html = `<!doctype html><html lang="${escaped(lang)}"><head><meta charset="utf-8">${title}${meta.join("")}</head>${withScripts(page.outerHTML)}</html>`;
  return { html, pageBreak, hasContents };
}

/** A byte as letters, which every format writes as they are. */
const letters = (byte: number): string => String.fromCharCode(97 + (byte >> 4), 97 + (byte & 15));

function made(body: HTMLElement, name: string, text: string): HTMLElement {
  const element = body.ownerDocument.createElement(name);
  element.textContent = text;
  return element;
}

/** Elements for formulas, which `withScripts` replaces: the page may make no scripts itself, not even of formulas. */
const TEX = { inline: "tex-inline", display: "tex-display" };

function markMaths(body: HTMLElement): void {
  for (const source of body.querySelectorAll("code.math")) {
    const tex = source.textContent ?? "";
    // It would end the script; no formula has that.
    if (/<\/?script|<!--/i.test(tex)) continue;
    source.replaceWith(made(body, source.classList.contains("math-display") ? TEX.display : TEX.inline, tex));
  }
}

/** Formulas as pandoc reads them in HTML. What is in a script is not escaped. */
const withScripts = (html: string): string =>
  html.replaceAll(/<tex-(inline|display)>([^<]*)<\/tex-\1>/g, (_, kind: string, tex: string) => {
    const plain = tex
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&nbsp;", " ")
      .replaceAll("&amp;", "&");
    return `<script type="math/tex${kind === "display" ? "; mode=display" : ""}">${plain}</script>`;
  });

/** Pictures by the names that the document has for them. */
function showPictures(body: HTMLElement): void {
  for (const picture of body.querySelectorAll("img")) {
    const name = decoded(picture.getAttribute("src") ?? "");
    if (/^\[\[.*\]\]$/s.test(name)) picture.setAttribute("src", encodeURI(name.slice(2, -2)));
  }
  for (const sign of body.querySelectorAll(".absent")) {
    const address = sign.querySelector(".absent-address")?.textContent ?? "";
    const picture = made(body, "img", "");
    picture.setAttribute("src", address);
    if (sign.getAttribute("role") === "img" && address !== "") sign.replaceWith(picture);
  }
}

/** Alerts and embedded notes as quotes, an alert with its title in bold: other formats have nothing like them. */
function quoteAlerts(body: HTMLElement): void {
  for (const title of body.querySelectorAll(".alert-title")) {
    const strong = made(body, "strong", "");
    strong.append(...title.childNodes);
    const paragraph = made(body, "p", "");
    paragraph.append(strong);
    title.replaceWith(paragraph);
  }
  for (const title of body.querySelectorAll(".embed-title")) title.remove();
  for (const alert of body.querySelectorAll(".alert, section.embed")) {
    const quote = made(body, "blockquote", "");
    quote.append(...alert.childNodes);
    alert.replaceWith(quote);
  }
}

/** Takes the footnotes out, as pandoc reads those of EPUBs. One that is called twice is there for each call. */
function takeNotes(body: HTMLElement): HTMLElement[] {
  const notes: HTMLElement[] = [];
  for (const item of body.querySelectorAll("section.footnotes li")) {
    for (const back of item.querySelectorAll(".footnote-backref")) back.remove();
    const note = made(body, "aside", "");
    note.setAttribute("epub:type", "footnote");
    note.id = item.id;
    note.append(...item.childNodes);
    notes.push(note);
  }
  for (const section of body.querySelectorAll("section.footnotes")) section.remove();
  for (const link of body.querySelectorAll("sup.footnote-ref > a")) {
    link.setAttribute("epub:type", "noteref");
    link.removeAttribute("id");
    link.parentElement?.replaceWith(link);
  }
  return notes;
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
