import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { version } from "../../../../package.json";
import { dataFolder } from "../../engine/storage";
import { type Command, CommandError, exitCode } from "../command";
import { dataDirOf, folderOptionHelp, folderOptions, rootsOf } from "../shared-options";
import { startApp } from "../start-app";

/** Shows a file or folder to the user, in the running app or in one that this command starts. */
export const open: Command = {
  name: "open",
  takes: "FILE|FOLDER [--new-window] [--root DIR] [--data DIR]",
  summary: "Show a file or folder in the Galley app.",
  details: "Uses the running app; starts it if there is none.",
  options: { ...folderOptions, "new-window": { type: "boolean" } },
  optionHelp: {
    "new-window":
      "Open in a new window, unless a window already shows it. Default: the window with its folder, else the front window.",
    ...folderOptionHelp,
    "root DIR": "The folder for relative paths. Default: this folder.",
  },
  arity: [1, 1],

  async run({ positionals, values, print }) {
    const given = positionals[0] ?? "";
    const [root = "."] = await rootsOf(values);
    const path = await realpath(resolve(root, given)).catch(() => {
      throw new CommandError(`There is no file or folder ${JSON.stringify(given)}.`);
    });
    const dataDir = dataDirOf(values);
    const { LocalAppConnection } = await import("../../mcp/local-socket-client");
    const app = new LocalAppConnection({
      dataDir,
      version,
      agent: { name: "command line", kind: "command line", roots: [path] },
    });
    try {
      const where = values["new-window"] === true ? "a new window" : undefined;
      const outcome = await app.open(path, where);
      if (outcome.status === "refused") throw new CommandError(outcome.message);
      if (outcome.status === "elsewhere") {
        const hasDataOption = typeof values.data === "string" || dataDir !== dataFolder();
        await startApp(path, hasDataOption ? dataDir : null, where);
        await print(`Started Galley with ${path}\n`);
      } else {
        await print(`Opened ${path} in Galley\n`);
      }
      return exitCode.ok;
    } finally {
      app.close();
    }
  },
};
