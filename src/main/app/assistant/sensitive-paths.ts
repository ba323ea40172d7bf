/** Folders whose files programs obey without asking: hooks, editors' settings, what a system starts by itself. */
const folders = /^(?:\..+|autostart|launchagents|launchdaemons|startup|systemd|cron\..+)$/i;

/** Files that are run, or that tell programs and other agents what to do. */
const files =
  /^(?:\..+|mcp\.json|claude_desktop_config\.json|package\.json|makefile|gnumakefile|justfile|dockerfile|authorized_keys|crontab|claude\.md|agents\.md|gemini\.md|copilot-instructions\.md|.+\.(?:sh|bash|zsh|fish|bat|cmd|ps1|psm1|command|desktop|service|plist|reg|vbs|applescript|scpt|exe|dll|so|dylib|py|rb|pl|lnk|url|webloc))$/i;

/**
 * What makes a place one that each write asks for: the name of the file, or of the folder on the way to it, that programs
 * obey; null for an ordinary one. `path` is a real path; the folders above `root` are not looked at.
 */
export function sensitiveName(path: string, root: string): string | null {
  const inside = path.startsWith(root) ? path.slice(root.length) : path;
  const names = inside.split(/[\\/]/).filter((name) => name !== "");
  const last = names.at(-1) ?? path.split(/[\\/]/).at(-1) ?? "";
  return names.slice(0, -1).find((name) => folders.test(name)) ?? (files.test(last) ? last : null);
}
