import { fileKinds } from "./file-kinds.mjs";

const className = (extension) => `Galley.${extension}`;

/**
 * NSIS macros that add Galley to Windows' "Open with" for each file type and remove it again. The default program does not change, unlike with
 * electron-builder's own associations. UNTESTED, because there is no Windows to build it here.
 */
export const openWithScript = () => {
  const all = fileKinds.flatMap(({ name, extensions }) => extensions.map((extension) => ({ name, extension })));
  const list = (extension) => `"Software\\Classes\\.${extension}\\OpenWithProgids" "${className(extension)}"`;
  const own = (extension, below = "") => `"Software\\Classes\\${className(extension)}${below}"`;
  const notifyShell = "  System::Call 'shell32::SHChangeNotify(i, i, i, i) v (0x08000000, 0, 0, 0)'";
  return [
    "!macro customInstall",
    ...all.flatMap(({ name, extension }) => [
      `  WriteRegStr SHELL_CONTEXT ${own(extension)} "" "${name}"`,
      `  WriteRegStr SHELL_CONTEXT ${own(extension, "\\DefaultIcon")} "" "$INSTDIR\\\${APP_EXECUTABLE_FILENAME},0"`,
      `  WriteRegStr SHELL_CONTEXT ${own(extension, "\\shell\\open\\command")} "" '"$INSTDIR\\\${APP_EXECUTABLE_FILENAME}" "%1"'`,
      `  WriteRegNone SHELL_CONTEXT ${list(extension)}`,
    ]),
    notifyShell,
    "!macroend",
    "",
    "!macro customUnInstall",
    ...all.flatMap(({ extension }) => [
      `  DeleteRegValue SHELL_CONTEXT ${list(extension)}`,
      `  DeleteRegKey SHELL_CONTEXT ${own(extension)}`,
    ]),
    notifyShell,
    "!macroend",
    "",
  ].join("\r\n");
};
