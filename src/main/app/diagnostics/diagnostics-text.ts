import type { Diagnostics } from "../../../shared/diagnostics";

/** The path with the home folder, which often contains the user's name, replaced by `~`. */
export function withoutHome(path: string, home: string): string {
  if (home === "" || home === "/" || !path.startsWith(home)) return path;
  const rest = path.slice(home.length);
  return rest === "" || /^[\\/]/.test(rest) ? `~${rest}` : path;
}

const size = (bytes: number) => (bytes < 100_000 ? `${bytes} bytes` : `${(bytes / 1_000_000).toFixed(1)} MB`);

/**
 * Diagnostics as text for bug reports, always in English. Contains no document text, no keys, and no folder names
 * except below Galley's own.
 */
export function diagnosticsText(found: Diagnostics, { home, agents }: { home: string; agents: number }): string {
  const { journal, logs, pauses, faults, attacks } = found;
  const list = (lines: string[]) => lines.map((line) => `- ${line}`);
  return [
    `Galley ${found.version}`,
    ...list(found.parts),
    "",
    "Data",
    ...list(found.places.map(({ place, path }) => `${place}: ${withoutHome(path, home)}`)),
    ...list([`unsaved: ${journal.documents} documents, ${size(journal.bytes)}`]),
    ...list(
      found.stores.map(({ name, state, rows, bytes }) => `${name}: ${state}, ${rows ?? "?"} rows, ${size(bytes)}`),
    ),
    ...list([`last full check: ${found.checkedAt ?? "never"}`]),
    ...list(found.setAside.map(({ name, bytes }) => `set aside: ${name}, ${size(bytes)}`)),
    ...list([pausesLine(pauses)]),
    ...list([`logs: ${logs.files} files, ${size(logs.bytes)}`]),
    "",
    "Agents",
    ...list([`connected: ${agents}`, `HTTP server: ${found.http}`]),
    "",
    "Security",
    ...list(found.security.map(({ name, state }) => `${name}: ${state}`)),
    "",
    "Fault harness on this version",
    ...list(
      faults === null
        ? ["not run"]
        : [
            `${faults.date}: ${faults.faults} faults, ${faults.runs} runs, ${faults.torn} torn, ${faults.lost} lost, ${faults.falseAnswers} false answers, worst ${faults.worstMs} ms`,
          ],
    ),
    "",
    "Attacks on this version",
    ...list(
      attacks === null
        ? ["not run"]
        : [`${attacks.date}: ${attacks.attacks} kinds, ${attacks.attempts} attempts, ${attacks.through} got through`],
    ),
    "",
  ].join("\n");
}

const pausesLine = ({ count, worst }: Diagnostics["pauses"]): string =>
  `pauses: ${count}${worst === null ? "" : `, the worst ${worst.ms} ms during ${worst.during.join(", ")}`}`;
