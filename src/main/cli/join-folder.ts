import type { SharedLink } from "../../core/sharing/shared-link";
import { joinFolder } from "../sharing/member/folder-member";
import { CommandError } from "./command";
import { openEngine } from "./open-engine";

type JoinOptions = {
  root: string;
  link: SharedLink;
  dataDir: string;
  print(text: string): Promise<void>;
  complain(sentence: string): void;
};

/** Joins a folder with a shared folder until a signal stops us, or the server refuses the link. */
export async function joinUntilStopped({ root, link, dataDir, print, complain }: JoinOptions): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stopped.resolve());
  const engine = await openEngine(dataDir);
  let isEqual = false;
  const member = joinFolder({
    root,
    link,
    dataDir,
    engine,
    notice: (sentence) => complain(`${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`),
    onState: ({ status }) => {
      if (status === "refused") stopped.reject(new CommandError("The shared folder was not joined."));
    },
  });
  try {
    void member.idle().then(async () => {
      if (isEqual) return;
      isEqual = true;
      const { files, role } = member.state();
      await print(`${root} is equal with the shared folder: ${files} ${files === 1 ? "text" : "texts"}, as ${role}.\n`);
    });
    await stopped.promise;
  } finally {
    isEqual = true;
    await member.close();
    await engine.close();
  }
}
