import { MAX_WHOLE_BYTES, MAX_WHOLE_FILES } from "../../../core/limits";

/**
 * Why a file, or what belongs to it, is not in sync, each as the end of a sentence that begins with its path. The app has them in its own language
 * (`app/sharing/messages.ts`); what else keeps a file from being in sync is the message of an error.
 */
export const reasons = {
  /** It may be a file that is not shared under its own name, such as a hidden one. */
  linked: "it is a link to another file, or in a folder that is one",
  noFile: "it is not a file",
  textTooLarge: "it has more than 20 MiB",
  /** A shared text cannot carry such bytes. */
  damaged: "the file has bytes that are not text in its encoding, so it is not shared",
  fileTooLarge: `it has more than ${MAX_WHOLE_BYTES / 1024 / 1024} MiB`,
  tooManyFiles: `only the first ${MAX_WHOLE_FILES} images and documents are shared`,
  moreFiles: `only ${MAX_WHOLE_FILES} of its images and documents are shared, and it has more`,
  twoSpellings:
    "another file's path differs from its path only in capital letters or accents, which this disk does not tell apart",
  inReview: "it has edits that wait for review: the others' version waits until you have decided on them",
  noName: "no name is free for the version of this machine",
  changed: "it was changed while it was sent",
  commentsRejected:
    "the server rejects the comments and protected passages of this machine; those of others still arrive here, and these are sent again at the next start",
  tooManyComments: "some of its comments are not in sync: the shared folder has more than Galley stores",
  contentMissing: "the server does not have its content",
  otherContent: "the server sent another content than the one that is shared",
  olderServer: "the server is an older Galley, which takes texts only",
  noFilesByLink: "the server does not accept files with this link",
  linkRejected: "the server rejects the link",
  largerThanAccepted: "it is larger than the server accepts",
  serverFull: "the server has no space left for files: its operator can allow more with --file-quota",
  connectionLost: "the connection was lost",
} as const;
