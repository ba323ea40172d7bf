import "./file-name.css";
import { nameParts } from "./name-parts";

/** A file's name, whose middle is left out where there is no room for all of it. */
export function FileName({ name, className }: { name: string; className: string }) {
  const { start, end } = nameParts(name);
  if (end === "") return <span className={className}>{name}</span>;
  return (
    <span className={`${className} file-name`}>
      <span className="file-name-start">{start}</span>
      <span className="file-name-end">{end}</span>
    </span>
  );
}
