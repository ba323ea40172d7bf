/**
 * The engine as its hosts see it: the app, MCP and the command line take this, the faces of its domains, and the ports. Only types and loaders stand
 * here, so that whoever takes one loads nothing else.
 */

export type { Engine } from "./host/engine";
export type { ReplacedParagraph, ReplacementQuery } from "./host/find-replacements";

// Loaded when first needed, so that a start does not wait for it.
export const loadTextFile = () => import("./documents/text-file");
export const loadEngine = () => import("./host/create-engine");
export const loadAddFile = () => import("./library/packs/add-file");
export const loadReadDocument = () => import("./library/packs/read-document");
export const loadLibrary = () => import("./library/sqlite-library");
export const loadCleanUp = () => import("./storage/clean-up");
export const loadDisk = () => import("./storage/disk");
export const loadEncoding = () => import("./storage/encoding");
export const loadLockFolder = () => import("./storage/lock-folder");
export const loadDescribeTool = () => import("./tools/describe-tool");
export const loadDocumentData = () => import("./tools/library/document-data");
export const loadTools = () => import("./tools/registry");
export const loadWorkerProcess = () => import("./worker/worker-process");
