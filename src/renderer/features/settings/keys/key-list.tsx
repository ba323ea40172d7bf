import { useStore } from "@nanostores/react";
import { useId, useMemo, useRef, useState } from "react";
import { type CommandRow, commands } from "../../../../shared/commands";
import type { Command } from "../../../../shared/contract";
import { defaultKeys, type Keyboard } from "../../../../shared/keys";
import { commandName, commandTitle, menuTitle } from "../../../ui/command-messages";
import { candidate, queryWords } from "../../../ui/fuzzy";
import { CloseIcon } from "../../../ui/icons";
import { Button, IconButton, LinkButton } from "../../../ui/kit/button";
import { classes } from "../../../ui/kit/classes";
import { SearchField } from "../../../ui/kit/search-field";
import { shortcut } from "../../../ui/shortcuts";
import { useKeyboard, useNotices, useQuestions, useSaveSettings, useSettingsStore } from "../../../workbench/api/parts";
import { conflictsOf, isChanged, unreadableKeys, withKeyAssigned, withKeys } from "./key-changes";
import { KeyRecorder } from "./key-recorder";
import "./key-list.css";
import { keysMessages } from "./messages";

/** All commands with their keys: search, change and reset them. */
export function KeyList() {
  const $settings = useSettingsStore();
  const $keyboard = useKeyboard();
  const changed = useStore($settings).keys;
  const keyboard = useStore($keyboard);
  const [query, setQuery] = useState("");
  const [only, setOnly] = useState<"all" | "changed" | "conflicts">("all");
  const conflicts = useMemo(() => conflictsOf(keyboard), [keyboard]);
  const inConflict = new Set([...conflicts.values()].flat());
  const areChanged = commands.filter(({ id }) => isChanged(changed, id));
  const rows = commands.filter(
    (row) =>
      (only === "all" || (only === "changed" ? isChanged(changed, row.id) : inConflict.has(row.id))) &&
      matchesQuery(row, query, keyboard),
  );
  const toggle = (which: "changed" | "conflicts") => setOnly(only === which ? "all" : which);

  return (
    <div className="keys above">
      <div className="keys-head below actions">
        <SearchField label={keysMessages.search} query={query} search={setQuery} />
        <Button className="keys-only" aria-pressed={only === "changed"} onClick={() => toggle("changed")}>
          {keysMessages.changed(areChanged.length)}
        </Button>
        <Button
          className={classes("keys-only", inConflict.size > 0 && "warn")}
          aria-pressed={only === "conflicts"}
          onClick={() => toggle("conflicts")}
        >
          {keysMessages.conflicts(inConflict.size)}
        </Button>
      </div>
      {rows.length === 0 ? (
        <p className="ends faint" role="status">
          {query.trim() !== "" || only === "all"
            ? keysMessages.none
            : only === "changed"
              ? keysMessages.noneChanged
              : keysMessages.noneInConflict}
        </p>
      ) : (
        <table className="full">
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{keysMessages.command}</th>
              <th scope="col">{keysMessages.keys}</th>
            </tr>
          </thead>
          <tbody className="lines">
            {rows.map((row) => (
              <KeyRow key={row.id} row={row} keyboard={keyboard} conflicts={conflicts} />
            ))}
          </tbody>
        </table>
      )}
      {areChanged.length > 0 ? <ResetAll count={areChanged.length} /> : null}
    </div>
  );
}

function matchesQuery({ id, menu }: CommandRow, query: string, { keys, platform }: Keyboard): boolean {
  const words = queryWords(query);
  if (words.length === 0) return true;
  const { folded } = candidate(`${commandTitle(id)} ${menuTitle(menu)} ${id}`, "words");
  if (words.every((word) => folded.includes(word))) return true;
  const plain = query.toLowerCase().replace(/\s/g, "");
  return keys[id].some((key) => [key, shortcut(key, platform)].some((name) => name.toLowerCase().includes(plain)));
}

type RowProps = { row: CommandRow; keyboard: Keyboard; conflicts: ReadonlyMap<string, readonly Command[]> };

function KeyRow({ row: { id, menu }, keyboard, conflicts }: RowProps) {
  const $settings = useSettingsStore();
  const saveSettings = useSaveSettings();
  const notices = useNotices();
  const changed = useStore($settings).keys;
  const [isRecording, setRecording] = useState(false);
  const adder = useRef<HTMLButtonElement>(null);
  const label = useId();
  const { platform } = keyboard;
  const title = commandName(id);
  const keys = keyboard.keys[id];
  const usual = defaultKeys(id, platform).map((key) => shortcut(key, platform));
  const unread = unreadableKeys(changed, id, platform);
  const others = [...new Set(keys.flatMap((key) => conflicts.get(key) ?? []))].filter((other) => other !== id);

  const save = (next: typeof changed, message: string) => {
    notices.announce(message);
    void saveSettings({ keys: next });
    // The pressed button may have been removed.
    requestAnimationFrame(() => adder.current?.focus());
  };
  const recorded = (key: string | null) => {
    setRecording(false);
    if (key === null) requestAnimationFrame(() => adder.current?.focus());
    else save(withKeyAssigned(changed, id, key, keyboard), keysMessages.added(shortcut(key, platform), title));
  };

  return (
    <tr data-command={id} data-changed={isChanged(changed, id)}>
      <th scope="row" id={label} className={isChanged(changed, id) ? "strong" : "plain"}>
        {commandTitle(id)} <span className="before plain faint small">{menuTitle(menu)}</span>
        {others.length > 0 ? (
          <span className="as-block plain warn small">
            {keysMessages.also(keysMessages.list(others.map(commandName)))}
          </span>
        ) : null}
        {unread.length > 0 ? (
          <span className="as-block plain warn small">{keysMessages.unreadable(keysMessages.list(unread))}</span>
        ) : null}
      </th>
      <td>
        {keys.map((key) => (
          <span
            key={key}
            className={classes("keys-key in-line spaced-small card", conflicts.has(key) && "warned")}
            data-warns={conflicts.has(key)}
          >
            <kbd>{shortcut(key, platform)}</kbd>
            <IconButton
              label={keysMessages.remove(shortcut(key, platform), title)}
              onClick={() =>
                save(
                  withKeys(
                    changed,
                    id,
                    keys.filter((other) => other !== key),
                    platform,
                  ),
                  keysMessages.removed(shortcut(key, platform), title),
                )
              }
            >
              <CloseIcon />
            </IconButton>
          </span>
        ))}
        {keys.length === 0 && !isRecording ? <span className="faint">{keysMessages.noKey}</span> : null}
        {isRecording ? (
          <KeyRecorder command={id} keyboard={keyboard} done={recorded} />
        ) : (
          <LinkButton
            ref={adder}
            className="keys-add small"
            aria-label={keysMessages.addTo(title)}
            onClick={() => setRecording(true)}
          >
            {keysMessages.add}
          </LinkButton>
        )}
        {isChanged(changed, id) && !isRecording ? (
          <LinkButton
            className="keys-reset small"
            aria-label={keysMessages.resetOf(title, keysMessages.list(usual) || keysMessages.nothing)}
            onClick={() =>
              save(withKeys(changed, id, defaultKeys(id, platform), platform), keysMessages.wasReset(title))
            }
          >
            {keysMessages.reset(keysMessages.list(usual) || keysMessages.nothing)}
          </LinkButton>
        ) : null}
      </td>
    </tr>
  );
}

function ResetAll({ count }: { count: number }) {
  const questions = useQuestions();
  const saveSettings = useSaveSettings();
  const ask = async () => {
    const answer = await questions.ask({
      title: keysMessages.resetQuestion,
      detail: keysMessages.resetDetail(count),
      choices: [{ id: "reset", label: keysMessages.resetAction, kind: "main" }],
    });
    if (answer === "reset") await saveSettings({ keys: {} });
  };
  return (
    <Button className="keys-reset-all above-large" onClick={() => void ask()}>
      {keysMessages.resetAll}
    </Button>
  );
}
