import * as electron from "electron";

type Item = new (items: Record<string, string>) => unknown;

/**
 * Puts a text on the clipboard as HTML and as plain text. Newer versions of Electron take items as the web does, older ones one object; both are
 * supported.
 */
export async function copyRich({ html, text }: { html: string; text: string }): Promise<void> {
  const { ClipboardItem } = electron as unknown as { ClipboardItem?: Item };
  const { clipboard } = electron as unknown as { clipboard: { write(data: unknown): unknown } };
  await clipboard.write(
    ClipboardItem ? [new ClipboardItem({ "text/html": html, "text/plain": text })] : { html, text },
  );
}
