import type { Text } from "@codemirror/state";
import type { Shell } from "../../workbench/api/shell";
import type { Tab } from "../../workbench/api/tabs";
import { collectDocument } from "./collect-document";
import { exportMessages } from "./messages";

/** Inline styles for programs that paste HTML without our style sheet. */
const STYLES: readonly (readonly [selector: string, style: string])[] = [
  ["pre", "font-family: monospace; background: #f3f2ef; padding: 8px 12px; white-space: pre-wrap"],
  ["code, kbd, samp", "font-family: monospace"],
  ["blockquote, .alert", "border-left: 3px solid #8b867b; margin-left: 0; padding-left: 12px; color: #5c5850"],
  [
    "blockquote[dir='rtl'], .alert[dir='rtl']",
    "border-left: none; border-right: 3px solid #8b867b; margin-right: 0; padding-left: 0; padding-right: 12px",
  ],
  ["table", "border-collapse: collapse"],
  ["th, td", "border: 1px solid #b5b0a5; padding: 4px 8px; vertical-align: top"],
  ["th", "text-align: start; background: #f3f2ef"],
  [".align-right", "text-align: right"],
  [".align-center", "text-align: center"],
  [".alert-title", "font-weight: bold; margin-bottom: 4px"],
];

/**
 * Copies the selection or the whole document as HTML and as source text. Formulas stay as source, since hardly any program accepts
 * them as HTML.
 */
export async function copyRich(
  { bridge, notices, $settings }: Pick<Shell, "bridge" | "notices" | "$settings">,
  { editor }: Tab,
): Promise<void> {
  if (!(await editor.loadAll())) {
    notices.error(editor.$status.get().message);
    return;
  }
  const whole = editor.content();
  const { from, to } = editor.selectedRange();
  const text: Text = from < to ? whole.slice(from, to) : whole;
  try {
    const body = await collectDocument({
      text,
      doc: editor.doc,
      bridge,
      drawings: "source",
      theme: "light",
      pictures: "embedded",
      frontMatter: false,
      settings: $settings.get(),
      signal: AbortSignal.timeout(60_000),
      onProgress: () => {},
    });
    for (const [selector, style] of STYLES) {
      for (const element of body.querySelectorAll<HTMLElement>(selector)) element.style.cssText += `; ${style}`;
    }
    for (const box of body.querySelectorAll("input")) box.replaceWith(box.hasAttribute("checked") ? "☑ " : "☐ ");
    for (const link of body.querySelectorAll(".wiki-link, a[href^='#']")) link.replaceWith(...link.childNodes);
    for (const block of body.querySelectorAll(".block")) block.replaceWith(...block.childNodes);
    for (const element of body.querySelectorAll("[class], [id]")) {
      element.removeAttribute("class");
      element.removeAttribute("id");
    }
    await bridge.request("app:copy-rich", { html: body.innerHTML, text: text.sliceString(0) });
    notices.info(exportMessages.copied);
  } catch (error) {
    notices.error(exportMessages.copyFailed(error instanceof Error ? error.message : String(error)));
  }
}
