import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { OfficeHeading } from "../../../../shared/office";
import type { CustomEditorTab } from "../../../editor/custom-editor-tab";
import { commandTitle } from "../../../ui/command-messages";
import { ListButton } from "../../../ui/kit/list";
import { messages as uiMessages } from "../../../ui/messages";
import { useShell } from "../../../workbench/api/shell-context";
import { officeModelOf } from "../model/office-model";
import "./office-outline.css";
import { officeMessages } from "../messages";

/** The outline of an Office document: headings, or slides. */
export default function OfficeOutline({ tab }: { tab: CustomEditorTab }) {
  const shell = useShell();
  const { layout, tabs } = shell;
  const model = officeModelOf(tab, shell);
  const state = useStore(model.$state);
  const wantsFocus = useStore(layout.$outlineFocus);
  const list = useRef<HTMLDivElement>(null);
  const [headings, setHeadings] = useState<readonly OfficeHeading[] | null>(null);
  const version = state.status === "ready" ? state.content.version : null;

  useEffect(() => {
    if (version === null) return;
    let isCurrent = true;
    void tab.bridge.request("office:outline", tab.doc).then((answer) => {
      if (isCurrent) setHeadings(answer.ok ? answer.headings : []);
    });
    return () => {
      isCurrent = false;
    };
  }, [tab, version]);

  useEffect(() => {
    if (!wantsFocus || headings === null) return;
    layout.outlineFocused();
    (list.current?.querySelector<HTMLElement>("button") ?? list.current)?.focus();
  }, [wantsFocus, headings, layout]);

  const back = () => {
    const active = tabs.$active.get();
    if (active !== null) tabs.activate(active);
  };
  const isPage = tab.office?.kind === "document";
  const showMenu = async ({ index, text }: Pick<OfficeHeading, "index" | "text">) => {
    if (!isPage) return;
    const picked = await tab.bridge.request("app:menu", [{ id: "protect", label: commandTitle("protect-section") }]);
    if (picked === "protect") await shell.comments.protect("section", { first: index, last: index, text });
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
    const at = lines.indexOf(document.activeElement as HTMLElement);
    const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 };
    const next = to[event.key];
    if (event.key === "Escape") back();
    else if (next !== undefined) lines[Math.max(0, Math.min(lines.length - 1, next))]?.focus();
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys lead from one button of it to the next
    <div
      ref={list}
      className="office-outline scrolls"
      tabIndex={-1}
      onKeyDown={handleKeyDown}
      onFocus={() => layout.$outlineHasFocus.set(true)}
      onBlur={() => layout.$outlineHasFocus.set(false)}
    >
      {headings === null ? <p className="sides ends soft">{uiMessages.loading}</p> : null}
      {headings?.length === 0 ? <p className="sides ends soft">{officeMessages.noHeadings}</p> : null}
      {headings?.map(({ id, index, level, text }) => (
        <ListButton
          key={id}
          className="clip"
          style={{ paddingInlineStart: `${0.8 + (level - 1) * 1}rem` }}
          title={text}
          onContextMenu={(event) => {
            event.preventDefault();
            void showMenu({ index, text });
          }}
          onClick={() => {
            model.go({ index });
            back();
          }}
        >
          {text === "" ? officeMessages.slide(index + 1, "") : text}
        </ListButton>
      ))}
    </div>
  );
}
