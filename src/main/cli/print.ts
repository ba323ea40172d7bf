import type { Writable } from "node:stream";

/** Writes all of `text` and waits until the system has taken it. A closed pipe (`galley … | head`) is not an error: nobody reads the rest. */
export const printTo = (stream: Writable, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const finished = (error?: Error | null) => {
      // After a failed write the error event follows, so the listener must stay.
      if (!error) stream.off("error", finished);
      if (!error || isGone(error)) resolve();
      else reject(error);
    };
    stream.once("error", finished);
    stream.write(text, finished);
  });

const isGone = (error: Error): boolean =>
  "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED" || error.code === "EOF");
