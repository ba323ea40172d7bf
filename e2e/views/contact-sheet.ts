import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ElectronApplication } from "@playwright/test";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Arranges the `pictures` of one view side by side with their names, as one PNG at `path`. */
export async function contactSheet(
  app: ElectronApplication,
  path: string,
  title: string,
  pictures: { name: string; path: string }[],
): Promise<void> {
  const page = `${path}.html`;
  const figures = await Promise.all(
    pictures.map(async (picture) => {
      const source = `data:image/png;base64,${(await readFile(picture.path)).toString("base64")}`;
      return `<figure><figcaption>${escaped(picture.name)}</figcaption><img src="${source}"></figure>`;
    }),
  );
  const style = `body{margin:6px;background:#777;font:15px sans-serif;color:#fff}h1{margin:0;font-size:15px}
    main{display:flex;flex-wrap:wrap;gap:6px 12px;align-items:flex-start}figure{margin:0}img{display:block;height:425px}`;
  await writeFile(
    page,
    `<!doctype html><meta charset="utf-8"><style>${style}</style><h1>${escaped(title)}</h1><main>${figures.join("")}</main>`,
  );
  await writeFile(path, Buffer.from(await capturePage(app, page, "light", 1340), "base64"));
}

/** Renders an HTML file in a window of this width and theme, at most 4,000 pixels tall. Returns a PNG in base64. */
export function capturePage(
  app: ElectronApplication,
  file: string,
  theme: "light" | "dark",
  width = 1000,
): Promise<string> {
  return app.evaluate(
    async ({ BrowserWindow }, [url, wide, value]) => {
      const window = new BrowserWindow({
        show: false,
        width: wide,
        height: 800,
        useContentSize: true,
        enableLargerThanScreen: true,
        webPreferences: { offscreen: true },
      });
      await window.loadURL(url);
      window.webContents.debugger.attach();
      const features = [{ name: "prefers-color-scheme", value }];
      await window.webContents.debugger.sendCommand("Emulation.setEmulatedMedia", { features });
      const tall = await window.webContents.executeJavaScript("document.documentElement.scrollHeight");
      window.setContentSize(wide, Math.min(4000, Number(tall)));
      await new Promise((done) => setTimeout(done, 400));
      const shot = await window.webContents.capturePage();
      window.destroy();
      return shot.toPNG().toString("base64");
    },
    [pathToFileURL(file).href, width, theme] as const,
  );
}

/** The path of the picture of a view. */
export const picturePath = (folder: string, view: string, appearance: string): string =>
  join(folder, `${view}.${appearance}.png`.replaceAll(" ", "-"));
