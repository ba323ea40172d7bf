import { type Command, exitCode, UsageError } from "../command";

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

/** Prints a script with which a shell completes the commands and options of `galley`. `all` are the commands to complete. */
export const completion = (all: () => readonly Command[]): Command => ({
  name: "completion",
  takes: shells.join("|"),
  summary: "Print completions for a shell.",
  details: `For bash, add to ~/.bashrc:   eval "$(galley completion bash)"
For zsh, add to ~/.zshrc:     eval "$(galley completion zsh)"
For fish:                     galley completion fish > ~/.config/fish/completions/galley.fish`,
  options: {},
  optionHelp: {},
  arity: [1, 1],
  async run({ positionals: [given], print }) {
    const shell = shells.find((each) => each === given);
    if (shell === undefined)
      throw new UsageError(`galley completion takes ${shells.join(", ")}, not ${JSON.stringify(given)}.`);
    await print(completionScript(shell, all()));
    return exitCode.ok;
  },
});

/** The names and options are ours: letters, digits, dashes and blanks, so nothing needs quoting but the summaries. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  if (shell === "fish") return fishScript(commands);
  const bash = bashScript(commands);
  return shell === "bash"
    ? bash
    : `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash}`;
}

const optionsOf = ({ options }: Command): string[] =>
  [...Object.keys(options), "color", "help"].map((name) => `--${name}`);

/** The options of a command, and the words that its first argument may be: those of `claude|codex` in its usage. */
const wordsOf = (command: Command): string[] => [...choicesOf(command), ...optionsOf(command)];

const choicesOf = ({ takes }: Command): string[] => {
  const first = takes.split(" ")[0]?.replace(/^\[|\]$/g, "") ?? "";
  return /^[a-z-]+(?:\|[a-z-]+)+$/.test(first) ? first.split("|") : [];
};

const firstWords = (commands: readonly Command[]): string[] => [
  ...new Set([...commands.map(({ name }) => name.split(" ")[0] ?? ""), "help"]),
];

function bashScript(commands: readonly Command[]): string {
  const families = Map.groupBy(commands, ({ name }) => name.split(" ")[0] ?? "");
  const cases = [...families].flatMap(([first, members]) => {
    const words = members.flatMap((each) => {
      const [, second] = each.name.split(" ");
      return second === undefined ? wordsOf(each) : [second];
    });
    const longer = members.filter(({ name }) => name !== first);
    const row = (name: string, offered: readonly string[]) => `    "${name}") words="${offered.join(" ")}" ;;`;
    return [row(first, words), ...longer.map((each) => row(each.name, wordsOf(each)))];
  });
  return `_galley() {
  local current="\${COMP_WORDS[COMP_CWORD]}" first="\${COMP_WORDS[1]}" second="\${COMP_WORDS[2]}" words="" name=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${firstWords(commands).join(" ")}" -- "$current"))
    return
  fi
  name="$first"
  case " ${commands.flatMap(({ name }) => (name.includes(" ") ? [`${name},`] : [])).join(" ")} " in
    *" $first $second, "*) [ "$COMP_CWORD" -gt 2 ] && name="$first $second" ;;
  esac
  case "$name" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}
complete -o filenames -F _galley galley
`;
}

function fishScript(commands: readonly Command[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const rows = firstWords(commands).map((word) => {
    const summary = commands.find(({ name }) => name === word)?.summary ?? "";
    return `complete -c galley -n __fish_use_subcommand -f -a ${word}${summary === "" ? "" : ` -d ${quoted(summary)}`}`;
  });
  for (const command of commands) {
    const [first = "", second] = command.name.split(" ");
    const isSeen = `__fish_seen_subcommand_from ${first}`;
    if (second !== undefined)
      rows.push(`complete -c galley -n ${quoted(isSeen)} -f -a ${second} -d ${quoted(command.summary)}`);
    for (const word of choicesOf(command)) rows.push(`complete -c galley -n ${quoted(isSeen)} -f -a ${word}`);
    const isMeant = second === undefined ? isSeen : `${isSeen}; and __fish_seen_subcommand_from ${second}`;
    for (const option of optionsOf(command))
      rows.push(`complete -c galley -n ${quoted(isMeant)} -l ${option.slice(2)}`);
  }
  return `${rows.join("\n")}\n`;
}
