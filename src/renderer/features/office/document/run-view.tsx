import { useStore } from "@nanostores/react";
import type { OfficeRun, OfficeSuggestion } from "../../../../shared/office";
import { moment } from "../../../ui/time";
import { runStyle } from "../colours";
import { officeMessages } from "../messages";
import type { OfficeModel } from "../model/office-model";
import type { RunPiece, TextMark } from "./run-pieces";

/** A piece of a paragraph: styled text, an image, a note reference, or a placeholder for unsupported content. */
export function RunView({ piece, model }: { piece: RunPiece; model: OfficeModel }) {
  const suggestions = useStore(model.$suggestions);
  if (piece.kind === "removed")
    return (
      <del className="office-removed" title={officeMessages.removedByAgent}>
        {piece.text}
      </del>
    );
  const { run, marks } = piece;
  const shown = <RunContent run={run} marks={marks} model={model} />;
  if (!run.suggestion) return shown;
  const { id, kind } = run.suggestion;
  const Element = kind === "inserted" ? "ins" : "del";
  return (
    <Element
      className="office-suggested"
      data-suggestion={id}
      title={describeChange(
        kind,
        suggestions.find((each) => each.id === id),
      )}
    >
      {shown}
    </Element>
  );
}

function describeChange(kind: "inserted" | "deleted", known: OfficeSuggestion | undefined): string {
  const who = known?.author || officeMessages.somebody;
  const when = known?.at ? moment(known.at, new Date()) : "";
  return kind === "inserted" ? officeMessages.insertedBy(who, when) : officeMessages.deletedBy(who, when);
}

type RunContentProps = { run: OfficeRun; marks: readonly TextMark["kind"][]; model: OfficeModel };

function RunContent({ run, marks, model }: RunContentProps) {
  const t = officeMessages;
  switch (run.kind) {
    case "text": {
      const script = run.style.script;
      const Script = script === "super" ? "sup" : script === "sub" ? "sub" : "span";
      const { link } = run;
      const text = (
        <Script
          style={runStyle(run.style)}
          data-marks={marks.length > 0 ? marks.join(" ") : undefined}
          data-commented={run.comments?.length ? JSON.stringify(run.comments) : undefined}
        >
          {run.text}
        </Script>
      );
      if (link === undefined || !/^(https?|mailto):/i.test(link)) return text;
      return (
        <a
          className="office-link"
          href={link}
          title={link}
          tabIndex={-1}
          onClick={(event) => {
            event.preventDefault();
            event.stopPropagation();
            model.openLink(link);
          }}
        >
          {text}
        </a>
      );
    }
    case "image": {
      const { url, alt, width, height } = run.image;
      if (url === null) return <Unshown what="image" name={alt} />;
      return (
        <img
          className="office-image"
          src={url}
          alt={alt === "" ? t.unshown.image : alt}
          loading="lazy"
          style={{
            ...(width === null ? {} : { width: `calc(${width} * var(--point))` }),
            ...(width === null || height === null ? {} : { aspectRatio: `${width} / ${height}` }),
          }}
        />
      );
    }
    case "note":
      return (
        <sup
          className="office-note accented"
          title={run.note === "footnote" ? t.footnote(run.label) : t.endnote(run.label)}
        >
          {run.label}
        </sup>
      );
    case "unshown":
      return <Unshown what={run.what} name={run.name} />;
  }
}

/** A placeholder for content that is in the file but not shown. */
export function Unshown({ what, name }: { what: keyof typeof officeMessages.unshown; name: string | null }) {
  const label = officeMessages.notShown(officeMessages.unshown[what]);
  return (
    <span
      className="office-unshown ui-font soft small"
      title={name ? `${label}: ${name}` : officeMessages.keptUnchanged}
    >
      {label}
    </span>
  );
}
