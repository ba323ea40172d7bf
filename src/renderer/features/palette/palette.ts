import { atom } from "nanostores";
import type { Command, Session, StartState } from "../../../shared/contract";
import { createEarlyKeys } from "../../ui/early-keys";
import { isWithin } from "../../ui/file-paths";
import type { Tabs } from "../../workbench/tabs/tabs";

/** As many commands and files are remembered as used. */
const MOST = 50;

type Used = NonNullable<Session["used"]>;

export type Palette = ReturnType<typeof createPalette>;

/** Whether the palette is asked for, with what in its field; and which commands and files were used lately, newest first. */
export function createPalette(
  tabs: Pick<Tabs, "$front">,
  { session, recent, workspace }: Pick<StartState, "session" | "recent" | "workspace">,
) {
  const used = session?.used;
  // Main opens again without being asked what lies in the folder or is among the recent documents, and nothing else.
  const isOpened = (path: string) =>
    recent.some((place) => place.path === path) || (workspace !== null && isWithin(path, workspace.root));
  /** `turn` grows with every time it is asked for. */
  const $asked = atom<{ input: string; turn: number } | null>(null);
  const $used = atom<Used>({ commands: used?.commands ?? [], files: used?.files.filter(isOpened) ?? [] });
  let turns = 0;
  let room: "away" | "there" = "away";

  const first = <T>(newest: T, list: readonly T[]) =>
    [newest, ...list.filter((other) => other !== newest)].slice(0, MOST);

  tabs.$front.subscribe((tab) => {
    const path = tab?.copy.$about.get().path;
    const { files } = $used.get();
    if (path && files[0] !== path) $used.set({ ...$used.get(), files: first(path, files) });
  });

  const close = () => {
    early.release();
    $asked.set(null);
  };
  const early = createEarlyKeys(close);

  return {
    $asked,
    $used,
    /** Shows the palette: `>` for commands, `@` for headings, `:` for a line, nothing for files. */
    open(input: string): void {
      turns += 1;
      if (!$asked.get() && room === "away") early.hold();
      $asked.set({ input, turn: turns });
    },
    close,
    /** The room is on the page and has the focus. Answers with what was typed before. */
    shown(): string {
      room = "there";
      return early.release();
    },
    gone(): void {
      room = "away";
    },
    /** A command was picked in the palette. */
    ran(command: Command): void {
      $used.set({ ...$used.get(), commands: first<string>(command, $used.get().commands) });
    },
  };
}
