// Run by Electron: `electron draw-icons.cjs SVG FOLDER SIZE…` draws the picture once in each size, as FOLDER/SIZExSIZE.png.
const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { app, BrowserWindow } = require("electron");

const [svg, folder, ...sizes] = process.argv.slice(process.argv.indexOf(__filename) + 1);

/** In the page: a picture of `size` points as a data address. */
const draw = `async (source, size) => {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = new OffscreenCanvas(size, size);
  canvas.getContext("2d").drawImage(picture, 0, 0, size, size);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
}`;

app.whenReady().then(async () => {
  try {
    const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
    await window.loadURL("data:text/html,");
    const source = `data:image/svg+xml;base64,${readFileSync(svg).toString("base64")}`;
    for (const size of sizes.map(Number)) {
      const png = await window.webContents.executeJavaScript(`(${draw})(${JSON.stringify(source)}, ${size})`);
      writeFileSync(join(folder, `${size}x${size}.png`), Buffer.from(png, "base64"));
    }
    app.exit(0);
  } catch (error) {
    console.error(error);
    app.exit(1);
  }
});
