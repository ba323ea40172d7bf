import { EventEmitter } from "node:events";
import type { RendererToJournal } from "../../../../shared/typing";
import type { Desktop, DesktopWindow } from "../../core/desktop";
import { serve } from "../journal-process";

/** The journal process in this thread, with renderers that only it can hear, as if main were busy. */
export type JournalInThread = {
  start: Desktop["startProcess"];
  /** Sends a message of the window's renderer over its channel. */
  send(window: DesktopWindow, message: RendererToJournal): void;
  /** Ends the process as if killed. */
  end(): void;
  /** Makes it stop replying. */
  hang(): void;
  /** How often it was started. */
  starts: number;
};

/** No process is running. */
export function journalInThread(): JournalInThread {
  let channels = new Map<DesktopWindow, EventEmitter>();
  let end = (): void => undefined;
  let isHanging = false;
  const journal: JournalInThread = {
    starts: 0,
    start(_entry, [folder = ""], on) {
      journal.starts++;
      const parent = new EventEmitter();
      const running = new Map<DesktopWindow, EventEmitter>();
      channels = running;
      end = () => {
        parent.removeAllListeners();
        for (const channel of running.values()) channel.removeAllListeners();
        running.clear();
        on.ended();
      };
      isHanging = false;
      const postMessage = (message: unknown) => setImmediate(() => isHanging || on.message(message));
      serve(Object.assign(parent, { postMessage }), folder);
      return {
        send: (data) => void parent.emit("message", { data: structuredClone(data), ports: [] }),
        connect(window, data) {
          const port = new EventEmitter();
          running.set(window, port);
          parent.emit("message", { data, ports: [Object.assign(port, { start: () => undefined })] });
        },
        kill: () => end(),
      };
    },
    send: (window, message) => void channels.get(window)?.emit("message", { data: message, ports: [] }),
    end: () => end(),
    hang() {
      isHanging = true;
    },
  };
  return journal;
}
