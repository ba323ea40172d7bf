import type { OfficeFormat } from "../../../../core/text/format";
import type { OfficeEditor } from "../text/office-format";

const editors: Record<OfficeFormat, () => Promise<OfficeEditor>> = {
  docx: async () => (await import("./text-editors")).docxEditor,
  odt: async () => (await import("./text-editors")).odtEditor,
  xlsx: async () => (await import("./sheet-editors")).xlsxEditor,
  ods: async () => (await import("./sheet-editors")).odsEditor,
  pptx: async () => (await import("./slide-editors")).pptxEditor,
  odp: async () => (await import("./slide-editors")).odpEditor,
};

/** The editor of a format, loaded when it is first needed. */
export const officeEditor = (format: OfficeFormat): Promise<OfficeEditor> => editors[format]();
