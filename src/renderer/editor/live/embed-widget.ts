import { type EditorView, WidgetType } from "@codemirror/view";
import type { EmbeddedContent } from "../../rendering/page/embed-frame";
import { element } from "./element";
import { followLink } from "./follow-link";
import type { ShowEmbed } from "./live-host";

/** The height before the content is known, in pixels. */
const DEFAULT_HEIGHT = 60;

/** The maximum number of heights that are remembered. */
const MAX_KNOWN = 500;

/** The largest share of the window that an embed takes; the rest of it is scrolled. */
const MAX_SHARE = 0.7;

/** The last heights of what was shown in pixels, by its source, so that little moves when one comes into view again. */
const heights = new Map<string, number>();

/** Something in place of its source, or below it, in a frame in which nothing runs. */
abstract class FrameWidget extends WidgetType {
  abstract readonly kind: EmbeddedContent["kind"];
  abstract readonly element: "span" | "div";

  constructor(
    readonly source: string,
    readonly show: ShowEmbed,
  ) {
    super();
  }

  /** What a click does that follows no link out of Galley. */
  protected abstract clicked(view: EditorView, holder: HTMLElement, where: "here" | "beside"): void;

  override eq(other: FrameWidget): boolean {
    return this.kind === other.kind && this.source === other.source && this.show === other.show;
  }

  override get estimatedHeight(): number {
    return this.element === "div" ? (heights.get(this.source) ?? DEFAULT_HEIGHT) : -1;
  }

  override toDOM(view: EditorView): HTMLElement {
    const holder = element(this.element, `cm-live-embed cm-live-embed-${this.kind}`);
    const { kind, source, show } = this;
    const setHeight = (height: number) => {
      const shown = Math.min(height, Math.round(window.innerHeight * MAX_SHARE));
      holder.style.height = `${shown}px`;
    };
    setHeight(heights.get(source) ?? DEFAULT_HEIGHT);
    const open = () => {
      stops.set(
        holder,
        show(
          holder,
          { kind, source },
          {
            clicked: (where) => this.clicked(view, holder, where),
            resized(height) {
              if (height === heights.get(source) && holder.offsetHeight > 0) return;
              if (heights.size >= MAX_KNOWN) heights.clear();
              heights.set(source, height);
              setHeight(height);
              view.requestMeasure();
            },
            reloaded() {
              stops.get(holder)?.();
              holder.replaceChildren();
              open();
            },
          },
        ),
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

/** An embedded note. A click opens it. */
export class EmbedWidget extends FrameWidget {
  readonly kind = "note";
  readonly element = "span";

  protected override clicked(view: EditorView, holder: HTMLElement, where: "here" | "beside"): void {
    const at = view.posAtDOM(holder);
    const link = { kind: "wiki", target: this.source, from: at, to: at } as const;
    view.state.facet(followLink).some((go) => go(link, view, where));
  }
}

/** HTML with the Markdown in it. A click edits it. */
export class HtmlWidget extends FrameWidget {
  readonly kind = "html";
  readonly element = "div";

  protected override clicked(view: EditorView, holder: HTMLElement): void {
    view.dispatch({ selection: { anchor: view.posAtDOM(holder) }, userEvent: "select.pointer" });
    view.focus();
  }
}

/** What ends each embed that is shown. */
const stops = new WeakMap<HTMLElement, () => void>();
