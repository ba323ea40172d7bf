import { atom } from "nanostores";
import type { Command, Session, StartState } from "../../../shared/contract";
import { createEarlyTyping } from "../../ui/early-typing";
import { isWithin } from "../../ui/file-paths";
import type { Palette } from "../../workbench/api/feature-stores";
import type { Tabs } from "../../workbench/api/tabs";

/** The maximum number of commands and files remembered. */
const MAX_RECENT = 50;

type Used = NonNullable<Session["used"]>;

/** Whether the palette is open and with what input; and the recently used commands and files, newest first. */
export function createPalette(
  tabs: Pick<Tabs, "$front">,
  { session, recent, workspace }: Pick<StartState, "session" | "recent" | "workspace">,
): Palette {
  const used = session?.used;
  // Main reopens only files of the open folder and recent documents without asking.
  const isOpened = (path: string) =>
    recent.some((entry) => entry.path === path) || (workspace !== null && isWithin(path, workspace.root));
  /** `turn` is incremented each time the palette is opened. */
  const $request = atom<{ input: string; turn: number } | null>(null);
  const $used = atom<Used>({ commands: used?.commands ?? [], files: used?.files.filter(isOpened) ?? [] });
  let turns = 0;
  let view: "away" | "there" = "away";

  const first = <T>(newest: T, list: readonly T[]) =>
    [newest, ...list.filter((other) => other !== newest)].slice(0, MAX_RECENT);

  tabs.$front.subscribe((tab) => {
    const path = tab?.editor.$info.get().path;
    const { files } = $used.get();
    if (path && files[0] !== path) $used.set({ ...$used.get(), files: first(path, files) });
  });

  const close = () => {
    early.release();
    $request.set(null);
  };
  const early = createEarlyTyping({ onEscape: close, onLeave: close });

  return {
    $request,
    $used,
    open(input: string): void {
      turns += 1;
      if (!$request.get() && view === "away") early.hold();
      $request.set({ input, turn: turns });
    },
    close,
    onShown(): string {
      view = "there";
      return early.release();
    },
    onHidden(): void {
      view = "away";
    },
    ran(command: Command): void {
      $used.set({ ...$used.get(), commands: first<string>(command, $used.get().commands) });
    },
  };
}
