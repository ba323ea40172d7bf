import "./file-name.css";
import { nameParts } from "./name-parts";
import { visibleText } from "./visible-text";

/**
 * A file name that shortens in the middle if there is not enough room. Invisible and direction-changing characters are
 * made visible.
 */
export function FileName({ name, className }: { name: string; className: string }) {
  const shown = visibleText(name);
  const { start, end } = nameParts(shown);
  if (end === "") return <span className={className}>{shown}</span>;
  return (
    <span className={`${className} file-name`}>
      <span className="file-name-start">{start}</span>
      <span className="file-name-end">{end}</span>
    </span>
  );
}
