import { type EditorView, WidgetType } from "@codemirror/view";
import { element } from "./element";
import { followLink } from "./follow-link";
import type { ShowEmbed } from "./live-host";

/** The most heights that are remembered. */
const MAX_KNOWN = 500;

/** The largest share of the window that an embed takes; the rest of it is scrolled. */
const MAX_SHARE = 0.7;

/** The last heights of embeds in pixels, by target, so that little moves when one comes into view again. */
const heights = new Map<string, number>();

/** An embedded note in place of its source, or below it. A click opens the note. */
export class EmbedWidget extends WidgetType {
  constructor(
    readonly target: string,
    readonly show: ShowEmbed,
  ) {
    super();
  }

  override eq(other: EmbedWidget): boolean {
    return this.target === other.target && this.show === other.show;
  }

  override toDOM(view: EditorView): HTMLElement {
    const holder = element("span", "cm-live-embed");
    const { target, show } = this;
    const setHeight = (height: number) => {
      const shown = Math.min(height, Math.round(window.innerHeight * MAX_SHARE));
      holder.style.height = `${shown}px`;
    };
    setHeight(heights.get(target) ?? 60);
    const open = () => {
      stops.set(
        holder,
        show(holder, target, {
          clicked(where) {
            const at = view.posAtDOM(holder);
            view.state.facet(followLink).some((go) => go({ kind: "wiki", target, from: at, to: at }, view, where));
          },
          resized(height) {
            if (height === heights.get(target) && holder.offsetHeight > 0) return;
            if (heights.size >= MAX_KNOWN) heights.clear();
            heights.set(target, height);
            setHeight(height);
            view.requestMeasure();
          },
          reloaded() {
            stops.get(holder)?.();
            holder.replaceChildren();
            open();
          },
        }),
      );
    };
    open();
    return holder;
  }

  override destroy(holder: HTMLElement): void {
    stops.get(holder)?.();
    stops.delete(holder);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** What ends each embed that is shown. */
const stops = new WeakMap<HTMLElement, () => void>();
