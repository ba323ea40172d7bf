import type { OfficeFormat } from "../../../../core/text/format";
import type { OfficeEditor } from "../text/office-format";

const editors: Record<OfficeFormat, () => Promise<OfficeEditor>> = {
  docx: async () => (await import("./text-editors")).docxEditor,
  odt: async () => (await import("./text-editors")).odtEditor,
  xlsx: async () => (await import("../xlsx/editor")).xlsxEditor,
  ods: async () => (await import("../ods/editor")).odsEditor,
  pptx: async () => (await import("../pptx/editor")).pptxEditor,
  odp: async () => (await import("../odp/editor")).odpEditor,
};

/** The editor of a format, loaded when it is first needed. */
export const officeEditor = (format: OfficeFormat): Promise<OfficeEditor> => editors[format]();
