import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import type { EntryName } from "../../../shared/library";
import { useShell } from "../../workbench/api/shell-context";
import { FavouriteButton, OwnActions } from "./entry-actions";
import "./library.css";
import { nameOfKind, ownFileOf } from "./kinds";
import { libraryModelOf } from "./library-model";
import { libraryMessages } from "./messages";

/** The bar below an entry that is open in a tab: its document, and what can be done with it. */
export default function EntryBar({ entry, isActive }: { entry: EntryName; isActive: boolean }) {
  const model = libraryModelOf(useShell());
  const shelf = useStore(model.$shelf);
  useEffect(() => {
    if (model.$shelf.get() === null) void model.load();
  }, [model]);
  const about = shelf?.documents.find((each) => each.document.toLowerCase() === entry.document.toLowerCase());
  const kind = nameOfKind(
    entry.kind,
    about?.declares.find((each) => each.kind === entry.kind),
  );
  return (
    // One landmark only: the entry may be open in several groups.
    <section
      className="library-bar foot in-line inset-small"
      aria-label={libraryMessages.bar}
      role={isActive ? undefined : "group"}
    >
      <span className="grow clip soft small">{[kind, about?.title ?? entry.document].join(" · ")}</span>
      <OwnActions model={model} entry={entry} file={ownFileOf(shelf, entry)} />
      <FavouriteButton model={model} entry={entry} />
    </section>
  );
}
