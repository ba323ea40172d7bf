import { type EditorState, type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import {
  type Command,
  closeHoverTooltips,
  type EditorView,
  hoverTooltip,
  keymap,
  showTooltip,
  type Tooltip,
} from "@codemirror/view";
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

/** The note of the link at a position, as a tooltip; null if there is none to show. */
function previewAt(state: EditorState, at: number): Tooltip | null {
  const show = state.facet(showEmbed);
  const link = show === null ? null : linkAt(state, at);
  const note = link === null ? null : notePreviewed(link);
  if (show === null || link === null || note === null) return null;
  return {
    pos: link.from,
    end: link.to,
    above: true,
    create: (shownIn) => createPreview(shownIn, link, note, show),
  };
}

const previewShown = StateEffect.define<Tooltip | null>();

/** The preview that a command has shown, until the text or the selection changes. */
const previewAtCursor = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(previewShown)) return effect.value;
    return docChanged || selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

/** Shows the note of the link at the cursor, or hides it again. */
export const previewLinkAtCursor: Command = (view) => {
  const known = view.state.field(previewAtCursor, false);
  if (known === undefined) return false;
  const tooltip = known === null ? previewAt(view.state, view.state.selection.main.head) : null;
  if (known === null && tooltip === null) return false;
  // The pointer may rest on the same link.
  view.dispatch({ effects: [previewShown.of(tooltip), closeHoverTooltips] });
  return true;
};

/** The note of the link under the pointer, unless it is shown already. */
function previewAtPointer({ state }: EditorView, at: number): Tooltip | null {
  const tooltip = previewAt(state, at);
  return tooltip?.pos === state.field(previewAtCursor, false)?.pos ? null : tooltip;
}

const hidePreview: Command = (view) => {
  if (!view.state.field(previewAtCursor, false)) return false;
  view.dispatch({ effects: previewShown.of(null) });
  return true;
};

/** Shows the note of a link beside it while the pointer rests on the link, or after `previewLinkAtCursor`. A click in it opens the note. */
export const linkHover: Extension = [
  hoverTooltip(previewAtPointer, { hoverTime: REST_MS, hideOnChange: true }),
  previewAtCursor,
  Prec.high(keymap.of([{ key: "Escape", run: hidePreview }])),
];

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
