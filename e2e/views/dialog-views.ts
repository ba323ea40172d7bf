/** The dialogs: palette, settings, agents, export, questions; and notices. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Views } from "./stage";

export async function takeDialogs(views: Views): Promise<void> {
  const { galley, take, press, type, cancel, run, select, either, language } = views;
  const { page } = galley;
  const takePalette = (view: string, key: string, text: string) =>
    take(view, {
      show: async () => {
        await press(key);
        await type(text);
        await page.getByRole("option").first().waitFor();
      },
      leave: cancel,
    });
  await takePalette("palette", "F1", "");
  await takePalette("palette, found", "F1", either("table", "表格"));
  await takePalette("quick open", "Control+p", "");
  await takePalette("quick open, long names", "Control+p", "a");
  await takePalette("quick open, none", "Control+p", "zzqq");
  await takePalette("go to heading", "Control+r", "");
  await takePalette("go to line", "Control+g", "12");
  await take("rename a heading", {
    show: async () => {
      await select(either("What to bring", "要带的东西"));
      await press("F2");
      await page.getByRole("dialog").getByRole("textbox").fill(either("Things to bring", "行李"));
    },
    leave: cancel,
  });
  await takeSettings(views);
  await take("connect", { show: () => run("connect-agent"), leave: cancel });
  await take("agents", {
    show: () => page.locator(".agents-sign").click(),
    again: async () => {
      if (!(await page.locator(".agents-list").isVisible())) await page.locator(".agents-sign").click();
    },
    leave: cancel,
  });
  await take("diagnostics", {
    show: () => run("diagnostics").then(() => page.getByRole("dialog").waitFor()),
    leave: cancel,
  });
  for (const format of ["pdf", "html", "docx"])
    await take(`export ${format}`, { show: () => run(`export-${format}`), leave: cancel });
  await take("question", {
    show: async () => {
      await run("new");
      await galley.editor.focus();
      await type(either("A thought that has no name.", "一个还没有名字的想法。"));
      await press("Control+w");
      await page.getByRole("alertdialog").waitFor();
    },
    leave: () => page.getByRole("alertdialog").getByRole("button").nth(1).click(),
  });
  await take("notices", {
    show: async () => {
      await writeFile(join(galley.data, "settings.json"), JSON.stringify({ language, theme: "mauve" }));
      await page.locator(".notice").first().waitFor();
    },
    leave: async () => {
      for (const close of (await page.locator(".notice .icon-button").all()).reverse()) await close.click();
    },
  });
}

async function takeSettings({ galley, take, press, cancel, isWanted }: Views): Promise<void> {
  const { page } = galley;
  const showSection = async (at: number) => {
    if ((await page.locator(".settings-nav").count()) === 0) await press("Control+,");
    await page.locator(".settings-nav button").nth(at).click();
  };
  const column = page.locator(".settings-body");
  for (const [at, section] of ["appearance", "writing", "files", "keys", "agents", "about"].entries()) {
    await take(`settings, ${section}`, { show: () => showSection(at) });
    if (at === 2 || at === 5) continue;
    const scroll = (share: number) => column.evaluate((own, part) => own.scrollTo(0, own.scrollHeight * part), share);
    await take(`settings, ${section}, middle`, {
      show: () => showSection(at),
      again: () => scroll(0.4),
    });
    await take(`settings, ${section}, end`, { show: () => showSection(at), again: () => scroll(1) });
  }
  await take("settings, no result", {
    show: async () => {
      await showSection(0);
      await page.locator("dialog input[type=search]").fill("xylophone");
    },
  });
  if (isWanted("settings"))
    for (let times = 0; times < 3 && (await page.locator("dialog[open]").count()) > 0; times++) await cancel();
  await take("settings, a key twice", {
    show: async () => {
      await showSection(3);
      await page.locator(".keys-add").nth(4).click();
      await press("Control+b");
    },
    leave: async () => {
      for (let times = 0; times < 3 && (await page.locator("dialog[open]").count()) > 0; times++) await cancel();
    },
  });
}
