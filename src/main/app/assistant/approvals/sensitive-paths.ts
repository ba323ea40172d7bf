/** Folders with files that programs execute or obey: hooks, editor settings, autostart. */
const folders = /^(?:\..+|autostart|launchagents|launchdaemons|startup|systemd|cron\..+)$/i;

/** Files that are executed, or that instruct programs and other agents. */
const files =
  /^(?:\..+|mcp\.json|claude_desktop_config\.json|package\.json|makefile|gnumakefile|justfile|dockerfile|authorized_keys|crontab|claude\.md|agents\.md|gemini\.md|copilot-instructions\.md|.+\.(?:sh|bash|zsh|fish|bat|cmd|ps1|psm1|command|desktop|service|plist|reg|vbs|applescript|scpt|exe|dll|so|dylib|py|rb|pl|lnk|url|webloc))$/i;

/**
 * The name of the file or parent folder that makes each write need its own approval; null for an ordinary path. `path`
 * is a real path; folders above `root` are ignored.
 */
export function sensitiveName(path: string, root: string): string | null {
  const inside = path.startsWith(root) ? path.slice(root.length) : path;
  const names = inside.split(/[\\/]/).filter((name) => name !== "");
  const last = names.at(-1) ?? path.split(/[\\/]/).at(-1) ?? "";
  return names.slice(0, -1).find((name) => folders.test(name)) ?? (files.test(last) ? last : null);
}
