import { isInEmbed } from "../../rendering/page/embeds";

const HEADINGS = "h1, h2, h3, h4, h5, h6";

/** Puts a table of contents before the text, or below its title, if the page has headings and no `[TOC]`. */
export function addContents(body: HTMLElement): void {
  if (body.querySelector(".contents")) return;
  const page = body.ownerDocument;
  const all = [...body.querySelectorAll<HTMLElement>(HEADINGS)].filter((heading) => !isInEmbed(heading));
  const [first] = all;
  const isTitle = first?.localName === "h1" && all.filter(({ localName }) => localName === "h1").length === 1;
  const listed = (isTitle ? all.slice(1) : all).filter(({ id }) => id !== "");
  if (listed.length === 0) return;
  const contents = page.createElement("div");
  contents.className = "contents";
  const open: { level: number; list: HTMLElement }[] = [];
  for (const heading of listed) {
    const level = Number(heading.localName[1]);
    while (open.length > 1 && level <= (open.at(-2)?.level ?? 0)) open.pop();
    const last = open.at(-1);
    if (!last || level > last.level) {
      const list = page.createElement("ul");
      (last ? (last.list.lastElementChild ?? last.list) : contents).append(list);
      open.push({ level, list });
    } else last.level = level;
    const item = page.createElement("li");
    const link = page.createElement("a");
    link.href = `#${encodeURIComponent(heading.id)}`;
    link.textContent = heading.textContent;
    item.dir = "auto";
    item.append(link);
    open.at(-1)?.list.append(item);
  }
  const block = page.createElement("div");
  block.className = "block";
  block.append(contents);
  const title = isTitle ? first?.closest(".block") : null;
  if (title) title.after(block);
  else body.prepend(block);
}

/** The dots between a heading and its page number. */
export function addLeaders(body: HTMLElement): void {
  for (const link of body.querySelectorAll(".contents a")) {
    const leader = body.ownerDocument.createElement("span");
    leader.className = "leader";
    link.append(leader);
  }
}
