import "./file-name.css";
import { nameParts } from "./name-parts";
import { shownText } from "./shown-text";

/** A file's name, with the letters written out that would turn or hide others, whose middle is left out where there is no room for all of it. */
export function FileName({ name, className }: { name: string; className: string }) {
  const shown = shownText(name);
  const { start, end } = nameParts(shown);
  if (end === "") return <span className={className}>{shown}</span>;
  return (
    <span className={`${className} file-name`}>
      <span className="file-name-start">{start}</span>
      <span className="file-name-end">{end}</span>
    </span>
  );
}
