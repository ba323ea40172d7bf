/** Listeners of one kind of event. */
export type Listeners<Event> = {
  /** Returns a function that removes the listener. */
  add(listener: (event: Event) => void): () => void;
  notify(event: Event): void;
};

/** Listeners of which one that throws is logged and keeps no other from being notified. */
export function createListeners<Event>(log: (error: unknown) => void): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(event) {
      for (const listener of listeners)
        try {
          listener(event);
        } catch (error) {
          log(error);
        }
    },
  };
}
