import { pathToFileURL } from "node:url";
import type { ElectronApplication } from "@playwright/test";

/** Renders an HTML file in a window of this width and theme, at most `height` pixels tall. Returns a PNG in base64. */
export function capturePage(
  app: ElectronApplication,
  file: string,
  theme: "light" | "dark",
  width = 1000,
  height = 4000,
): Promise<string> {
  return app.evaluate(
    async ({ BrowserWindow }, [url, wide, most, value]) => {
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
      window.setContentSize(wide, Math.min(most, Number(tall)));
      await new Promise((done) => setTimeout(done, 400));
      const shot = await window.webContents.capturePage();
      window.destroy();
      return shot.toPNG().toString("base64");
    },
    [pathToFileURL(file).href, width, height, theme] as const,
  );
}
