import { type EditorView, hoverTooltip, type Tooltip } from "@codemirror/view";
import { isNoteEmbed } from "../../../core/links/note-embeds";
import { element } from "./element";
import { followLink, type LinkAtCursor, linkAt } from "./follow-link";
import { type ShowEmbed, showEmbed } from "./live-host";
import { liveMessages } from "./messages";

/** How long the pointer rests on a link before its note is shown, in milliseconds. */
const REST_MS = 500;

/** The height before the note is known, and the maximum height, in pixels. The rest of it is scrolled. */
const HEIGHT = { first: 60, most: 320 };

/** The note that a link names, as an embed would name it; null if it leads elsewhere. */
export function notePreviewed({ kind, target }: LinkAtCursor): string | null {
  if (kind === "wiki") return target.startsWith("#") || !isNoteEmbed(target) ? null : target;
  if (kind !== "address" || /^(?:[a-z][a-z\d+.-]*:|[#/\\])/i.test(target)) return null;
  const [path = ""] = target.split(/[?#]/, 1);
  if (!/\.(?:md|markdown)$/i.test(path)) return null;
  try {
    return decodeURIComponent(target);
  } catch {
    return null;
  }
}

/** Shows the note of a link beside it while the pointer rests on the link. A click in it opens the note. */
export const linkHover = hoverTooltip(
  (view, at): Tooltip | null => {
    const show = view.state.facet(showEmbed);
    const link = show === null ? null : linkAt(view.state, at);
    const note = link === null ? null : notePreviewed(link);
    if (show === null || link === null || note === null) return null;
    return {
      pos: link.from,
      end: link.to,
      above: true,
      create: (shownIn) => createPreview(shownIn, link, note, show),
    };
  },
  { hoverTime: REST_MS, hideOnChange: true },
);

function createPreview(view: EditorView, link: LinkAtCursor, note: string, show: ShowEmbed) {
  const dom = element("div", "cm-link-preview");
  dom.setAttribute("role", "note");
  dom.setAttribute("aria-label", liveMessages.linkPreview(note));
  const setHeight = (height: number) => {
    dom.style.height = `${Math.min(height, HEIGHT.most)}px`;
  };
  setHeight(HEIGHT.first);
  let stop: (() => void) | null = null;
  const open = () => {
    stop = show(
      dom,
      { kind: "note", source: note },
      {
        clicked: (where) => void view.state.facet(followLink).some((go) => go(link, view, where)),
        resized: setHeight,
        reloaded() {
          stop?.();
          dom.replaceChildren();
          open();
        },
      },
    );
  };
  return { dom, mount: open, destroy: () => stop?.() };
}
