import { messages } from "../ui/messages";

/** Shown if the window could not start. */
export function StartFailed({ reason }: { reason: string }) {
  return (
    <main className="start-failed" role="alert">
      <h1>{messages.galley}</h1>
      <p>{messages.unexpectedError(reason)}</p>
    </main>
  );
}
