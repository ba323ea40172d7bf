import { WidgetType } from "@codemirror/view";
import { element } from "./element";

/** A horizontal rule in place of `---`. */
export class RuleWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }
  override toDOM(): HTMLElement {
    const rule = element("span", "cm-live-rule");
    rule.setAttribute("role", "separator");
    return rule;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}
