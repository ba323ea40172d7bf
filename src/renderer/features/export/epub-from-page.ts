import type { EpubChapter, EpubPicture, EpubPlan } from "../../../core/office/epub/epub-plan";
import { linkKind } from "../../rendering/links";
import { isInEmbed } from "../../rendering/page/embeds";
import { exportMessages } from "./messages";
import { bytesOf, paintedPng } from "./picture-bytes";

const OPS = "http://www.idpf.org/2007/ops";
const HEADINGS = "h1, h2, h3, h4, h5, h6";

type About = Pick<EpubPlan, "title" | "authors" | "date" | "lang" | "authorship"> & { created: string | null };

/** The plan of an EPUB for a collected page: a chapter for each heading of the first level that has several, with its own notes. */
export async function epubPlan(body: HTMLElement, about: About, signal: AbortSignal): Promise<EpubPlan> {
  const { created, ...rest } = about;
  const chapters = splitChapters(body);
  moveNotes(body, chapters);
  const nameOf = (index: number) => `c${String(index + 1).padStart(4, "0")}.xhtml`;
  const places = uniqueIds(chapters, nameOf);
  const pictures: EpubPicture[] = [];
  for (const image of chapters.flatMap((chapter) => [...chapter.querySelectorAll("img")])) {
    signal.throwIfAborted();
    await takePicture(image, pictures);
  }
  const contents: EpubPlan["contents"][number][] = [];
  const written = chapters.map((chapter, index): EpubChapter => {
    for (const heading of chapter.querySelectorAll(HEADINGS)) {
      if (isInEmbed(heading)) continue;
      const title = heading.textContent?.trim() ?? "";
      const fragment = heading.id === "" ? "" : `#${encodeURIComponent(heading.id)}`;
      contents.push({ level: Number(heading.localName[1]), title, address: nameOf(index) + fragment });
    }
    for (const link of chapter.querySelectorAll("a")) tidyLink(link, places);
    for (const element of chapter.querySelectorAll<HTMLElement>("*")) tidy(element);
    const title = chapter.querySelector(HEADINGS)?.textContent?.trim() ?? "";
    const hasMath = chapter.querySelector("math") !== null;
    return { name: nameOf(index), title, xhtml: serialized(chapter), hasMath };
  });
  return {
    ...rest,
    moment: created ?? new Date().toISOString().replace(/\.\d{3}Z$/, "Z"),
    identifier: await identifierOf(about),
    contentsTitle: exportMessages.contents,
    chapters: written,
    contents,
    pictures,
  };
}

/** The blocks of the page by chapter. What precedes the first heading is a chapter too. */
function splitChapters(body: HTMLElement): HTMLElement[] {
  const level = ["h1", "h2"].find((name) => body.querySelectorAll(`:scope > .block > ${name}`).length > 1);
  const chapters: HTMLElement[] = [];
  for (const block of [...body.children]) {
    const isStart = level !== undefined && block.querySelector(`:scope > ${level}`) !== null;
    if (isStart || chapters.length === 0) chapters.push(body.ownerDocument.createElement("div"));
    chapters.at(-1)?.append(block);
  }
  return chapters.length === 0 ? [body.ownerDocument.createElement("div")] : chapters;
}

/** Moves each footnote to the end of the chapter that refers to it, where readers can show it beside its mark. */
function moveNotes(body: HTMLElement, chapters: readonly HTMLElement[]): void {
  const page = body.ownerDocument;
  const holds = (id: string) => (chapter: HTMLElement) => chapter.querySelector(`[id="${CSS.escape(id)}"]`) !== null;
  for (const section of chapters.flatMap((chapter) => [...chapter.querySelectorAll("section.footnotes")])) {
    if (isInEmbed(section)) continue;
    for (const note of section.querySelectorAll(":scope > ol > li")) {
      const back = note.querySelector(".footnote-backref")?.getAttribute("href")?.slice(1) ?? "";
      const chapter = chapters.find(holds(back)) ?? chapters.at(-1);
      let notes = chapter?.querySelector(":scope > .notes");
      if (!notes) {
        notes = page.createElement("section");
        notes.className = "notes";
        chapter?.append(notes);
      }
      const aside = page.createElement("aside");
      aside.className = "note";
      aside.setAttributeNS(OPS, "epub:type", "footnote");
      aside.id = note.id;
      const number = page.createElement("p");
      const first = note.querySelector(":scope > p");
      if (!first) note.prepend(number);
      (first ?? number).prepend(`${/\d+/.exec(note.id)?.[0] ?? "*"}. `);
      aside.append(...note.childNodes);
      notes.append(aside);
    }
    const separator = section.previousElementSibling;
    if (separator?.className === "footnotes-sep") separator.remove();
    section.remove();
  }
  for (const link of chapters.flatMap((chapter) => [...chapter.querySelectorAll(".footnote-ref a")]))
    link.setAttributeNS(OPS, "epub:type", "noteref");
}

/** The chapter of each id. A later element with the same id loses it: in XML an id is there once. */
function uniqueIds(chapters: readonly HTMLElement[], nameOf: (index: number) => string): Map<string, string> {
  const places = new Map<string, string>();
  for (const [index, chapter] of chapters.entries())
    for (const element of chapter.querySelectorAll("[id]")) {
      if (element.id === "" || /\s/.test(element.id) || places.has(element.id)) element.removeAttribute("id");
      else places.set(element.id, nameOf(index));
    }
  return places;
}

async function takePicture(image: HTMLImageElement, pictures: EpubPicture[]): Promise<void> {
  const picture = await epubPicture(image);
  if (!picture) {
    image.replaceWith(image.alt);
    return;
  }
  const name = `p${String(pictures.length + 1).padStart(4, "0")}.${picture.extension}`;
  const same = pictures.find(
    ({ bytes }) => bytes.length === picture.bytes.length && bytes.every((byte, at) => byte === picture.bytes[at]),
  );
  if (!same) pictures.push({ name, type: picture.type, bytes: picture.bytes });
  image.setAttribute("src", same?.name ?? name);
  image.setAttribute("alt", image.alt.slice(0, 500));
}

/** Links lead into the EPUB, to the web or to mail; others lose their address. */
function tidyLink(link: HTMLAnchorElement, places: ReadonlyMap<string, string>): void {
  const address = link.getAttribute("href");
  if (address === null) return;
  const kind = linkKind(address);
  const id = kind === "fragment" ? decoded(address.slice(1)) : "";
  const chapter = places.get(id);
  if (kind === "fragment" && chapter !== undefined) link.setAttribute("href", `${chapter}#${encodeURIComponent(id)}`);
  else if ((kind === "web" || kind === "mail") && URL.canParse(address))
    link.setAttribute("href", new URL(address).href);
  else link.removeAttribute("href");
}

/** Attributes of HTML 4 become styles, and elements that XHTML 5 does not have become others. */
function tidy(element: HTMLElement): void {
  if (element.namespaceURI !== "http://www.w3.org/1999/xhtml") return;
  const align = /^(?:left|right|center|justify)$/i.exec(element.getAttribute("align") ?? "")?.[0];
  if (align) element.style.textAlign = align.toLowerCase();
  element.removeAttribute("align");
  const isPicture = element.localName === "img";
  for (const side of ["width", "height"] as const) {
    const value = element.getAttribute(side);
    if (value === null || (isPicture && /^[1-9]\d*$/.test(value))) continue;
    if (/^\d+%$/.test(value)) element.style[side] = value;
    element.removeAttribute(side);
  }
  if (/^[uo]l$/.test(element.localName)) element.removeAttribute("type");
  if (element.localName !== "th") element.removeAttribute("scope");
  for (const name of element.getAttributeNames()) if (name.startsWith("data-")) element.removeAttribute(name);
  const instead = element.localName === "center" ? "div" : element.localName === "tt" ? "code" : null;
  if (instead === null) return;
  const other = element.ownerDocument.createElement(instead);
  for (const { name, value } of element.attributes) other.setAttribute(name, value);
  if (instead === "div") other.style.textAlign = "center";
  other.append(...element.childNodes);
  element.replaceWith(other);
}

/** As XML, without the characters that XML cannot contain. */
function serialized(chapter: HTMLElement): string {
  const writer = new XMLSerializer();
  const text = [...chapter.childNodes].map((node) => writer.serializeToString(node)).join("\n");
  return text.toWellFormed().replace(/(?![\n\r\t\u0080-\u009f])\p{Cc}|[\ufffe\uffff]/gu, "");
}

/** The same for every export of a document with this title, these authors and this language. */
async function identifierOf({ title, authors, lang }: About): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(["galley", title, authors, lang]));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  // A UUID made by hashing (version 8).
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

type ReadPicture = { type: string; extension: string; bytes: Uint8Array };

/** Formats that every reader of EPUBs shows. */
const KEPT = { png: "png", jpeg: "jpg", gif: "gif" } as const;

/** A picture of the collected document for an EPUB; others than PNG, JPEG and GIF become PNG. Null if it cannot be read. */
async function epubPicture(image: HTMLImageElement): Promise<ReadPicture | null> {
  const address = image.getAttribute("src") ?? "";
  const found = /^data:image\/([a-z+-]+)[;,]/i.exec(address)?.[1]?.toLowerCase();
  if (found === undefined) return null;
  try {
    const extension = KEPT[found as keyof typeof KEPT];
    if (extension !== undefined) return { type: `image/${found}`, extension, bytes: await bytesOf(address) };
    const shown = new Image();
    shown.src = address;
    await shown.decode();
    const width = image.width || shown.naturalWidth || 300;
    const height = image.height || (width * shown.naturalHeight) / shown.naturalWidth || 150;
    return { type: "image/png", extension: "png", bytes: await paintedPng(shown, width, height) };
  } catch {
    return null;
  }
}
