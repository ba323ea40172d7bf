import { dirname, join } from "node:path";
import { setImmediate as macrotask, setTimeout as wait } from "node:timers/promises";
import { listHunks } from "../../../core/review/pending-edits";
import { isSuggestion } from "../../../core/review/suggestions";
import { GIT } from "../../../core/review/writer";
import { officeFormatOf } from "../../../core/text/format";
import type { ExternalAnswer, ExternalQuestion } from "../../../shared/external";
import type { Settings } from "../../../shared/settings";
import type { Engine } from "../../engine";
import { officeLockPaths } from "../../engine/office";
import type {
  BytesChange,
  DocumentChange,
  ExternalAuthor,
  ExternalWrites,
  KnownText,
} from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import { realPathOf } from "../core/grants";
import type { OpenDocument, OpenDocuments } from "../documents";
import { type Announcement, type Announcements, createAnnouncements } from "./announcements";
import { type ClosedTexts, createClosedTexts } from "./closed-texts";
import { decideAuthor, type Evidence } from "./decide-author";
import { createGitActivity, type GitActivity } from "./git-activity";
import { createGitAnswers } from "./git-answers";
import { createOfficeBases } from "./office-bases";
import { createOfficeLocks, type OfficeLocks } from "./office-locks";
import { createPathQueue, type PathQueue } from "./path-queue";
import { createQuestions, type Questions } from "./questions";

/** An announcement as an agent's program makes it: the path is not resolved yet. */
export type AnnouncedWrite = Omit<Announcement, "realPath"> & {
  /** Null if the agent only says that it is at work in the folder. */
  path: string | null;
  folder: string;
};

/** Writes of external programs into open documents and into the files of open folders. */
export type ExternalService = {
  /** What the engine asks while it holds a file's lock. */
  readonly authors: ExternalWrites;
  /** Resolves once the text before the write is known here. */
  announce(write: AnnouncedWrite): Promise<void>;
  /** Folders were opened or closed, agents have come or gone, or settings have changed. */
  update(): void;
  /** A watched file may have changed. */
  touched(realPath: string): void;
  /** Entries of a watched folder were added or removed. */
  folderChanged(realPath: string): void;
  /** The same of what may be the lock file of an office program. */
  lockTouched(realPath: string): void;
  /** An office program's lock was found beside this document. */
  lockSeen(realPath: string): void;
  handleChange(change: DocumentChange): void;
  handleBytesChange(change: Pick<BytesChange, "realPath" | "to">): void;
  handleMoved(move: { from: string; to: string }): void;
  /** What to watch besides the open documents. */
  files(): string[];
  folders(): string[];
  answer(answer: ExternalAnswer): Promise<void>;
  /** Asks again what is not answered: a window has started. */
  remind(): void;
  idle(): Promise<void>;
  close(): void;
};

export type ExternalDeps = {
  dataDir: string;
  openDocuments: Pick<OpenDocuments, "at" | "all">;
  engine(): Promise<Engine>;
  mode(): Settings["reviewExternal"];
  /** The real paths of the open folders. */
  openFolders(): string[];
  /** The agents at work with rights to this file, and whether one is connected in a folder. */
  agents: { atWork(realPath: string): string[]; isConnectedIn(folder: string): boolean };
  /** Asks the user in the windows with this folder. */
  ask(question: ExternalQuestion): void;
  watchedChanged(): void;
  reportError(error: unknown): void;
  log(error: unknown): void;
  /** For tests. */
  git?: GitActivity;
  announcements?: Announcements;
};

/** How long an agent's call may wait until the texts of a folder have been read. */
const MAX_READ_WAIT_MS = 400;

export function createExternalService(deps: ExternalDeps): ExternalService {
  const { openDocuments, engine, agents } = deps;
  const git = deps.git ?? createGitActivity();
  const announcements = deps.announcements ?? createAnnouncements();
  const answers = createGitAnswers(join(deps.dataDir, "external-changes.json"), deps.reportError);
  const closed = createClosedTexts({
    engine,
    found: (realPath) => queue.add(realPath),
    changed: deps.watchedChanged,
    log: deps.log,
  });
  const questions = createQuestions(deps.ask);
  const queue = createPathQueue(checkNow, deps.log);
  /** What the user has decided about held files, while they are brought into the review. */
  const decided = new Map<string, ExternalAuthor>();
  let mode = deps.mode();
  const bases = createOfficeBases(deps);
  const locks = createOfficeLocks({
    isLocked: async (realPath) => (await (await engine()).documents.officeLock(realPath, [realPath])) !== null,
    log: deps.log,
  });
  /** The documents that were open at the last update. */
  let shown: ReadonlySet<OpenDocument> = new Set();

  const folderOf = (realPath: string): string =>
    deps
      .openFolders()
      .filter((folder) => isWithin(realPath, folder))
      .sort((a, b) => b.length - a.length)[0] ?? dirname(realPath);

  async function authorOf(realPath: string, to: string): Promise<ExternalAuthor> {
    const evidence = () => evidenceOf({ realPath, to }, { deps, git, announcements, locks });
    const author =
      decided.get(realPath) ??
      decideAuthor(await evidence(), { mode: deps.mode(), git: answers.of(folderOf(realPath)) });
    const session = announcements.conversationOf({ realPath, to }, author.by.name);
    return author.by.kind !== "agent" || session === null ? author : { ...author, by: { ...author.by, session } };
  }

  const officeFiles = () => officeFilesOf(openDocuments, closed);
  const mustAsk = ({ by, isReviewed }: ExternalAuthor, folder: string) =>
    isReviewed && by === GIT && answers.of(folder) === "ask";

  /** Compares a file that no tab shows with what is known of it. */
  async function checkNow(realPath: string): Promise<void> {
    const known = closed.known(realPath);
    if (known === null || openDocuments.at(realPath) !== null || questions.isHeld(realPath)) return;
    const { documents } = await engine();
    const now = await documents.readBytes(realPath, [realPath], "person").catch(() => null);
    if (now === null) {
      if (known.version !== null) closed.delete(realPath);
      return;
    }
    if (now.realPath !== realPath || now.version === known.version) return;
    if (known.version === null) {
      const from = await closed.movedFrom(now.version);
      if (from !== null) {
        closed.set(realPath, from.known);
        closed.delete(from.path);
        return;
      }
    }
    const author = await authorOf(realPath, now.version);
    const folder = folderOf(realPath);
    const isAsked = mustAsk(author, folder);
    if (isAsked || (author.isReviewed && questions.isFlood(folder, author.by.name))) {
      questions.ask(folder, realPath, { by: author.by.name, isHeld: true });
      return;
    }
    await noteNow(realPath);
  }

  async function noteNow(realPath: string): Promise<void> {
    const noted = await (await engine()).documents.noteExternal(realPath, [realPath]);
    if (noted === null) closed.delete(realPath);
    else if (officeFormatOf(realPath) !== null) closed.set(realPath, { version: noted.version, text: "" });
    else if (noted.text !== null) closed.set(realPath, { version: noted.version, text: noted.text });
  }

  function update(): void {
    const next = deps.mode();
    if (next !== mode) {
      mode = next;
      answers.clear();
    }
    const folders = deps.openFolders();
    git.setFolders(next === "never" ? [] : folders);
    const isWanted = (folder: string) =>
      next === "always" ||
      closed.isFollowed(folder) ||
      agents.isConnectedIn(folder) ||
      announcements.workersAt(join(folder, "file")).length > 0;
    closed.follow(next === "never" ? [] : folders.filter(isWanted));
    const open = new Set(openDocuments.all());
    // Of Office documents only those are followed whose write was announced.
    for (const { realPath, known } of closedSince(shown, openDocuments))
      if (officeFormatOf(realPath) === null || closed.known(realPath) !== null) closed.set(realPath, known);
    shown = open;
    locks.keepOnly(new Set(officeFiles()));
    if (next !== "never")
      bases.keepOpen(
        open,
        (path) => next === "always" || folders.some((each) => isWanted(each) && isWithin(path, each)),
      );
  }

  const authors: ExternalWrites = {
    known(realPath) {
      if (questions.isHeld(realPath) || decided.has(realPath)) return closed.known(realPath);
      const document = openDocuments.at(realPath);
      if (document === null) return closed.known(realPath);
      return { version: document.at.version, text: document.office === null ? document.at.text : "" };
    },
    async authorOf({ realPath, to }) {
      const author = await authorOf(realPath, to);
      const folder = folderOf(realPath);
      if (!decided.has(realPath) && mustAsk(author, folder))
        questions.ask(folder, realPath, { by: author.by.name, isHeld: false });
      return author;
    },
  };

  return {
    authors,
    announce: (write) =>
      announceWrite(write, { deps, announcements, closed, bases, questions, queue, update, checkNow }),
    update,
    touched: queue.add,
    lockTouched: (realPath) => locks.touched(realPath, officeFiles),
    lockSeen: locks.seen,
    folderChanged: closed.findNew,
    handleChange: closed.handleChange,
    handleBytesChange: closed.handleBytesChange,
    handleMoved: closed.handleMoved,
    files: () => closed.files().flatMap(withLocks),
    folders: closed.folders,
    answer: (given) => answerHeld(given, { deps, questions, answers, decided, folderOf, authorOf, noteNow }),
    remind: questions.remind,
    async idle() {
      await queue.idle();
      await answers.idle();
    },
    close() {
      queue.close();
      questions.close();
      git.close();
      closed.close();
    },
  };
}

/** Brings the files that were held back into the review, or accepts them, as the user has answered. */
async function answerHeld(
  { folder, by, answer }: ExternalAnswer,
  {
    deps,
    questions,
    answers,
    decided,
    folderOf,
    authorOf,
    noteNow,
  }: {
    deps: ExternalDeps;
    questions: Questions;
    answers: ReturnType<typeof createGitAnswers>;
    decided: Map<string, ExternalAuthor>;
    folderOf(realPath: string): string;
    authorOf(realPath: string, to: string): Promise<ExternalAuthor>;
    noteNow(realPath: string): Promise<void>;
  },
): Promise<void> {
  const held = questions.take(folder, by);
  const isGit = by === GIT.name;
  if (held !== null && isGit) answers.set(folder, answer);
  for (const realPath of held ?? []) {
    const author = isGit ? { by: GIT } : await authorOf(realPath, "");
    decided.set(realPath, { ...author, isReviewed: answer === "review" });
    await noteNow(realPath).catch(deps.log);
    decided.delete(realPath);
    await macrotask();
  }
  if (held !== null && answer === "accept") await keepAll(deps, by, (realPath) => folderOf(realPath) === folder);
}

/** Remembers what an agent announces, and the text before it. */
async function announceWrite(
  { path, folder, ...announced }: AnnouncedWrite,
  {
    deps,
    announcements,
    closed,
    bases,
    questions,
    queue,
    update,
    checkNow,
  }: {
    deps: ExternalDeps;
    announcements: Announcements;
    closed: ClosedTexts;
    bases: ReturnType<typeof createOfficeBases>;
    questions: Questions;
    queue: PathQueue;
    update(): void;
    checkNow(realPath: string): Promise<void>;
  },
): Promise<void> {
  const { by, session, conversation, phase } = announced;
  const realFolder = await realPathOf(folder);
  announcements.atWork({ by, session, conversation, folder: realFolder });
  if (path === null) {
    update();
    // A command of the agent may write anything: the texts before it are read in time if the folder is small.
    await Promise.race([closed.whenRead(), wait(MAX_READ_WAIT_MS)]);
    return;
  }
  const realPath = await realPathOf(path);
  // Nothing of what an agent's session says is checked: it must not claim what the user writes elsewhere.
  if (conversation !== undefined && !isWithin(realPath, realFolder)) return;
  const isOurs =
    deps.openDocuments.at(realPath) !== null || deps.openFolders().some((each) => isWithin(realPath, each));
  if (!isOurs || deps.mode() === "never") return;
  const isOpen = () => deps.openDocuments.at(realPath) !== null;
  const isOffice = officeFormatOf(realPath) !== null;
  // What was written before is not part of this write: it is noted before the version on disk counts as known.
  if (phase === "before" && isOffice) {
    const { documents } = await deps.engine();
    await (isOpen() ? documents.noteExternal(realPath, [realPath]) : checkNow(realPath)).catch(deps.log);
  }
  announcements.add({ ...announced, realPath });
  update();
  // An agent that announces its write waits for this: the text before it is read in time.
  if (phase === "before" && isOffice) {
    const before = await bases.keep(realPath);
    if (before !== null && !isOpen() && !questions.isHeld(realPath)) closed.set(realPath, before);
  } else if (phase === "before" && !isOpen() && closed.known(realPath) === null) {
    const before = await textNow(await deps.engine(), realPath);
    if (before !== null) closed.set(realPath, before);
  }
  if (phase === "after") queue.add(realPath);
}

/** What is known about a write, from the sources of the app. */
async function evidenceOf(
  { realPath, to }: { realPath: string; to: string },
  {
    deps,
    git,
    announcements,
    locks,
  }: { deps: ExternalDeps; git: GitActivity; announcements: Announcements; locks: OfficeLocks },
): Promise<Evidence> {
  const announcedBy = announcements.writerOf({ realPath, to });
  const isGit = announcedBy === null && deps.mode() !== "never" && (await git.wrote(realPath));
  // Whoever has it open in an office program is a person, even while an agent is at work.
  const lock = officeFormatOf(realPath) === null ? "none" : await locks.check(realPath);
  if (lock === "held") return { announcedBy: null, isGit: false, atWork: [] };
  // Such a program may save and close at once.
  if (lock === "lately") return { announcedBy, isGit, atWork: [] };
  const atWork = withoutDoubles([...deps.agents.atWork(realPath), ...announcements.workersAt(realPath)]);
  return { announcedBy, isGit, atWork };
}

/** The Office documents whose lock files are watched. */
const officeFilesOf = (openDocuments: ExternalDeps["openDocuments"], closed: ClosedTexts): string[] => [
  ...openDocuments.all().flatMap(({ office, location }) => (office && location ? [location.realPath] : [])),
  ...closed.files().filter((path) => officeFormatOf(path) !== null),
];

/** A file, and the lock files of office programs beside it. */
const withLocks = (path: string): string[] =>
  officeFormatOf(path) === null ? [path] : [path, ...officeLockPaths(path)];

/** The documents that were open and no longer are, as their tabs last had them. */
const closedSince = (
  shown: ReadonlySet<OpenDocument>,
  openDocuments: ExternalDeps["openDocuments"],
): { realPath: string; known: KnownText }[] =>
  [...shown].flatMap(({ location, office, at }) => {
    if (location === null || openDocuments.at(location.realPath) !== null) return [];
    return [{ realPath: location.realPath, known: { version: at.version, text: office === null ? at.text : "" } }];
  });

/** The text of a file as it is; a file that is not there is about to be made. Null if it is not text. */
async function textNow(engine: Engine, realPath: string): Promise<KnownText | null> {
  try {
    const { version, text } = await engine.documents.read(realPath, [realPath], "person");
    return { version, text };
  } catch (error) {
    return error instanceof ToolError && error.code === "not_found" ? { version: null, text: "" } : null;
  }
}

/** Accepts the pending edits that only this program made in files that `isIn` names. */
async function keepAll(
  { engine, openDocuments }: Pick<ExternalDeps, "engine" | "openDocuments">,
  by: string,
  isIn: (realPath: string) => boolean,
): Promise<void> {
  const { review, documents } = await engine();
  for (const realPath of review.list().filter(isIn)) {
    const now =
      openDocuments.at(realPath)?.at ?? (await documents.read(realPath, [realPath], "person").catch(() => null));
    const found = now && (await review.of({ realPath, version: now.version, text: now.text }));
    if (!found) continue;
    const own = new Set(found.writes.filter((write) => write.by === by && !isSuggestion(write.id)).map(({ id }) => id));
    const hunks = listHunks(found.pending).filter(({ writes }) => writes.every((id) => own.has(id)));
    if (hunks.length > 0)
      await review.keep(
        realPath,
        hunks.map(({ id }) => id),
      );
  }
}

/** Names that differ only in signs and case are one agent's: it may announce itself by a hook and be connected too. */
function withoutDoubles(names: readonly string[]): string[] {
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return [...new Map(names.toReversed().map((name) => [plain(name), name])).values()];
}
