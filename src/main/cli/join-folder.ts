import type { SharedLink } from "../../core/sharing/shared-link";
import { joinFolder, type MemberNews } from "../sharing/member/folder-member";
import { holdFolder } from "../sharing/member/hold-folder";
import { memberName } from "../sharing/member/member-name";
import { CommandError } from "./command";
import { openEngine } from "./open-engine";

type JoinOptions = {
  root: string;
  link: SharedLink;
  dataDir: string;
  print(text: string): Promise<void>;
  complain(sentence: string): void;
};

/** Milliseconds that the last words may take. */
const LAST_WORDS_MS = 8000;

/** Joins a folder with a shared folder until a signal stops us, or the server rejects the link. */
export async function joinUntilStopped({ root, link, dataDir, print, complain }: JoinOptions): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stopped.resolve());
  const letGo = await holdFolder(dataDir, root);
  if (letGo === null)
    throw new CommandError(
      `${root} is already kept in sync with a shared folder, by Galley or another galley join. Stop it first.`,
    );
  const engine = await openEngine(dataDir);
  let isEqual = false;
  const member = joinFolder({
    root,
    link,
    dataDir,
    engine,
    name: memberName(),
    notice: (news) => complain(sentenceOf(news)),
    onState: ({ status }) => {
      if (status === "refused") stopped.reject(new CommandError("The shared folder was not joined."));
    },
  });
  try {
    void member.idle().then(async () => {
      if (isEqual) return;
      isEqual = true;
      const { files, wholeFiles, waiting, role } = member.state();
      const others =
        wholeFiles === 0 ? "" : ` and ${wholeFiles} ${wholeFiles === 1 ? "image or document" : "images and documents"}`;
      const missing = waiting === 0 ? "" : ` (${waiting} not yet)`;
      await print(
        `${root} is in sync with the shared folder: ${files} ${files === 1 ? "text" : "texts"}${others}${missing}, as ${role}.\n`,
      );
    });
    await stopped.promise;
    isEqual = true;
    // A second signal ends at once.
    await member.finish(LAST_WORDS_MS);
  } finally {
    isEqual = true;
    await member.close();
    await engine.close();
    letGo();
  }
}

/** What a member reports, for the terminal. */
export function sentenceOf(news: MemberNews): string {
  switch (news.kind) {
    case "connected":
      return "Connected to the shared folder.";
    case "lost":
      return "The connection was lost; trying again.";
    case "folder gone":
      return "The folder is not there at the moment, or is another one. Nothing is deleted for others; it goes on when the folder is back.";
    case "folder back":
      return "The folder is there again.";
    case "refused":
      return `The server rejected the link: ${news.why}.`;
    case "unreadable":
      return `The folder could not be read: ${news.why}.`;
    case "stored badly":
      return `${news.why}.`;
    case "not shared":
      return `${news.path} is not shared at the moment: ${news.why}.`;
    case "came back":
      return `${news.path} was deleted by someone else while it was edited here. It has been restored for everyone.`;
    case "kept both":
      return `${news.path} was changed here and by someone else. The shared version has its name; the one of this machine is ${news.copy}.`;
    case "merged":
      return `${news.path} was changed here and by someone else. It has both changes now; the version of this machine is in its history.`;
    case "brought back":
      return `${news.count} files are gone from this folder; they are brought back, not deleted for everybody.`;
    case "too many":
      return `Only the first ${news.most} texts are shared.`;
  }
}
