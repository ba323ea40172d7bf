import { TextField } from "./field";

type Props = { label: string; query: string; search(query: string): void };

/** A field that filters the list below it. The first Escape clears it; the next one is left to its container. */
export function SearchField({ label, query, search }: Props) {
  return (
    <TextField
      type="search"
      className="full"
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
