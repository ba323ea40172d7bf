import { useStore } from "@nanostores/react";
import { useState } from "react";
import { type EntryName, isSameEntry } from "../../../shared/library";
import { within } from "../../ui/file-paths";
import { StarIcon } from "../../ui/icons";
import { Button, IconButton } from "../../ui/kit/button";
import { useShell } from "../../workbench/api/shell-context";
import type { LibraryModel } from "./library-model";
import { libraryMessages } from "./messages";

/** The star of an entry: pressed if it is a favourite. */
export function FavouriteButton({ model, entry }: { model: LibraryModel; entry: EntryName }) {
  const shelf = useStore(model.$shelf);
  const isFavourite = shelf?.favourites.some((each) => isSameEntry(each, entry)) ?? false;
  const t = libraryMessages;
  return (
    <IconButton
      className="library-star"
      label={t.favourite}
      hint={isFavourite ? t.notFavourite : t.favourite}
      aria-pressed={isFavourite}
      onClick={() => void model.favourite(entry, !isFavourite)}
    >
      <StarIcon />
    </IconButton>
  );
}

/** *Edit* for an entry in a file of the folder, else *Copy to My Entries*. */
export function OwnActions({ model, entry, file }: { model: LibraryModel; entry: EntryName; file: string | null }) {
  const shell = useShell();
  const root = useStore(shell.workspace.$root);
  const [isCopying, setCopying] = useState(false);
  const t = libraryMessages;
  if (root === null) return null;
  if (file !== null)
    return (
      <Button size="small" title={file} onClick={() => void shell.navigation.goTo({ path: within(root, file) })}>
        {t.edit}
      </Button>
    );
  const copy = async () => {
    setCopying(true);
    const path = await model.copyToOwn(entry).finally(() => setCopying(false));
    if (path !== null) await shell.navigation.goTo({ path });
  };
  return (
    <Button size="small" title={t.copyToOwnHint} isBusy={isCopying} onClick={() => void copy()}>
      {t.copyToOwn}
    </Button>
  );
}
