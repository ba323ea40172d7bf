/**
 * The `galley` command of a package, for sh: resolves symbolic links to itself, and runs the command line with the bundled Node, because the packed
 * app cannot run as Node. It writes nothing to stdout.
 */
export const unixLauncher = ({ node, cli, app }) => `#!/bin/sh
# Galley's command line, on the Node that lies beside it.
self=$0
while [ -h "$self" ]; do
  to=$(readlink "$self")
  case $to in /*) self=$to ;; *) self=$(dirname "$self")/$to ;; esac
done
here=$(cd "$(dirname "$self")" && pwd -P) || exit 1
# What is meant for other programs' Node must not change how this one runs.
unset NODE_OPTIONS NODE_PATH ELECTRON_RUN_AS_NODE
GALLEY_APP=\${GALLEY_APP:-"$here/${app}"}
export GALLEY_APP
exec "$here/${node}" "$here/${cli}" "$@"
`;

/** The same for Windows. UNTESTED. */
export const windowsLauncher = ({ node, cli, app }) =>
  [
    "@echo off",
    "setlocal",
    'set "NODE_OPTIONS="',
    'set "NODE_PATH="',
    'set "ELECTRON_RUN_AS_NODE="',
    `if not defined GALLEY_APP set "GALLEY_APP=%~dp0${app.replaceAll("/", "\\")}"`,
    `"%~dp0${node.replaceAll("/", "\\")}" "%~dp0${cli.replaceAll("/", "\\")}" %*`,
    "",
  ].join("\r\n");
