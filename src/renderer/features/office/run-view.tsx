import { useStore } from "@nanostores/react";
import type { OfficeRun, OfficeSuggestion } from "../../../shared/office";
import { moment } from "../../ui/time";
import { lookStyle } from "./colours";
import { officeWords } from "./messages";
import type { OfficeModel } from "./office-model";
import type { RunPiece, TextMark } from "./run-pieces";

/** A piece of a paragraph: styled text, an image, a note reference, or a placeholder for unsupported content. */
export function RunView({ piece, model }: { piece: RunPiece; model: OfficeModel }) {
  const suggestions = useStore(model.$suggestions);
  if (piece.kind === "removed")
    return (
      <del className="office-removed" title={officeWords.removedByAgent}>
        {piece.text}
      </del>
    );
  const { run, marks } = piece;
  const shown = <Shown run={run} marks={marks} model={model} />;
  if (!run.suggestion) return shown;
  const { id, kind } = run.suggestion;
  const Element = kind === "inserted" ? "ins" : "del";
  return (
    <Element
      className="office-suggested"
      data-suggestion={id}
      title={suggestionInWords(
        kind,
        suggestions.find((each) => each.id === id),
      )}
    >
      {shown}
    </Element>
  );
}

function suggestionInWords(kind: "inserted" | "deleted", known: OfficeSuggestion | undefined): string {
  const who = known?.author || officeWords.somebody;
  const when = known?.at ? moment(known.at, new Date()) : "";
  return kind === "inserted" ? officeWords.insertedBy(who, when) : officeWords.deletedBy(who, when);
}

type ShownProps = { run: OfficeRun; marks: readonly TextMark["kind"][]; model: OfficeModel };

function Shown({ run, marks, model }: ShownProps) {
  const say = officeWords;
  switch (run.kind) {
    case "text": {
      const script = run.look.script;
      const Script = script === "super" ? "sup" : script === "sub" ? "sub" : "span";
      const { link } = run;
      const text = (
        <Script style={lookStyle(run.look)} data-marks={marks.length > 0 ? marks.join(" ") : undefined}>
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
          alt={alt === "" ? say.unshown.image : alt}
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
        <sup className="office-note" title={run.note === "footnote" ? say.footnote(run.label) : say.endnote(run.label)}>
          {run.label}
        </sup>
      );
    case "unshown":
      return <Unshown what={run.what} name={run.name} />;
  }
}

/** A placeholder for content that is in the file but not shown. */
export function Unshown({ what, name }: { what: keyof typeof officeWords.unshown; name: string | null }) {
  const label = officeWords.notShown(officeWords.unshown[what]);
  return (
    <span className="office-unshown" title={name ? `${label}: ${name}` : officeWords.keptAsIs}>
      {label}
    </span>
  );
}
