import { styleText } from "node:util";
import { type OptionValues, UsageError } from "./command";

/** What a part of the output is; each has its colour. */
const styles = {
  heading: "bold",
  name: "cyan",
  added: "green",
  removed: "red",
  warning: "yellow",
  faint: "dim",
} as const satisfies Record<string, Parameters<typeof styleText>[0]>;

export type Paint = (style: keyof typeof styles, text: string) => string;

/** The help of `--color`, which every command takes. */
export const colorHelp = {
  "color WHEN":
    "always, never, or auto (the default): on a terminal, unless NO_COLOR is set; FORCE_COLOR sets it elsewhere.",
};

type Stream = { isTTY?: boolean };

/** Whether output to a stream has colour: `--color` decides, else FORCE_COLOR and NO_COLOR (no-color.org), else whether it is a terminal. */
export function hasColour({ color }: OptionValues, { isTTY = false }: Stream, env = process.env): boolean {
  if (color === "always") return true;
  if (color === "never") return false;
  if (color !== undefined && color !== "auto")
    throw new UsageError(`--color is always, auto or never, not ${JSON.stringify(color)}.`);
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (env["NO_COLOR"]) return false;
  return isTTY && env["TERM"] !== "dumb";
}

/** Colours text for a stream; returns it unchanged if colour is off. */
export function painter(values: OptionValues, stream: Stream = process.stdout): Paint {
  const isOn = hasColour(values, stream);
  return (style, text) => (isOn && text !== "" ? styleText(styles[style], text, { validateStream: false }) : text);
}

/** A unified diff in colour. */
export const paintDiff = (diff: string, paint: Paint): string =>
  diff
    .split("\n")
    .map((line) => {
      if (/^(?:---|\+\+\+) /.test(line)) return paint("heading", line);
      if (line.startsWith("@@")) return paint("name", line);
      if (line.startsWith("+")) return paint("added", line);
      return line.startsWith("-") ? paint("removed", line) : line;
    })
    .join("\n");
