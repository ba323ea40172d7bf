import { useStore } from "@nanostores/react";
import { useRef } from "react";
import type { Command } from "../../../../shared/contract";
import type { OfficeContent, OfficeFormat } from "../../../../shared/office";
import { commandName } from "../../../ui/command-messages";
import { DownIcon, MoreIcon, SearchIcon, UpIcon } from "../../../ui/icons";
import { IconButton, QuietButton } from "../../../ui/kit/button";
import { FindBar } from "../../../ui/kit/find-bar";
import { Toolbar } from "../../../ui/kit/toolbar";
import { messages as uiMessages } from "../../../ui/messages";
import { useHint } from "../../../ui/use-hint";
import { useBridge, useRun } from "../../../workbench/api/parts";
import { useProtected } from "../document/part-threads";
import { officeMessages } from "../messages";
import { otherFormats } from "../model/office-export";
import type { OfficeModel } from "../model/office-model";

/** The toolbar of an Office document: undo, suggestion mode, tracked changes and notes about unsupported content. */
export function OfficeBar({ model, content }: { model: OfficeModel; content: OfficeContent }) {
  const suggests = useStore(model.$suggests);
  const hint = useHint();
  const isProtected = useProtected(model);
  const t = officeMessages;
  const { undo, redo } = content.steps;
  const { readOnly, warnings } = useStore(model.tab.$info);
  const notes = [...new Set([...content.warnings, ...warnings])];
  const suggestions = content.kind === "document" ? content.suggestions : 0;
  return (
    <Toolbar className="office-bar wraps spaced-small inset-small bar" role="toolbar" aria-label={t.bar}>
      <QuietButton disabled={undo === 0} title={hint(t.undo, "undo")} onClick={() => void model.undo()}>
        {t.undo}
      </QuietButton>
      <QuietButton disabled={redo === 0} title={hint(t.redo, "redo")} onClick={() => void model.redo()}>
        {t.redo}
      </QuietButton>
      {model.tab.office?.canSuggest ? (
        <QuietButton
          aria-pressed={suggests}
          disabled={readOnly !== null}
          title={t.suggestHint}
          onClick={() => model.$suggests.set(!suggests)}
        >
          {t.suggest}
        </QuietButton>
      ) : null}
      {suggestions > 0 ? <Suggestions model={model} count={suggestions} /> : null}
      <span className="office-bar-space">
        {isProtected(null) ? <span className="office-chip pill clip soft small">{t.protectedFromAgents}</span> : null}
        {readOnly === null ? null : <span className="office-chip pill warned clip soft small">{readOnly}</span>}
        {notes.map((warning) => (
          <span key={warning} className="office-chip pill clip soft small" title={warning}>
            {warning}
          </span>
        ))}
        {content.kind === "presentation" ? (
          <span className="office-chip pill clip soft small" title={t.textOnly}>
            {t.textOnly}
          </span>
        ) : null}
      </span>
      <Exporting model={model} />
      <IconButton label={t.find.label} hint={hint(t.find.label, "find")} onClick={model.find.open}>
        <SearchIcon />
      </IconButton>
      <More format={model.tab.office?.format ?? null} />
    </Toolbar>
  );
}

/** Commands of the menu and the palette: export, open in another program, history. */
const further = [
  ["export-pdf", "export-html", "export-markdown", "export-text", "export-other-office"],
  ["open-in-program", "reveal-file", "copy-path"],
  ["history"],
] as const satisfies readonly (readonly Command[])[];

function More({ format }: { format: OfficeFormat | null }) {
  const bridge = useBridge();
  const run = useRun();
  const show = async () => {
    const items = further.flatMap((commands, section) => [
      ...(section === 0 ? [] : ["separator" as const]),
      ...commands.map((id) => ({
        id,
        label:
          id === "export-other-office" && format !== null
            ? officeMessages.exports.as(otherFormats[format].toUpperCase())
            : commandName(id),
      })),
    ]);
    const picked = await bridge.request("app:menu", items);
    const command = further.flat().find((id) => id === picked);
    if (command) run(command);
  };
  const { more } = officeMessages;
  return (
    <IconButton label={more} aria-haspopup="menu" onClick={() => void show()}>
      <MoreIcon />
    </IconButton>
  );
}

/** A running export, with a button to cancel it. */
function Exporting({ model }: { model: OfficeModel }) {
  const running = useStore(model.exporting.$running);
  const t = officeMessages.exports;
  if (!running || running.step === null) return null;
  return (
    <span className="sides-small toolbar" role="status">
      <span className="faint small">{running.step === "converting" ? t.converting : t.starting}</span>
      <QuietButton onClick={model.exporting.stop}>{uiMessages.cancel}</QuietButton>
    </span>
  );
}

/** The tracked changes of a document: count, navigation, and accept or reject all. */
function Suggestions({ model, count }: { model: OfficeModel; count: number }) {
  const suggestions = useStore(model.$suggestions);
  const at = useRef(-1);
  const t = officeMessages;
  const step = (by: 1 | -1) => {
    if (suggestions.length === 0) return;
    at.current = (at.current + by + suggestions.length) % suggestions.length;
    const suggestion = suggestions[at.current];
    if (!suggestion) return;
    model.announce(t.suggestion(t.kinds[suggestion.kind], suggestion.author || t.somebody));
    void model.goToParagraph(suggestion.paragraph);
  };
  return (
    <span className="sides-small toolbar">
      <span className="faint small">{t.suggestions(count)}</span>
      <IconButton label={t.previousSuggestion} onClick={() => step(-1)}>
        <UpIcon />
      </IconButton>
      <IconButton label={t.nextSuggestion} onClick={() => step(1)}>
        <DownIcon />
      </IconButton>
      <QuietButton onClick={() => void model.resolve("all", "accept")}>{t.acceptAll}</QuietButton>
      <QuietButton onClick={() => void model.resolve("all", "reject")}>{t.rejectAll}</QuietButton>
    </span>
  );
}

/** The find bar of a document. */
export function OfficeFindBar({ model, done }: { model: OfficeModel; done(): void }) {
  const { text, matches, total, at, focusCount, isBusy } = useStore(model.find.$found);
  const t = officeMessages.find;
  const count = at < 0 ? t.count(total) : t.position(at + 1, total);
  return (
    <FindBar
      labels={{ ...t, close: uiMessages.close }}
      text={text}
      focusCount={focusCount}
      status={text === "" ? "" : isBusy ? t.searching : total === 0 ? t.none : count}
      hasMatches={matches.length > 0}
      isBusy={isBusy}
      onChange={(typed) => model.find.type(typed)}
      step={(by) => model.find.step(by)}
      close={() => {
        model.find.close();
        done();
      }}
    />
  );
}
