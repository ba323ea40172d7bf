type Props = { label: string; query: string; search(query: string): void };

/** A field that narrows down what is shown below it. The first Escape empties it, the next is left to what it stands in. */
export function SearchField({ label, query, search }: Props) {
  return (
    <input
      type="search"
      className="field"
      aria-label={label}
      placeholder={label}
      value={query}
      onChange={(event) => search(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || query === "") return;
        event.preventDefault();
        event.stopPropagation();
        search("");
      }}
    />
  );
}
