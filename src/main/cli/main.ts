import { setTimeout as wait } from "node:timers/promises";
import { version } from "../../../package.json";
import { loadCleanUp } from "../engine";
import { exitCode, type OptionValues, UsageError } from "./command";
import { commands } from "./commands";
import { commandHelp, generalHelp } from "./help";
import { parseCommandLine } from "./parse-command-line";
import { printTo } from "./print";
import { dataDirOf } from "./shared-options";

/** Runs `galley` with the arguments after its name. Returns the exit code; never rejects. */
export const main = async (argv: readonly string[]): Promise<number> => {
  const print = (text: string) => printTo(process.stdout, text);
  const complain = (sentence: string) => void printTo(process.stderr, `galley: ${sentence}\n`).catch(() => {});
  try {
    const line = parseCommandLine(argv, commands);
    switch (line.status) {
      case "version":
        await print(`${version}\n`);
        return exitCode.ok;
      case "help":
        await print(await helpFor(line));
        return exitCode.ok;
      case "run": {
        const { command, values, positionals } = line;
        const cleaning = command.isQuick ? null : cleanUpFor(values);
        try {
          return await command.run({ print, complain, values, positionals });
        } finally {
          if (cleaning !== null) await Promise.race([cleaning, wait(MAX_CLEANUP_MS, undefined, { ref: false })]);
        }
      }
    }
  } catch (error) {
    if (process.env.GALLEY_DEBUG === "1" && error instanceof Error) complain(error.stack ?? error.message);
    else complain(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? exitCode.wrongUsage : exitCode.failed;
  }
};

/** How long a finished command waits for the cleanup, in milliseconds: a network drive may hang. */
const MAX_CLEANUP_MS = 2000;

/** Removes what killed processes left behind, while the command runs. Never rejects. */
const cleanUpFor = async (values: OptionValues): Promise<void> => {
  try {
    const dataDir = dataDirOf(values);
    const { cleanUp } = await loadCleanUp();
    await cleanUp(dataDir);
  } catch {
    // The command itself reports wrong usage.
  }
};

const helpFor = async ({ command, topics }: { command: (typeof commands)[number] | null; topics: string[] }) => {
  const family = commands.filter(({ name }) => name.startsWith(`${topics[0]} `));
  if (command === null) return generalHelp(family.length > 0 ? family : commands, version);
  return (await command.help?.(topics)) ?? commandHelp(command);
};
