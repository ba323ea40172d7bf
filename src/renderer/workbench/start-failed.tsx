import { words } from "../ui/messages";

/** What stands on the page when it could not start at all. */
export function StartFailed({ why }: { why: string }) {
  return (
    <main className="start-failed" role="alert">
      <h1>{words.galley}</h1>
      <p>{words.surprise(why)}</p>
    </main>
  );
}
