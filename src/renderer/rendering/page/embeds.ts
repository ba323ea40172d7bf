import { entryWordsFrom } from "../../../core/links/entry-links";
import type { EmbeddedNote } from "../../../shared/links";
import type { RenderingOptions } from "../rendered-document";
import { WIKI } from "../wiki-links";
import { cleanHtml } from "./clean-html";
import { previewMessages } from "./messages";
import { createPartRendering } from "./part-rendering";
import { embeddedIn } from "./pictures";

/** Finds what an embed shows, in the document or in a note embedded in it (`from`), or returns a sentence that says why it cannot be shown. */
export type FindEmbed = (
  target: string,
  from?: string,
) => Promise<{ status: "found"; part: EmbeddedNote } | { status: "refused"; message: string }>;

export type EmbedDeps = {
  find: FindEmbed;
  options(): RenderingOptions;
  /** The content of an embed is in place; what is in it is not drawn yet. */
  filled(section: HTMLElement): void;
  /** The content of an embed is about to be replaced. */
  emptied(section: HTMLElement): void;
};

/** How deep embeds are shown in one another, and the maximum number of them, and of their characters, in one that is not in another. */
const LIMITS = { depth: 4, embeds: 50, characters: 500_000 };

/** How often embeds in view are asked for again, in milliseconds, and how many at a time. */
const RECHECK = { every: 2000, most: 10 };

/** How far from the view an embed is still asked for again, in pixels. */
const NEAR = 1200;

/** The embeds around one, by path and part, outermost first, and what is left for all that are in the outermost one. */
type Chain = { keys: readonly string[]; left: { embeds: number; characters: number } };

/** An embed in place: the path and text of the note, or why it cannot be shown. */
type ShownEmbed = {
  target: string;
  path: string;
  text: string;
  message: string;
  /** What it was rendered with. */
  options: string;
  from: string | undefined;
  chain: Chain;
};

/** Shows notes in place of the links that embed them; `followed`: and again when they change, while they are in view. */
export function createEmbeds({ find, options, filled, emptied }: EmbedDeps, refresh: "followed" | "once" = "followed") {
  const parts = createPartRendering(options);
  const shown = new Map<HTMLElement, ShownEmbed>();
  let notes = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isStopped = false;

  const chainOf = (element: Element): Chain => {
    const around = element.parentElement?.closest<HTMLElement>("section.embed");
    return (
      (around && shown.get(around)?.chain) ?? {
        keys: [],
        left: { embeds: LIMITS.embeds, characters: LIMITS.characters },
      }
    );
  };

  async function fill(section: HTMLElement, embed: ShownEmbed, part: EmbeddedNote): Promise<void> {
    const blocks = await parts.render(part.text);
    if (blocks === null || isStopped) return;
    const page = section.ownerDocument;
    const body = page.createElement("div");
    body.className = "embed-body";
    body.dataset["from"] = part.path;
    for (const html of blocks) {
      const block = page.createElement("div");
      block.className = "block";
      block.append(cleanHtml(html));
      body.append(block);
    }
    adapt(body, part.path, ++notes);
    if (part.isCropped) body.append(paragraph(page, "cropped", previewMessages.embed.cropped));
    emptied(section);
    section.replaceChildren(titleOf(page, embed.target), body);
    filled(section);
  }

  async function check(section: HTMLElement, embed: ShownEmbed): Promise<void> {
    const found = await find(embed.target, embed.from);
    if (isStopped || shown.get(section) !== embed) return;
    const { path, text } = found.status === "found" ? found.part : { path: "", text: "" };
    const message = found.status === "found" ? "" : found.message;
    const now = JSON.stringify(options());
    const isSame = text === embed.text && message === embed.message && now === embed.options;
    if (path === embed.path && isSame) return;
    if (found.status === "found" && path === embed.path) {
      Object.assign(embed, { text, options: now });
      await fill(section, embed, found.part);
      return;
    }
    // Another note, or none: from the beginning, with its link in place of it.
    emptied(section);
    const link = section.ownerDocument.createElement("a");
    link.className = "wiki-link";
    link.setAttribute("href", WIKI + encodeURIComponent(embed.target));
    link.textContent = embed.target;
    section.replaceWith(link);
    shown.delete(section);
    await show(link);
  }

  function recheck(): void {
    if (document.hidden) return;
    let left = RECHECK.most;
    for (const [section, embed] of [...shown]) {
      if (!section.isConnected) {
        shown.delete(section);
        continue;
      }
      const { top, bottom } = section.getBoundingClientRect();
      const height = section.ownerDocument.defaultView?.innerHeight ?? 0;
      if (bottom < -NEAR || top > height + NEAR || left-- <= 0) continue;
      // To the end of the line, so that every embed has its turn.
      shown.delete(section);
      shown.set(section, embed);
      void check(section, embed).catch(() => {});
    }
  }

  function place(link: HTMLElement, embed: ShownEmbed): HTMLElement {
    const section = link.ownerDocument.createElement("section");
    section.className = "embed";
    replaceLine(link, section);
    shown.set(section, embed);
    if (refresh === "followed") timer ??= setInterval(recheck, RECHECK.every);
    return section;
  }

  async function show(link: HTMLAnchorElement): Promise<void> {
    const target = targetOf(link);
    const chain = chainOf(link);
    const from = embeddedIn(link);
    link.classList.remove("wiki-embed");
    const found = await find(target, from);
    if (isStopped || link.parentNode === null) return;
    const page = link.ownerDocument;
    const renderedWith = JSON.stringify(options());
    if (found.status === "refused") {
      const { message } = found;
      place(link, { target, path: "", text: "", message, options: renderedWith, from, chain }).append(
        missing(page, target, message),
      );
      return;
    }
    const { part } = found;
    const key = `${part.path}#${target.includes("#") ? part.line : ""}`;
    chain.left.embeds--;
    chain.left.characters -= part.text.length;
    const isInItself = chain.keys.includes(key);
    if (isInItself || chain.left.embeds < 0 || chain.left.characters < 0 || chain.keys.length >= LIMITS.depth) {
      link.title = isInItself ? previewMessages.embed.inItself : previewMessages.embed.tooMany;
      return;
    }
    const { path, text } = part;
    const embed = {
      target,
      path,
      text,
      message: "",
      options: renderedWith,
      from,
      chain: { ...chain, keys: [...chain.keys, key] },
    };
    const section = place(link, embed);
    section.append(titleOf(page, target));
    await fill(section, embed, part);
  }

  return {
    /** Replaces the link of an embed by what it embeds. It stays a link where it is in itself, too deep, or one of too many. */
    show,
    stop(): void {
      isStopped = true;
      clearInterval(timer);
      shown.clear();
      parts.stop();
    },
  };
}

/** Whether an element is in an embedded note, which is not edited where it is shown. */
export const isInEmbed = (element: Element): boolean => element.closest(".embed") !== null;

function targetOf(link: HTMLAnchorElement): string {
  const address = link.getAttribute("href") ?? "";
  try {
    return decodeURIComponent(address.slice(WIKI.length));
  } catch {
    return "";
  }
}

/** The name of the note and its part, as a link that opens it. */
function titleOf(page: Document, target: string): HTMLElement {
  const title = page.createElement("p");
  title.className = "embed-title";
  const link = page.createElement("a");
  link.className = "wiki-link";
  link.setAttribute("href", WIKI + encodeURIComponent(target));
  link.dir = "auto";
  link.textContent = target.slice(entryWordsFrom(target)).replace(/^#/, "").replaceAll("#", " › ");
  title.append(link);
  return title;
}

function paragraph(page: Document, className: string, text: string): HTMLElement {
  const made = page.createElement("p");
  made.className = className;
  made.textContent = text;
  return made;
}

function missing(page: Document, target: string, message: string): HTMLElement {
  const sign = paragraph(page, "absent", `${message} `);
  const address = page.createElement("span");
  address.className = "absent-address";
  address.textContent = target;
  sign.append(address);
  return sign;
}

/** Makes what is in an embed its own: targets of links are not those of the document around it, and nothing is ticked. `number`: of the embed. */
function adapt(body: HTMLElement, path: string, number: number): void {
  const NOTE = /^(#?fn(?:ref)?)(\d+)/;
  const numbered = (name: string) =>
    name.replace(NOTE, (_, kind: string, note: string) => `${kind}${number * 1000 + Number(note)}`);
  for (const element of body.querySelectorAll("[id]")) {
    if (NOTE.test(element.id)) element.id = numbered(element.id);
    else element.removeAttribute("id");
  }
  for (const link of body.querySelectorAll('a[href^="#"]')) {
    const address = link.getAttribute("href") ?? "";
    if (NOTE.test(address)) link.setAttribute("href", numbered(address));
    else {
      link.setAttribute("href", `${WIKI}${encodeURIComponent(`/${path}`)}${encodeURIComponent(decoded(address))}`);
      link.classList.add("wiki-link");
    }
  }
  for (const box of body.querySelectorAll("input")) box.setAttribute("disabled", "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Puts an element in place of a link that is alone on its line: the paragraph ends before it, and the rest of it follows. */
function replaceLine(link: HTMLElement, drawn: HTMLElement): void {
  const isSpace = (node: Node) => node.nodeType === 3 && node.nodeValue?.trim() === "";
  for (const side of ["previousSibling", "nextSibling"] as const)
    for (
      let next = link[side], left = 2;
      next && left > 0 && (isSpace(next) || next.nodeName === "BR");
      next = link[side], left--
    )
      next.remove();
  const above = link.parentElement;
  if (above?.localName !== "p") {
    link.replaceWith(drawn);
    return;
  }
  const below = above.cloneNode(false) as HTMLElement;
  while (link.nextSibling) below.append(link.nextSibling);
  link.remove();
  above.after(drawn);
  if (below.childNodes.length > 0) drawn.after(below);
  if (above.childNodes.length === 0) above.remove();
}
