import { useStore } from "@nanostores/react";
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { knownKinds, type LibraryKind, type Shelf } from "../../../shared/library";
import { useEarlyComposition } from "../../ui/early-typing";
import { Button } from "../../ui/kit/button";
import { Labelled, Select, TextField } from "../../ui/kit/field";
import { Actions } from "../../ui/kit/toolbar";
import { useLayout } from "../../workbench/api/parts";
import { useShell } from "../../workbench/api/shell-context";
import { declaredKinds, nameOfKind } from "./kinds";
import type { LibraryModel } from "./library-model";
import { libraryMessages } from "./messages";

/** The form for a new entry, which becomes a Markdown file of the folder. */
export function NewEntry({ model, shelf }: { model: LibraryModel; shelf: Shelf }) {
  const isShown = useStore(useLayout().$newEntry);
  return isShown ? <Form model={model} shelf={shelf} /> : null;
}

function Form({ model, shelf }: { model: LibraryModel; shelf: Shelf }) {
  const shell = useShell();
  const root = useStore(shell.workspace.$root);
  const declared = declaredKinds(shelf);
  const kinds: LibraryKind[] = [...knownKinds, ...declared.keys()];
  const asked = model.$request.get().kind;
  const [kind, setKind] = useState(asked !== null && kinds.includes(asked) ? asked : (kinds[0] ?? ""));
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const t = libraryMessages;
  const isComposing = useEarlyComposition();
  useEffect(() => {
    if (isComposing) return;
    setName((now) => now + shell.layout.newEntryFocused());
    field.current?.focus();
  }, [isComposing, shell]);

  const close = () => shell.layout.$newEntry.set(false);
  const cancel = () => {
    close();
    // Its field has the focus next.
    shell.layout.enterLibrary();
  };
  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || name.trim() === "") return;
    setBusy(true);
    const path = await model.create({ kind, name: name.trim() }).finally(() => setBusy(false));
    if (path === null) return;
    close();
    await shell.navigation.goTo({ path });
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    cancel();
  };
  if (root === null)
    return (
      <div className="library-new card inset stack small" role="status">
        <p>{t.needsFolder}</p>
        <Actions>
          <Button size="small" onClick={() => void shell.workspace.open(null)}>
            {t.openFolder}
          </Button>
          <Button size="small" onClick={cancel}>
            {t.cancel}
          </Button>
        </Actions>
      </div>
    );
  return (
    <form
      className="library-new card inset stack small"
      aria-label={t.newEntry}
      onSubmit={(event) => void handleSubmit(event)}
      onKeyDown={handleKeyDown}
    >
      <Labelled htmlFor={`${id}-kind`} label={t.kind}>
        <Select id={`${id}-kind`} value={kind} onChange={(event) => setKind(event.target.value)}>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {nameOfKind(each, declared.get(each))}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled htmlFor={`${id}-name`} label={t.name}>
        <TextField
          ref={field}
          id={`${id}-name`}
          value={name}
          maxLength={300}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Labelled>
      <Actions>
        <Button type="submit" kind="main" size="small" isBusy={isBusy} disabled={name.trim() === ""}>
          {t.create}
        </Button>
        <Button size="small" onClick={cancel}>
          {t.cancel}
        </Button>
      </Actions>
    </form>
  );
}
