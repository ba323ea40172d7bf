import { officeLockPaths } from "../engine/office";
import { ToolError } from "../engine/ports/tool-error";
import { type Watcher, watchFiles } from "../engine/storage";
import type { AppWindow } from "./app-window";
import { t } from "./core/messages";
import { type AppContext, type OpenDocument, refresh } from "./documents";
import type { ExternalService } from "./external";
import type { Reviews } from "./review";
import type { SettingsService } from "./settings";

type FollowedFilesDeps = {
  ctx: AppContext;
  windows(): readonly AppWindow[];
  external: ExternalService;
  reviews: Reviews;
  settings: { path: string; service: SettingsService };
  reportError(what: string, error: unknown): void;
};

/** Watches the files and folders that the app shows, and passes on what other programs do to them. */
export class FollowedFiles {
  readonly #deps: FollowedFilesDeps;
  readonly #watcher: Watcher;

  constructor(deps: FollowedFilesDeps) {
    this.#deps = deps;
    this.#watcher = watchFiles({
      onPossibleChange: (realPath) => this.#touched(realPath),
      onFolderChange: (realPath) => {
        deps.external.folderChanged(realPath);
        for (const window of deps.windows()) window.folderChanged(realPath);
      },
      // A search may find it now, and notes in it may have other names and links.
      onOtherChange: (realPath) => {
        for (const window of deps.windows()) window.touched(realPath);
      },
    });
  }

  /** Compares every open document and shown folder with the disk. */
  checkAll(): void {
    this.#watcher.checkAll();
    const limit = this.#watcher.limited();
    if (limit) this.#deps.reportError(t.parts.watching, new ToolError("failed", limit));
  }

  /** Watches the open documents, and the files of open folders that an agent may write. */
  updateFiles(): void {
    const { ctx, windows, external, settings } = this.#deps;
    const open = ctx.openDocuments.all().flatMap(({ location, office }) => {
      if (location === null) return [];
      return office === null ? [location.realPath] : [location.realPath, ...officeLockPaths(location.realPath)];
    });
    const found = windows().flatMap((window) => window.searchResults);
    this.#watcher.setFiles([...new Set([...open, ...found, ...external.files(), settings.path])]);
  }

  /** Watches the folders that are shown in file trees. */
  updateFolders(): void {
    const { windows, external } = this.#deps;
    const shown = windows().flatMap(({ folders, indexedFolders }) => [...folders.keys(), ...indexedFolders]);
    this.#watcher.setFolders([...new Set([...shown, ...external.folders()])]);
  }

  /** Compares files with the disk, and resolves once what other programs wrote in them is known. */
  async compare(realPaths: readonly string[]): Promise<void> {
    const { ctx, external } = this.#deps;
    await Promise.all(
      realPaths.map((realPath) => {
        const document = ctx.openDocuments.at(realPath);
        if (document !== null) return this.#refresh(document);
        external.touched(realPath);
        return undefined;
      }),
    );
    await external.idle();
  }

  close(): void {
    this.#watcher.close();
  }

  #touched(realPath: string): void {
    const { ctx, windows, external, reviews, settings } = this.#deps;
    if (realPath === settings.path) void settings.service.reload();
    external.lockTouched(realPath);
    const document = ctx.openDocuments.at(realPath) ?? this.#lockedBy(realPath);
    if (document) void this.#refresh(document);
    else {
      external.touched(realPath);
      reviews.touched(realPath);
    }
    for (const window of windows()) window.touched(realPath);
  }

  /** The open Office document to which this lock file of an office program belongs. */
  #lockedBy(realPath: string): OpenDocument | null {
    const isLock = ({ location, office }: OpenDocument) =>
      office !== null && location !== null && officeLockPaths(location.realPath).includes(realPath);
    return this.#deps.ctx.openDocuments.all().find(isLock) ?? null;
  }

  #refresh(document: OpenDocument): Promise<void> {
    const { ctx, reviews } = this.#deps;
    return refresh(ctx, document)
      .then(() => {
        if (document.location) reviews.touched(document.location.realPath);
      })
      .catch((error: unknown) => {
        // The file can no longer be read as text. The renderer keeps its text, and a save will report the error.
        ctx.desktop.log(`${document.name}: ${String(error)}`, "warning");
      });
  }
}
