import { words } from "../ui/messages";

/** Shown if the window could not start. */
export function StartFailed({ why }: { why: string }) {
  return (
    <main className="start-failed" role="alert">
      <h1>{words.galley}</h1>
      <p>{words.surprise(why)}</p>
    </main>
  );
}
