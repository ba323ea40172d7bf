import type { MarkdownIt, StateInline } from "markdown-it";
import { entryWordsFrom } from "../../core/links/entry-links";
import { isNoteEmbed } from "../../core/links/note-embeds";

const REACH = 400;
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i;

/** The scheme of links whose target is the name of a page in the folder. */
export const WIKI = "galley-wiki:";

/** `[[Page]]` and `[[Page#Heading|text]]`. With `!` before it an image is embedded; anything else becomes a link, which `embeds.ts` marks if a note can be shown in its place. */
export function wikiLinks(md: MarkdownIt): void {
  md.inline.ruler.before("link", "wiki_link", rule);
}

function rule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const isEmbedded = src.charCodeAt(pos) === 33;
  const open = isEmbedded ? pos + 1 : pos;
  if (src.charCodeAt(open) !== 91 || src.charCodeAt(open + 1) !== 91) return false;
  const inner = src.slice(open + 2, Math.min(posMax, open + 2 + REACH));
  const found = /^([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\]/.exec(inner);
  if (!found) return false;
  if (!silent) {
    const target = found[1]?.trim() ?? "";
    const shown = found[2]?.trim() || target.slice(entryWordsFrom(target));
    if (isEmbedded && IMAGE.test(target)) {
      const image = state.push("image", "img", 0);
      image.attrs = [
        ["src", encodeURI(`[[${target}]]`)],
        ["alt", ""],
      ];
      image.content = shown;
      image.meta = { file: target };
      const text = new state.Token("text", "", 0);
      text.content = shown;
      image.children = [text];
    } else {
      const link = state.push("link_open", "a", 1);
      link.attrs = [
        ["href", WIKI + encodeURIComponent(target)],
        ["class", "wiki-link"],
      ];
      if (isEmbedded && isNoteEmbed(target)) link.meta = { embed: true };
      state.push("text", "", 0).content = shown;
      state.push("link_close", "a", -1);
    }
  }
  state.pos = open + 2 + found[0].length;
  return true;
}
