import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { readSharedLink, type SharedLink } from "../../../core/sharing/shared-link";
import { type Command, exitCode, UsageError } from "../command";
import { readStdin } from "../read-stdin";
import { dataDirOf, folderOptionHelp } from "../shared-options";

/** Keeps a folder in sync with a shared folder until a signal stops it. */
export const join: Command = {
  name: "join",
  takes: "LINK [FOLDER]",
  summary: "Keep a folder in sync with a shared folder.",
  details: `LINK is what galley serve printed; - reads it from standard input, so that no list of processes shows its secret. FOLDER is this folder unless given.
Its texts (Markdown and other text, without what Git ignores) are shared with their comments, and others' arrive as files; edits of different words are merged, in files that both
sides had before, too. If somebody else changed the same words first, theirs stay, and yours wait in the review: Undo restores yours.
Images, PDFs and Office documents of up to 50 MiB are shared as whole versions: if two change one, both are kept, yours beside the other under your name.
What others delete goes to the history. Offline you can keep working; changes are merged at the next connection.
Ctrl+C ends it; it may run while the app has the folder open.

  galley serve --data ~/shared
  galley join galley://127.0.0.1:4480/#… ~/notes`,
  options: { data: { type: "string" } },
  optionHelp: { "data DIR": folderOptionHelp["data DIR"] },
  arity: [1, 2],

  async run({ values, positionals, print, complain }) {
    const [given = "", folder = "."] = positionals;
    const link = linkOf(given === "-" ? (await readStdin(process.stdin, 4096)).trim() : given);
    const root = await realpath(resolve(folder)).catch(() => {
      throw new UsageError(`${folder}: there is no such folder.`);
    });
    // Imported here because only this command needs the client.
    const { joinUntilStopped } = await import("../join-folder");
    await joinUntilStopped({ root, link, dataDir: dataDirOf(values), print, complain });
    return exitCode.ok;
  },
};

function linkOf(text: string): SharedLink {
  const link = readSharedLink(text);
  if (link === "open")
    throw new UsageError(
      "This link would send texts unencrypted to another machine. Put a proxy with TLS in front of the server, and use its https:// link.",
    );
  if (link === null)
    throw new UsageError(
      "This is not a link to a shared folder. galley serve prints one, like galley://127.0.0.1:4480/#…",
    );
  return link;
}
