import { atom } from "nanostores";
import type { Command, Session, StartState } from "../../../shared/contract";
import { createEarlyKeys } from "../../ui/early-keys";
import { isWithin } from "../../ui/file-paths";
import type { Tabs } from "../../workbench/tabs/tabs";

/** The most commands and files remembered. */
const MOST = 50;

type Used = NonNullable<Session["used"]>;

export type Palette = ReturnType<typeof createPalette>;

/** Whether the palette is open and with what input; and the recently used commands and files, newest first. */
export function createPalette(
  tabs: Pick<Tabs, "$front">,
  { session, recent, workspace }: Pick<StartState, "session" | "recent" | "workspace">,
) {
  const used = session?.used;
  // Main reopens only files of the open folder and recent documents without asking.
  const isOpened = (path: string) =>
    recent.some((place) => place.path === path) || (workspace !== null && isWithin(path, workspace.root));
  /** `turn` is incremented each time the palette is opened. */
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
    /** Opens the palette: `>` for commands, `@` for headings, `:` for a line, nothing for files. */
    open(input: string): void {
      turns += 1;
      if (!$asked.get() && room === "away") early.hold();
      $asked.set({ input, turn: turns });
    },
    close,
    /** The palette is mounted and focused. Returns what was typed before. */
    shown(): string {
      room = "there";
      return early.release();
    },
    gone(): void {
      room = "away";
    },
    /** A command was picked. */
    ran(command: Command): void {
      $used.set({ ...$used.get(), commands: first<string>(command, $used.get().commands) });
    },
  };
}
