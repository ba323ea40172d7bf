const openXml = "application/vnd.openxmlformats-officedocument";

/** Documents with macros, templates and shows, each with a type of its own. */
const kindredKinds = [
  ["Word document with macros", "docm", "application/vnd.ms-word.document.macroEnabled.12"],
  ["Word template", "dotx", `${openXml}.wordprocessingml.template`],
  ["Word template with macros", "dotm", "application/vnd.ms-word.template.macroEnabled.12"],
  ["Excel workbook with macros", "xlsm", "application/vnd.ms-excel.sheet.macroEnabled.12"],
  ["Excel template", "xltx", `${openXml}.spreadsheetml.template`],
  ["Excel template with macros", "xltm", "application/vnd.ms-excel.template.macroEnabled.12"],
  ["PowerPoint presentation with macros", "pptm", "application/vnd.ms-powerpoint.presentation.macroEnabled.12"],
  ["PowerPoint template", "potx", `${openXml}.presentationml.template`],
  ["PowerPoint template with macros", "potm", "application/vnd.ms-powerpoint.template.macroEnabled.12"],
  ["PowerPoint show", "ppsx", `${openXml}.presentationml.slideshow`],
  ["PowerPoint show with macros", "ppsm", "application/vnd.ms-powerpoint.slideshow.macroEnabled.12"],
].map(([name, extension, mime]) => ({ name, extensions: [extension], mime }));

/**
 * File types that Galley offers to open without becoming the default: `own` are text types that it edits, for which the user may choose it; the
 * others have their own programs, and Galley is only listed in "Open with".
 */
export const fileKinds = [
  { name: "Markdown document", extensions: ["md", "markdown", "mdown", "mkd"], mime: "text/markdown" },
  { name: "Plain text", extensions: ["txt", "text"], mime: "text/plain" },
  {
    name: "Word document",
    extensions: ["docx"],
    mime: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  },
  {
    name: "Excel workbook",
    extensions: ["xlsx"],
    mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
  {
    name: "PowerPoint presentation",
    extensions: ["pptx"],
    mime: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  },
  ...kindredKinds,
  { name: "OpenDocument text", extensions: ["odt"], mime: "application/vnd.oasis.opendocument.text" },
  { name: "OpenDocument spreadsheet", extensions: ["ods"], mime: "application/vnd.oasis.opendocument.spreadsheet" },
  { name: "OpenDocument presentation", extensions: ["odp"], mime: "application/vnd.oasis.opendocument.presentation" },
  { name: "EPUB book", extensions: ["epub"], mime: "application/epub+zip" },
];

/** The desktop entry with which Linux menus and file managers find the app at `program`. */
export const desktopEntry = (program) =>
  [
    "[Desktop Entry]",
    "Type=Application",
    "Name=Galley",
    "GenericName=Text Editor",
    "GenericName[zh_CN]=文本编辑器",
    "Comment=A canvas where people and AI agents edit the same documents",
    "Comment[zh_CN]=人与 AI 代理共同编辑文档的画布",
    `Exec=${program} %F`,
    `TryExec=${program}`,
    "Icon=galley",
    "Terminal=false",
    "StartupNotify=true",
    "StartupWMClass=Galley",
    "Categories=Office;TextEditor;Utility;",
    "Keywords=markdown;writing;editor;agent;notes;",
    `MimeType=${fileKinds.map(({ mime }) => mime).join(";")};`,
    "Actions=new-window;",
    "",
    "[Desktop Action new-window]",
    "Name=New Window",
    "Name[zh_CN]=新建窗口",
    `Exec=${program} --new-window`,
    "",
  ].join("\n");

/** Types that a Linux desktop may not know; shared-mime-info already has the Office types. */
export const mimePackage = () =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">',
    '  <mime-type type="text/markdown">',
    "    <comment>Markdown document</comment>",
    '    <sub-class-of type="text/plain"/>',
    ...fileKinds[0].extensions.map((extension) => `    <glob pattern="*.${extension}"/>`),
    "  </mime-type>",
    "</mime-info>",
    "",
  ].join("\n");
