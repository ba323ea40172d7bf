import { WidgetType } from "@codemirror/view";
import { element } from "./element";
import { liveMessages } from "./messages";

/** A horizontal rule in place of `---`, or the dashed line of a page break. */
export class RuleWidget extends WidgetType {
  constructor(readonly kind: "rule" | "page break" = "rule") {
    super();
  }
  override eq(other: RuleWidget): boolean {
    return other.kind === this.kind;
  }
  override toDOM(): HTMLElement {
    const isBreak = this.kind === "page break";
    const rule = element("span", isBreak ? "cm-live-rule cm-live-page-break" : "cm-live-rule");
    if (isBreak) rule.title = liveMessages.pageBreak;
    rule.setAttribute("role", "separator");
    return rule;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}
