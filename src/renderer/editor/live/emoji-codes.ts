type Listener = () => void;

const listeners = new Set<Listener>();
let find: ((name: string) => string | null) | null = null;
let isLoading = false;

/** Listens for the table of emoji, which is loaded when the first code is seen. Returns a function that stops listening. */
export function onEmojiLoaded(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The emoji of a code's name; null if there is none, or the table is still being loaded. */
export function emojiOf(name: string): string | null {
  if (find) return find(name);
  if (!isLoading) {
    isLoading = true;
    void import("../../rendering/emoji").then((module) => {
      find = module.emojiOf;
      for (const listener of listeners) listener();
    });
  }
  return null;
}
