/**
 * A store that is created when its owner (a window, a tab, a document) first needs it, and that lives as long as the owner. The rest of the
 * arguments matters for the first call only.
 */
export function lazyStore<Owner extends object, Rest extends readonly unknown[], Store>(
  create: (owner: Owner, ...rest: Rest) => Store,
): (owner: Owner, ...rest: Rest) => Store {
  const stores = new WeakMap<Owner, { store: Store }>();
  return (owner, ...rest) => {
    const known = stores.get(owner);
    if (known) return known.store;
    const store = create(owner, ...rest);
    stores.set(owner, { store });
    return store;
  };
}
