/**
 * The public interface of the engine: the app, MCP and the command line import this, the index files of its domains, and the ports. It contains only
 * types and loaders, so that importing it loads nothing else.
 */

export type { Engine } from "./host/engine";
export type { ReplacedParagraph, ReplacementQuery } from "./host/find-replacements";

// Loaded on first use, so that a start does not wait for it.
export const loadTextFile = () => import("./documents/text-file");
export const loadEngine = () => import("./host/create-engine");
export const loadAddFile = () => import("./library/packs/add-file");
export const loadLibrary = () => import("./library/sqlite-library");
export const loadCleanUp = () => import("./storage/saving/clean-up");
export const loadDisk = () => import("./storage/saving/disk");
export const loadEncoding = () => import("./storage/encodings/encoding");
export const loadLockFolder = () => import("./storage/locks/lock-folder");
export const loadDescribeTool = () => import("./tools/describe-tool");
export const loadDocumentData = () => import("./tools/library/document-data");
export const loadTools = () => import("./tools/registry");
export const loadWorkerProcess = () => import("./worker/worker-process");
